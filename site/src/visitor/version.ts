import type { Version } from '@funil/contract/visits/tested-text';

interface ShownVersion {
  readonly test: string;
  readonly version: Version;
  /** When the visitor first saw the test, in ms since the epoch. */
  readonly since: number;
}

/** Returns the version that this page shows; undefined without a test, or if the visitor is not counted (pick-version.ts). */
export function readVersion(): ShownVersion | undefined {
  const { test, v, visitor } = document.documentElement.dataset;
  if (test === undefined || visitor === undefined) return undefined;
  return { test, version: v === 'b' ? 'b' : 'a', since: Number.parseInt(visitor, 36) };
}

/** Removes the version that the page does not show, so that buttons have one label. */
export function removeHiddenVersion(): void {
  const hidden = document.documentElement.dataset.v === 'b' ? 'a' : 'b';
  for (const text of document.querySelectorAll(`body [data-v="${hidden}"]`)) text.remove();
}
