import type { DraftFile } from '@funil/contract/console/page-editor';

/** Not per tab, so that what was typed outlives the browser, too. */
const KEY = 'funil-console-page';

/** A file with changes that the server does not have. */
export interface UnsavedFile extends Pick<DraftFile, 'value' | 'version'> {
  /** The value that the server had in that version. */
  readonly base: unknown;
  /** Values whose saving was not answered. */
  readonly sent: readonly unknown[];
}

/** Stores an operator's unsaved files in place of the ones before. */
export function keepUnsaved(
  owner: string,
  files: readonly (UnsavedFile & Pick<DraftFile, 'key'>)[],
): void {
  if (files.length === 0) {
    dropUnsaved();
    return;
  }
  const stored = files.map(({ key, value, version, base, sent }) => [
    key,
    { value, version, base, sent },
  ]);
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, files: stored }));
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

/** Returns the files that this operator left unsaved on this device, by key. */
export function readUnsaved(owner: string): ReadonlyMap<string, UnsavedFile> {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return new Map(stored?.owner === owner ? stored.files : []);
  } catch {
    // No storage, or another format.
    return new Map();
  }
}
