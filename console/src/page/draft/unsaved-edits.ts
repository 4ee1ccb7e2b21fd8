import { areValuesEqual } from '@funil/contract/field-values';
import { readStored, writeStored } from '../../parts/stored-json.ts';

const EDITS_KEY = 'funil-console-page';
const MAX_SENT_VALUES = 4;

/** A change that the server has not stored; a value of undefined means a missing field. */
export interface Edit {
  readonly file: string;
  /** Keys from the file's root; a list is one field. */
  readonly path: readonly string[];
  /** The value before the edit. */
  readonly before?: unknown;
  readonly value?: unknown;
  /** Values that were sent without an answer; the server may have stored one of them. */
  readonly sent: readonly unknown[];
}

/** Writes to localStorage, so that the edits outlive the tab and the browser. */
export const storeUnsavedEdits = (owner: string, edits: readonly Edit[]): void =>
  writeStored('localStorage', EDITS_KEY, edits.length > 0 ? { owner, edits } : null);

/** Returns nothing if another operator left the edits. */
export function readUnsavedEdits(operator: string): readonly Edit[] {
  const { owner, edits = [] } = readStored<{ owner: string; edits: Edit[] }>(
    'localStorage',
    EDITS_KEY,
  );
  return owner === operator ? edits : [];
}

/** Keeps each value once, the newest last. */
export const addSentValue = (sent: readonly unknown[], value: unknown): readonly unknown[] =>
  [...sent.filter((each) => !areValuesEqual(each, value)), value].slice(-MAX_SENT_VALUES);
