/** Not per tab, so that what was typed outlives the browser, too. */
const KEY = 'funil-console-page';

/** A change of one field that the server does not have. Undefined: the field is missing. */
export interface Edit {
  readonly file: string;
  /** Keys from the file's root to the field; a list is one field. */
  readonly path: readonly string[];
  /** What the operator saw before. */
  readonly before?: unknown;
  readonly value?: unknown;
  /** Values whose saving was not answered: the server may have one of them. */
  readonly sent: readonly unknown[];
}

/** Stores an operator's unsaved edits in place of the ones before. */
export function keepUnsaved(owner: string, edits: readonly Edit[]): void {
  if (edits.length === 0) {
    dropUnsaved();
    return;
  }
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, edits }));
  } catch {
    // No storage, or it is full: a reload before the next saving loses the changes.
  }
}

export function dropUnsaved(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // No storage: nothing was kept.
  }
}

/** Returns the edits that this operator left unsaved on this device. */
export function readUnsaved(owner: string): readonly Edit[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return stored?.owner === owner && Array.isArray(stored.edits) ? stored.edits : [];
  } catch {
    // No storage, or another format.
    return [];
  }
}
