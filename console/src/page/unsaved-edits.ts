import { isSame } from '@funil/contract/field-values';
import { readStored, writeStored } from '../parts/stored-json.ts';

const EDITS_KEY = 'funil-console-page';
const MAX_SENT_VALUES = 4;

/** A change of one field that the server has not stored. A value of undefined means a missing field. */
export interface Edit {
  readonly file: string;
  /** Keys from the file's root to the field; a list is one field. */
  readonly path: readonly string[];
  /** The value that the operator saw before the edit. */
  readonly before?: unknown;
  readonly value?: unknown;
  /** Values that were sent without an answer, so that the server may have stored one of them. */
  readonly sent: readonly unknown[];
}

/** Replaces an operator's edits in localStorage, where they outlive the tab and the browser. */
export const storeUnsavedEdits = (owner: string, edits: readonly Edit[]): void =>
  writeStored('localStorage', EDITS_KEY, edits.length > 0 ? { owner, edits } : null);

/** Returns the edits that this operator left unsaved on this device. */
export function readUnsavedEdits(operator: string): readonly Edit[] {
  const { owner, edits = [] } = readStored<{ owner: string; edits: Edit[] }>(
    'localStorage',
    EDITS_KEY,
  );
  return owner === operator ? edits : [];
}

/** Adds a value to the values sent without an answer: each value once, the newest last. */
export const addSentValue = (sent: readonly unknown[], value: unknown): readonly unknown[] =>
  [...sent.filter((each) => !isSame(each, value)), value].slice(-MAX_SENT_VALUES);
