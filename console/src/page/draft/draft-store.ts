/** The page's draft on this device: the server's files with the operator's edits. */

import { areValuesEqual, replaceAtPath, valueAtPath } from '@funil/contract/field-values';
import type { CheckedPage, DraftFile, EditorForm } from '@funil/contract/page/page-editor';
import { makeStore } from '../../make-store.ts';
import type { Edit, EditedField } from './unsaved-edits.ts';

/** A file with this operator's edits in `value`. */
export interface LocalFile extends DraftFile {
  readonly serverValue: unknown;
  /** `performance.now()` when the file was last saved. */
  readonly savedAtMs: number;
}

type SaveProgress =
  | { readonly state: 'idle' | 'saving' }
  | { readonly state: 'saved'; readonly at: string }
  | { readonly state: 'failed'; readonly reason: string };

/** A field that this operator and another one changed. */
interface FieldConflict extends EditedField {
  readonly theirFile: DraftFile;
}

interface PageDraft extends CheckedPage {
  /** Empty before the draft was read. */
  readonly operatorEmail: string;
  readonly files: ReadonlyMap<string, LocalFile>;
  readonly edits: readonly Edit[];
  readonly saving: SaveProgress;
  readonly conflict: FieldConflict | null;
  /** `performance.now()` when the draft was last saved. The answer to an earlier request is ignored. */
  readonly savedAtMs: number;
}

export const EMPTY_DRAFT: PageDraft = {
  operatorEmail: '',
  files: new Map(),
  edits: [],
  problems: [],
  insights: { price_lines: [], price_advice: null, contrasts: [], demo_leftovers: null },
  preview: null,
  saving: { state: 'idle' },
  conflict: null,
  savedAtMs: 0,
};

export const draftStore = makeStore<PageDraft>(EMPTY_DRAFT);
export const useDraft = draftStore.useValue;

export const updateDraft = (changes: Partial<PageDraft>): void =>
  draftStore.set({ ...draftStore.read(), ...changes });

/** True if the server's draft differs from the published page in a field of the form. */
export const hasUnpublishedChanges = (
  file: DraftFile,
  { schema }: Pick<EditorForm, 'schema'>,
): boolean => file.changed.some(([field]) => String(field) in (schema.properties ?? {}));

/** Returns the old object if the new one is equal, so that React does not draw the forms again. */
export const reuseIfEqual = <Value>(before: Value, next: Value): Value =>
  areValuesEqual(before, next) ? before : next;

export function storeFile(file: DraftFile, savedAtMs: number): void {
  const { files, edits } = draftStore.read();
  const before = files.get(file.key);
  const value = edits
    .filter((edit) => edit.file === file.key)
    .reduce((whole, edit) => replaceAtPath(whole, edit.path, edit.value), file.value);
  const currentValue = reuseIfEqual(before?.value, value);
  updateDraft({
    files: new Map(files).set(file.key, {
      ...file,
      value: currentValue,
      serverValue: file.value,
      savedAtMs,
    }),
  });
}

/** Returns the A/B test of a text; undefined if none runs. */
export const readTextTest = (
  files: PageDraft['files'],
): { readonly field?: unknown; readonly text?: unknown } | undefined =>
  Object(files.get('site')?.value).test;

/** Returns the names of the sections in order; null if the content has no list of them. */
export function readSections(files: PageDraft['files']): readonly string[] | null {
  const sections = valueAtPath(files.get('site')?.value, ['sections']);
  return Array.isArray(sections) ? sections : null;
}
