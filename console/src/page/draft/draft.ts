/** Changes of the page's draft, by the operator and by the server. */

import {
  areValuesEqual,
  type FieldPath,
  replaceAtPath,
  valueAtPath,
} from '@funil/contract/field-values';
import type {
  CheckedPage,
  DraftFile,
  DraftState,
  EditorForm,
} from '@funil/contract/page/page-editor';
import { draftStore, EMPTY_DRAFT, reuseIfEqual, storeFile, updateDraft } from './draft-store.ts';
import { scheduleSending, sendEdits, storeEdits } from './send-edits.ts';
import { addEdit, type Edit, readUnsavedEdits } from './unsaved-edits.ts';

/**
 * Takes the server's draft into the store, keeps this device's unsaved edits on top, and sends them.
 * @param readAtMs `performance.now()` at the request
 */
export function adoptDraft(draft: DraftState, readAtMs: number, operatorEmail: string): void {
  const before = draftStore.read();
  if (before.operatorEmail !== operatorEmail) {
    // Removes another operator's draft. If no draft was read yet, a preview that was read stays.
    const draftToKeep = before.operatorEmail === '' ? before : EMPTY_DRAFT;
    draftStore.set({ ...draftToKeep, operatorEmail, edits: readUnsavedEdits(operatorEmail) });
  }
  const { files, problems, insights, savedAtMs: draftSavedAtMs } = draftStore.read();
  const keys = new Set(draft.files.map(({ key }) => key));
  updateDraft({ files: new Map([...files].filter(([key]) => keys.has(key))) });
  for (const file of draft.files) {
    const savedAtMs = files.get(file.key)?.savedAtMs ?? 0;
    if (savedAtMs <= readAtMs) adoptFile(file, savedAtMs);
  }
  if (draftSavedAtMs <= readAtMs) {
    updateDraft({
      problems: reuseIfEqual(problems, draft.problems),
      insights: reuseIfEqual(insights, draft.insights),
    });
  }
  if (draftStore.read().edits.length > 0) void sendEdits();
}

function adoptFile(file: DraftFile, savedAtMs: number): void {
  const isUnsaved = (edit: Edit) =>
    edit.file !== file.key || !areValuesEqual(valueAtPath(file.value, edit.path), edit.value);
  updateDraft({ edits: draftStore.read().edits.filter(isUnsaved) });
  storeFile(file, savedAtMs);
}

export function adoptPreview(preview: CheckedPage['preview'], readAtMs: number): void {
  if (preview !== null && draftStore.read().savedAtMs <= readAtMs) updateDraft({ preview });
}

/** @param form the discarded form; null if the whole draft was discarded */
export function adoptDraftAfterDiscard(draft: DraftState, form: EditorForm | null): void {
  const savedAtMs = performance.now();
  const { edits } = draftStore.read();
  updateDraft({
    savedAtMs,
    edits: edits.filter(
      (edit) =>
        form &&
        (edit.file !== form.key || !(String(edit.path[0]) in (form.schema.properties ?? {}))),
    ),
    problems: draft.problems,
    insights: draft.insights,
    saving: { state: 'idle' },
    conflict: null,
  });
  storeEdits();
  for (const file of draft.files) storeFile(file, savedAtMs);
}

/** @param next the new value, or a function of the present value; undefined removes the field */
export function editField(key: string, path: FieldPath, next: unknown): void {
  const { files, edits, saving } = draftStore.read();
  const file = files.get(key);
  if (!file) return;
  const oldValue = valueAtPath(file.value, path);
  const newValue = typeof next === 'function' ? next(oldValue) : next;
  if (Object.is(oldValue, newValue)) return;
  const value = replaceAtPath(file.value, path, newValue);
  updateDraft({
    files: new Map(files).set(key, { ...file, value }),
    edits: addEdit(edits, { ...file, value }, path),
    saving: saving.state === 'saving' ? saving : { state: 'saving' },
  });
  scheduleSending();
}

export const putSections = (sections: readonly string[]): void =>
  editField('site', ['sections'], sections);
