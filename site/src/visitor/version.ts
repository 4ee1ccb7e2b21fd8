import type { EventRow } from '@funil/contract/visits/event';

const NO_VERSION = { test: null, version: null };

/** Returns the test and the version shown; nulls without a test, or if the visitor is not counted (pick-version.ts). */
export function readVersion(): Pick<EventRow, 'test' | 'version'> {
  const { test, v, visitor } = document.documentElement.dataset;
  return visitor && test ? { test, version: v === 'b' ? v : 'a' } : NO_VERSION;
}

/** When the visitor first saw the test, in ms since the epoch; NaN without a test. */
export const readFirstTestView = (): number =>
  Number.parseInt(document.documentElement.dataset.visitor ?? '.', 36);

/** Removes the hidden version from the document, so that the text of a button has only the shown label. */
export function removeHiddenVersion(): void {
  const hiddenVersion = document.documentElement.dataset.v === 'b' ? 'a' : 'b';
  for (const span of document.querySelectorAll(`span[data-v=${hiddenVersion}]`)) span.remove();
}
