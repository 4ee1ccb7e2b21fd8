/** The page's draft on this device: the operator's edits, and which of them the server has stored. */
import type {
  CheckedPage,
  DraftFile,
  DraftState,
  EditorForm,
  SavedDraft,
} from '@funil/contract/console/page-editor';
import {
  areValuesEqual,
  type FieldPath,
  isPathWithin,
  replaceAtPath,
  valueAtPath,
} from '@funil/contract/field-values';
import { explain, changeRow as sendChange } from '../api.ts';
import { makeStore } from '../make-store.ts';
import { isClientError } from '../queries.ts';
import { onSignOut } from '../session/session.ts';
import { addSentValue, type Edit, readUnsavedEdits, storeUnsavedEdits } from './unsaved-edits.ts';
import { isSamePath } from './values.ts';

/** A file with this operator's edits in `value`. */
export interface LocalFile extends DraftFile {
  /** The value on the server. */
  readonly served: unknown;
  /** `performance.now()` when the file was last saved. */
  readonly savedAt: number;
}

export type Saving =
  | { readonly state: 'idle' | 'saving' }
  | { readonly state: 'saved'; readonly at: string }
  | { readonly state: 'failed'; readonly reason: string };

/** A field that this operator and another one changed. */
interface FieldConflict extends Pick<Edit, 'file' | 'path'> {
  readonly theirs: DraftFile;
}

interface PageDraft extends CheckedPage {
  readonly files: ReadonlyMap<string, LocalFile>;
  readonly edits: readonly Edit[];
  readonly saving: Saving;
  readonly conflict: FieldConflict | null;
}

const EMPTY_STATE: PageDraft = {
  files: new Map(),
  edits: [],
  problems: [],
  facts: { price_lines: [], price_advice: null, contrasts: [], demo_leftovers: null },
  preview: null,
  saving: { state: 'idle' },
  conflict: null,
};

const DRAFT_DEBOUNCE_MS = 120;
const DRAFT_RETRY_MS = 4_000;

const draftStore = makeStore<PageDraft>(EMPTY_STATE);
export const useDraft = draftStore.useValue;

let owner = '';
let saveTimer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
/** By edit, the reason why the server refused it. Refused edits are not sent again. */
const refusedEdits = new WeakMap<Edit, string>();
let lastSavedAt = 0;

const changeDraft = (part: Partial<PageDraft>): void =>
  draftStore.set({ ...draftStore.read(), ...part });

/** Whether the server's draft differs from the published page in a field of the form. */
export const hasDraft = (file: DraftFile, { schema }: Pick<EditorForm, 'schema'>): boolean =>
  file.changed.some(([field]) => String(field) in (schema.properties ?? {}));

const isSameField = (
  one: Pick<Edit, 'file' | 'path'>,
  other: Pick<Edit, 'file' | 'path'>,
): boolean => one.file === other.file && isSamePath(one.path, other.path);

/** Keeps the old object if the new one is equal, so that forms are not drawn again. */
const reuseIfSame = <Value>(before: Value, next: Value): Value =>
  areValuesEqual(before, next) ? before : next;

function showFile(file: DraftFile, savedAt: number): void {
  const { files, edits } = draftStore.read();
  const before = files.get(file.key);
  const value = edits
    .filter((edit) => edit.file === file.key)
    .reduce((whole, edit) => replaceAtPath(whole, edit.path, edit.value), file.value);
  const shown = reuseIfSame(before?.value, value);
  changeDraft({
    files: new Map(files).set(file.key, { ...file, value: shown, served: file.value, savedAt }),
  });
}

/**
 * Shows the server's draft with the edits of this device.
 * @param readAtMs `performance.now()` at the request
 */
export function adoptDraft(draft: DraftState, readAtMs: number, operator: string): void {
  if (owner !== operator) {
    // The preview may arrive before the first draft, so it is kept; another operator's state is removed.
    const before = owner === '' ? draftStore.read() : EMPTY_STATE;
    draftStore.set({ ...before, edits: readUnsavedEdits(operator) });
    owner = operator;
  }
  const { files, problems, facts } = draftStore.read();
  const keys = new Set(draft.files.map(({ key }) => key));
  changeDraft({ files: new Map([...files].filter(([key]) => keys.has(key))) });
  for (const file of draft.files) {
    const savedAt = files.get(file.key)?.savedAt ?? 0;
    if (savedAt <= readAtMs) adoptFile(file, savedAt);
  }
  if (lastSavedAt <= readAtMs) {
    changeDraft({
      problems: reuseIfSame(problems, draft.problems),
      facts: reuseIfSame(facts, draft.facts),
    });
  }
  if (draftStore.read().edits.length > 0) void sendEdits();
}

function adoptFile(file: DraftFile, savedAt: number): void {
  const isUnsaved = (edit: Edit) =>
    edit.file !== file.key || !areValuesEqual(valueAtPath(file.value, edit.path), edit.value);
  changeDraft({ edits: draftStore.read().edits.filter(isUnsaved) });
  showFile(file, savedAt);
}

export function adoptPreview(preview: CheckedPage['preview'], readAtMs: number): void {
  if (preview !== null && lastSavedAt <= readAtMs) changeDraft({ preview });
}

/** @param form the discarded form; null if the whole draft was discarded */
export function replaceDraft(draft: DraftState, form: EditorForm | null): void {
  lastSavedAt = performance.now();
  const { edits } = draftStore.read();
  changeDraft({
    edits: edits.filter(
      (edit) =>
        form &&
        (edit.file !== form.key || !(String(edit.path[0]) in (form.schema.properties ?? {}))),
    ),
    problems: draft.problems,
    facts: draft.facts,
    saving: { state: 'idle' },
    conflict: null,
  });
  storeEdits();
  for (const file of draft.files) showFile(file, lastSavedAt);
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
  changeDraft({
    files: new Map(files).set(key, { ...file, value }),
    edits: addEdit(edits, { ...file, value }, path),
    saving: saving.state === 'saving' ? saving : { state: 'saving' },
  });
  scheduleSending(DRAFT_DEBOUNCE_MS);
}

/** Null if the content has no list of sections. */
export function readSections(files: PageDraft['files']): readonly string[] | null {
  const sections = valueAtPath(files.get('site')?.value, ['sections']);
  return Array.isArray(sections) ? sections : null;
}

export const putSections = (sections: readonly string[]): void =>
  editField('site', ['sections'], sections);

/** Adds an edit. An edit of a group around the field takes in the new value; edits within the field are replaced. */
function addEdit(edits: readonly Edit[], { key, value, served }: LocalFile, at: FieldPath): Edit[] {
  const path = pathOfField(at);
  const enclosingEdit = edits.find((edit) => edit.file === key && isPathWithin(path, edit.path));
  if (enclosingEdit) {
    return edits.map((edit) =>
      edit === enclosingEdit ? { ...edit, value: valueAtPath(value, edit.path) } : edit,
    );
  }
  const others = edits.filter((edit) => edit.file !== key || !isPathWithin(edit.path, path));
  const before = valueAtPath(served, path);
  return [...others, { file: key, path, before, value: valueAtPath(value, path), sent: [] }];
}

/** Returns the path to save: for a field in a list, the path of the list, which is saved as a whole. */
function pathOfField(path: FieldPath): string[] {
  const inList = path.findIndex((step) => typeof step === 'number');
  return path.slice(0, inList < 0 ? undefined : inList).map(String);
}

function scheduleSending(ms: number): void {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(() => void sendEdits(), ms);
}

/** Skips edits that the server refused, that conflict, or whose file the server cannot read. */
function findUnsent(): Edit | undefined {
  const { files, edits, conflict } = draftStore.read();
  return edits.find(
    (edit) =>
      files.has(edit.file) && !refusedEdits.has(edit) && !(conflict && isSameField(edit, conflict)),
  );
}

/** Does nothing before the draft was read, because writing now would overwrite the stored edits. */
const storeEdits = (): void => {
  if (owner !== '') storeUnsavedEdits(owner, draftStore.read().edits);
};

const replaceEdit = (field: Pick<Edit, 'file' | 'path'>, by: (edit: Edit) => Edit | null): void =>
  changeDraft({
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
  for (let edit = findUnsent(); edit; edit = findUnsent()) {
    changeDraft({ saving: { state: 'saving' } });
    if (!(await sendEdit(edit))) break;
  }
  isSending = false;
  storeEdits();
  showOutcome();
}

/** Shows the end of saving, also if no edit was sent because the server's draft has the value already. */
function showOutcome(): void {
  const { saving, edits } = draftStore.read();
  if (findUnsent() || !['saving', 'failed'].includes(saving.state)) return;
  const [reason] = edits.flatMap((edit) => refusedEdits.get(edit) ?? []);
  const at = new Date().toISOString();
  changeDraft({
    saving: reason === undefined ? { state: 'saved', at } : { state: 'failed', reason },
  });
}

/** @returns whether the next edit can be sent */
async function sendEdit({ file, path, before, value }: Edit): Promise<boolean> {
  replaceEdit({ file, path }, (edit) => ({ ...edit, sent: addSentValue(edit.sent, value) }));
  try {
    const body = { path, before, value };
    const saved = await sendChange('PATCH page/draft/:file', { params: { file }, body });
    if (saved.ok) adoptSaved({ file, path, value }, saved.answer);
    else handleConflict({ file, path }, saved.current);
    return true;
  } catch (error) {
    const reason = explain(error);
    changeDraft({ saving: { state: 'failed', reason } });
    if (!isClientError(error)) {
      scheduleSending(DRAFT_RETRY_MS);
      return false;
    }
    const current = draftStore.read().edits.find((edit) => isSameField(edit, { file, path }));
    if (current && areValuesEqual(current.value, value)) refusedEdits.set(current, reason);
    return true;
  }
}

type SentEdit = Pick<Edit, 'file' | 'path' | 'value'>;

function adoptSaved(sent: SentEdit, { file, problems, facts, preview }: SavedDraft): void {
  lastSavedAt = performance.now();
  const before = draftStore.read();
  changeDraft({
    edits: before.edits.flatMap((edit) => remainingEdits(edit, sent)),
    problems: reuseIfSame(before.problems, problems),
    facts: reuseIfSame(before.facts, facts),
    preview: preview ?? before.preview,
  });
  showFile(file, lastSavedAt);
}

/** Returns the unsaved part of an edit after the server saved the same field or a field in it. */
function remainingEdits(edit: Edit, sent: SentEdit): Edit[] {
  if (edit.file !== sent.file || !isPathWithin(sent.path, edit.path)) return [edit];
  const before = replaceAtPath(edit.before, sent.path.slice(edit.path.length), sent.value);
  return areValuesEqual(before, edit.value) ? [] : [{ ...edit, before, sent: [] }];
}

/**
 * Asks whose value of a field counts. The server's value is no conflict if this device sent it without getting an
 * answer.
 */
function handleConflict(field: Pick<Edit, 'file' | 'path'>, theirs: DraftFile): void {
  const edit = draftStore.read().edits.find((edit) => isSameField(edit, field));
  const serverValue = valueAtPath(theirs.value, field.path);
  if (edit?.sent.some((value) => areValuesEqual(value, serverValue))) {
    replaceEdit(field, (unsaved) => ({ ...unsaved, before: serverValue, sent: [] }));
  } else {
    changeDraft({ conflict: { ...field, theirs }, saving: { state: 'idle' } });
  }
  showFile(theirs, performance.now());
}

export function resolveConflict(winner: 'mine' | 'theirs'): void {
  const { conflict } = draftStore.read();
  if (!conflict) return;
  const { theirs, path } = conflict;
  const before = valueAtPath(theirs.value, path);
  replaceEdit(conflict, (edit) => (winner === 'mine' ? { ...edit, before, sent: [] } : null));
  changeDraft({ conflict: null, saving: { state: 'saved', at: new Date().toISOString() } });
  showFile(theirs, performance.now());
  void sendEdits();
}

window.addEventListener('online', () => void sendEdits());
window.addEventListener('pagehide', storeEdits);
onSignOut(() => {
  clearTimeout(saveTimer);
  storeUnsavedEdits(owner, []);
  draftStore.set(EMPTY_STATE);
  owner = '';
});
