/** The page's draft on this device: the operator's edits, and which of them the server has stored. */

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
  SavedDraft,
} from '@funil/contract/page/page-editor';
import { explain, changeRow as sendChange } from '../../api.ts';
import { makeStore } from '../../make-store.ts';
import { isClientError } from '../../queries.ts';
import { onSignOut } from '../../session/session.ts';
import {
  addEdit,
  addSentValue,
  type Edit,
  isSameField,
  readUnsavedEdits,
  type SentEdit,
  storeUnsavedEdits,
  unsavedRest,
} from './unsaved-edits.ts';

/** A file with this operator's edits in `value`. */
export interface LocalFile extends DraftFile {
  readonly serverValue: unknown;
  /** `performance.now()` when the file was last saved. */
  readonly savedAt: number;
}

export type SaveProgress =
  | { readonly state: 'idle' | 'saving' }
  | { readonly state: 'saved'; readonly at: string }
  | { readonly state: 'failed'; readonly reason: string };

/** A field that this operator and another one changed. */
interface FieldConflict extends Pick<Edit, 'file' | 'path'> {
  readonly theirFile: DraftFile;
}

interface PageDraft extends CheckedPage {
  readonly files: ReadonlyMap<string, LocalFile>;
  readonly edits: readonly Edit[];
  readonly saving: SaveProgress;
  readonly conflict: FieldConflict | null;
}

const EMPTY_DRAFT: PageDraft = {
  files: new Map(),
  edits: [],
  problems: [],
  insights: { price_lines: [], price_advice: null, contrasts: [], demo_leftovers: null },
  preview: null,
  saving: { state: 'idle' },
  conflict: null,
};

const DRAFT_DEBOUNCE_MS = 120;
const DRAFT_RETRY_MS = 4_000;

const draftStore = makeStore<PageDraft>(EMPTY_DRAFT);
export const useDraft = draftStore.useValue;

let draftOwner = '';
let saveTimer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
/** By edit, the reason why the server refused it. Refused edits are not sent again. */
const refusedEdits = new WeakMap<Edit, string>();
let lastSavedAt = 0;

const updateDraft = (part: Partial<PageDraft>): void =>
  draftStore.set({ ...draftStore.read(), ...part });

/** True if the server's draft differs from the published page in a field of the form. */
export const hasChanges = (file: DraftFile, { schema }: Pick<EditorForm, 'schema'>): boolean =>
  file.changed.some(([field]) => String(field) in (schema.properties ?? {}));

/** Returns the old object if the new one is equal, so that React does not draw the forms again. */
const reuseIfEqual = <Value>(before: Value, next: Value): Value =>
  areValuesEqual(before, next) ? before : next;

function storeFile(file: DraftFile, savedAt: number): void {
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
      savedAt,
    }),
  });
}

/**
 * Shows the server's draft with the edits of this device.
 * @param readAtMs `performance.now()` at the request
 */
export function adoptDraft(draft: DraftState, readAtMs: number, operator: string): void {
  if (draftOwner !== operator) {
    // Before the first draft, only the preview may have arrived, which is kept. Another operator's draft is removed.
    const before = draftOwner === '' ? draftStore.read() : EMPTY_DRAFT;
    draftStore.set({ ...before, edits: readUnsavedEdits(operator) });
    draftOwner = operator;
  }
  const { files, problems, insights } = draftStore.read();
  const keys = new Set(draft.files.map(({ key }) => key));
  updateDraft({ files: new Map([...files].filter(([key]) => keys.has(key))) });
  for (const file of draft.files) {
    const savedAt = files.get(file.key)?.savedAt ?? 0;
    if (savedAt <= readAtMs) adoptFile(file, savedAt);
  }
  if (lastSavedAt <= readAtMs) {
    updateDraft({
      problems: reuseIfEqual(problems, draft.problems),
      insights: reuseIfEqual(insights, draft.insights),
    });
  }
  if (draftStore.read().edits.length > 0) void sendEdits();
}

function adoptFile(file: DraftFile, savedAt: number): void {
  const isUnsaved = (edit: Edit) =>
    edit.file !== file.key || !areValuesEqual(valueAtPath(file.value, edit.path), edit.value);
  updateDraft({ edits: draftStore.read().edits.filter(isUnsaved) });
  storeFile(file, savedAt);
}

export function adoptPreview(preview: CheckedPage['preview'], readAtMs: number): void {
  if (preview !== null && lastSavedAt <= readAtMs) updateDraft({ preview });
}

/** @param form the discarded form; null if the whole draft was discarded */
export function replaceDraft(draft: DraftState, form: EditorForm | null): void {
  lastSavedAt = performance.now();
  const { edits } = draftStore.read();
  updateDraft({
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
  for (const file of draft.files) storeFile(file, lastSavedAt);
}

/** @param next the new value, or a function of the present value; undefined removes the field */
export function editField(key: string, path: FieldPath, next: unknown): void {
  const { files, edits, saving } = draftStore.read();
  const file = files.get(key);
  if (!file) return;
  const before = valueAtPath(file.value, path);
  const after = typeof next === 'function' ? next(before) : next;
  if (Object.is(before, after)) return;
  const value = replaceAtPath(file.value, path, after);
  updateDraft({
    files: new Map(files).set(key, { ...file, value }),
    edits: addEdit(edits, { ...file, value }, path),
    saving: saving.state === 'saving' ? saving : { state: 'saving' },
  });
  scheduleSending(DRAFT_DEBOUNCE_MS);
}

/** Returns the names of the sections in order; null if the content has no list of them. */
export function readSections(files: PageDraft['files']): readonly string[] | null {
  const sections = valueAtPath(files.get('site')?.value, ['sections']);
  return Array.isArray(sections) ? sections : null;
}

export const putSections = (sections: readonly string[]): void =>
  editField('site', ['sections'], sections);

function scheduleSending(ms: number): void {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(() => void sendEdits(), ms);
}

/** Returns the next edit to send. Skips edits that the server refused, that conflict, or whose file it cannot read. */
function findUnsentEdit(): Edit | undefined {
  const { files, edits, conflict } = draftStore.read();
  return edits.find(
    (edit) =>
      files.has(edit.file) && !refusedEdits.has(edit) && !(conflict && isSameField(edit, conflict)),
  );
}

/** Does nothing before the draft was read, because writing now would overwrite the stored edits. */
const storeEdits = (): void => {
  if (draftOwner !== '') storeUnsavedEdits(draftOwner, draftStore.read().edits);
};

const changeEdit = (field: Pick<Edit, 'file' | 'path'>, by: (edit: Edit) => Edit | null): void =>
  updateDraft({
    edits: draftStore
      .read()
      .edits.flatMap((edit) => (isSameField(edit, field) ? (by(edit) ?? []) : edit)),
  });

/** Sends the edits one after another, each with its newest value, until the server cannot be reached. */
async function sendEdits(): Promise<void> {
  storeEdits();
  if (isSending) return;
  isSending = true;
  clearTimeout(saveTimer);
  for (let edit = findUnsentEdit(); edit; edit = findUnsentEdit()) {
    updateDraft({ saving: { state: 'saving' } });
    if (!(await sendEdit(edit))) break;
  }
  isSending = false;
  storeEdits();
  showSaveOutcome();
}

/** Shows that saving ended, also if the server's draft had the value already and no edit was sent. */
function showSaveOutcome(): void {
  const { saving, edits } = draftStore.read();
  if (findUnsentEdit() || !['saving', 'failed'].includes(saving.state)) return;
  const [reason] = edits.flatMap((edit) => refusedEdits.get(edit) ?? []);
  const at = new Date().toISOString();
  updateDraft({
    saving: reason === undefined ? { state: 'saved', at } : { state: 'failed', reason },
  });
}

/** @returns whether the next edit can be sent */
async function sendEdit({ file, path, before, value }: Edit): Promise<boolean> {
  changeEdit({ file, path }, (edit) => ({ ...edit, sent: addSentValue(edit.sent, value) }));
  try {
    const body = { path, before, value };
    const saved = await sendChange('PATCH page/draft/:file', { params: { file }, body });
    if (saved.ok) adoptSaved({ file, path, value }, saved.answer);
    else handleConflict({ file, path }, saved.current);
    return true;
  } catch (error) {
    const reason = explain(error);
    updateDraft({ saving: { state: 'failed', reason } });
    if (!isClientError(error)) {
      scheduleSending(DRAFT_RETRY_MS);
      return false;
    }
    const current = draftStore.read().edits.find((edit) => isSameField(edit, { file, path }));
    if (current && areValuesEqual(current.value, value)) refusedEdits.set(current, reason);
    return true;
  }
}

function adoptSaved(sent: SentEdit, { file, problems, insights, preview }: SavedDraft): void {
  lastSavedAt = performance.now();
  const before = draftStore.read();
  updateDraft({
    edits: before.edits.flatMap((edit) => unsavedRest(edit, sent)),
    problems: reuseIfEqual(before.problems, problems),
    insights: reuseIfEqual(before.insights, insights),
    preview: preview ?? before.preview,
  });
  storeFile(file, lastSavedAt);
}

/**
 * Asks the operator whose value of a field counts, unless the server's value came from this device, in a request whose
 * answer was lost.
 */
function handleConflict(field: Pick<Edit, 'file' | 'path'>, theirFile: DraftFile): void {
  const edit = draftStore.read().edits.find((edit) => isSameField(edit, field));
  const onServer = valueAtPath(theirFile.value, field.path);
  if (edit?.sent.some((value) => areValuesEqual(value, onServer))) {
    changeEdit(field, (unsaved) => ({ ...unsaved, before: onServer, sent: [] }));
  } else {
    updateDraft({ conflict: { ...field, theirFile }, saving: { state: 'idle' } });
  }
  storeFile(theirFile, performance.now());
}

export function resolveConflict(winner: 'mine' | 'theirs'): void {
  const { conflict } = draftStore.read();
  if (!conflict) return;
  const { theirFile, path } = conflict;
  const before = valueAtPath(theirFile.value, path);
  changeEdit(conflict, (edit) => (winner === 'mine' ? { ...edit, before, sent: [] } : null));
  updateDraft({ conflict: null, saving: { state: 'saved', at: new Date().toISOString() } });
  storeFile(theirFile, performance.now());
  void sendEdits();
}

window.addEventListener('online', () => void sendEdits());
window.addEventListener('pagehide', storeEdits);
onSignOut(() => {
  clearTimeout(saveTimer);
  storeUnsavedEdits(draftOwner, []);
  draftStore.set(EMPTY_DRAFT);
  draftOwner = '';
});
