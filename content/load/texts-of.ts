import type { Path } from './yaml-file.ts';

export interface FoundText {
  readonly path: Path;
  readonly text: string;
}

/** Every text inside a value, with the way to it. */
export const textsOf = (value: unknown, path: Path = []): FoundText[] => {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...entries].flatMap(([key, item]) => textsOf(item, [...path, key]));
};
