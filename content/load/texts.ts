import { pictureFields } from '../schema/image.ts';
import type { Path } from './yaml-file.ts';

export interface FoundText {
  readonly path: Path;
  readonly text: string;
}

/** Returns every text inside a value, with the path to it. */
export const findTexts = (value: unknown, path: Path = []): FoundText[] => {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...entries].flatMap(([key, item]) => findTexts(item, [...path, key]));
};

/** Returns the names of pictures inside a value, as {@link findTexts} does. */
export const findPictures = (value: unknown): FoundText[] =>
  findTexts(value).filter(({ path }) => pictureFields.includes(path.at(-1) ?? ''));

/** Returns a copy of a value with each of its texts changed; fields named in `skipped` stay as they are. */
const mapTexts = (
  value: unknown,
  change: (text: string) => string,
  skipped?: ReadonlySet<string>,
): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, skipped));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    skipped?.has(key) ? item : mapTexts(item, change, skipped),
  ]);
  return Object.fromEntries(entries);
};

const placeholder = /\{([^{}]*)\}/g;

/** The names in braces of one text, in order. */
export const findPlaceholders = (text: string): string[] =>
  [...text.matchAll(placeholder)].map((match) => match[1] ?? '');

/** Returns a copy of `value` with each `{name}` in its texts replaced; unknown names stay as they are. */
export const fillPlaceholders = (value: unknown, values: ReadonlyMap<string, string>): unknown =>
  mapTexts(value, (text) =>
    text.replace(placeholder, (whole, name: string) => values.get(name) ?? whole),
  );

const NO_BREAK = '\u00a0';

/** `R$ 1.497,00`, `art. 49`: a sign and its number. */
const beforeNumber = /(?<=R\$|\bart\.) (?=\d)/gi;

/** `5 mil`, `9 horas`, `300+ membros`: a number and what it counts, unless that is a mere link. */
const afterNumber =
  /(?<=\d[%+]?) (?=(?!(?:para|por|até|com|sem|que|ou|dos|das|nos|nas)\b)\p{Ll}{3})/gu;

/** Names and addresses that other systems compare, rather than people read. */
const COMPARED = new Set(['product', 'titleSuffix', 'url', 'checkout', 'tracking', 'id', 'href']);

/** Returns a copy of `value` in whose texts no line ends between a number and what it counts. */
export const addNonBreakingSpaces = (value: unknown): unknown =>
  mapTexts(
    value,
    (text) => text.replace(beforeNumber, NO_BREAK).replace(afterNumber, NO_BREAK),
    COMPARED,
  );
