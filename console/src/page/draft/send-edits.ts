/** Sends the operator's edits to the server, until it has stored each or refused it. */

import { areValuesEqual, valueAtPath } from '@funil/contract/field-values';
import type { DraftFile, SavedDraft } from '@funil/contract/page/page-editor';
import { ApiError, changeRow, explain } from '../../api.ts';
import { isClientError } from '../../queries.ts';
import { onSignInChange, onSignOut, readSignIn, refreshSession } from '../../session/session.ts';
import { draftStore, EMPTY_DRAFT, reuseIfEqual, storeFile, updateDraft } from './draft-store.ts';
import {
  addSentValue,
  type Edit,
  type EditedField,
  isSameField,
  type SavedEdit,
  storeUnsavedEdits,
  unsavedPart,
} from './unsaved-edits.ts';

const DRAFT_DEBOUNCE_MS = 120;
const DRAFT_RETRY_MS = 4_000;

/** Error codes of a request whose session lacks the second factor. The edit is sent again after the sign-in. */
const FACTOR_CODES = ['mfa_required', 'mfa_enrollment_required'];

const lacksFactor = (error: unknown): boolean =>
  error instanceof ApiError && FACTOR_CODES.includes(error.code);

const isRefusal = (error: unknown): boolean =>
  isClientError(error) && !(error instanceof ApiError && error.code === 'unauthenticated');

/** True if the edits' author is signed in, because no edit may be sent in another operator's name. */
function isAuthorSignedIn(): boolean {
  const signIn = readSignIn();
  return signIn.step === 'done' && signIn.email === draftStore.read().operatorEmail;
}

let saveTimer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
/** By edit, the reason why the server refused it. Refused edits are not sent again. */
const refusedEdits = new WeakMap<Edit, string>();

export function scheduleSending(ms = DRAFT_DEBOUNCE_MS): void {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(() => void sendEdits(), ms);
}

/** Skips edits that the server refused, that conflict with another operator's, or whose file the draft lacks. */
function findUnsentEdit(): Edit | undefined {
  const { files, edits, conflict } = draftStore.read();
  return edits.find(
    (edit) =>
      files.has(edit.file) && !refusedEdits.has(edit) && !(conflict && isSameField(edit, conflict)),
  );
}

/** Does nothing before the draft was read, because it would replace the edits stored on this device by none. */
export const storeEdits = (): void => {
  const { operatorEmail, edits } = draftStore.read();
  if (operatorEmail !== '') storeUnsavedEdits(operatorEmail, edits);
};

const changeEdit = (field: EditedField, change: (edit: Edit) => Edit | null): void =>
  updateDraft({
    edits: draftStore
      .read()
      .edits.flatMap((edit) => (isSameField(edit, field) ? (change(edit) ?? []) : edit)),
  });

/**
 * Sends the edits one after another, each with its newest value, until the server cannot be reached. If their
 * author is not signed in, the edits wait for the sign-in.
 */
export async function sendEdits(): Promise<void> {
  storeEdits();
  if (isSending) return;
  isSending = true;
  clearTimeout(saveTimer);
  for (let edit = findUnsentEdit(); edit && isAuthorSignedIn(); edit = findUnsentEdit()) {
    updateDraft({ saving: { state: 'saving' } });
    if (!(await sendEdit(edit))) break;
  }
  isSending = false;
  storeEdits();
  showSaveOutcome();
}

/** Saving also ends if the server's draft already had the edit's value, so that nothing was sent. */
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
    const saved = await changeRow('PATCH page/draft/:file', { params: { file }, body });
    if (saved.ok) adoptSaved({ file, path, value }, saved.response);
    else handleConflict({ file, path }, saved.current);
    return true;
  } catch (error) {
    const reason = explain(error);
    updateDraft({ saving: { state: 'failed', reason } });
    if (lacksFactor(error)) {
      // Opens the missing step of the sign-in, after which the edits are sent.
      void refreshSession();
      return false;
    }
    if (!isRefusal(error)) {
      scheduleSending(DRAFT_RETRY_MS);
      return false;
    }
    const latestEdit = draftStore.read().edits.find((edit) => isSameField(edit, { file, path }));
    if (latestEdit && areValuesEqual(latestEdit.value, value)) refusedEdits.set(latestEdit, reason);
    return true;
  }
}

function adoptSaved(savedEdit: SavedEdit, { file, problems, insights, preview }: SavedDraft): void {
  const savedAtMs = performance.now();
  const before = draftStore.read();
  updateDraft({
    savedAtMs,
    edits: before.edits.flatMap((edit) => unsavedPart(edit, savedEdit)),
    problems: reuseIfEqual(before.problems, problems),
    insights: reuseIfEqual(before.insights, insights),
    preview: preview ?? before.preview,
  });
  storeFile(file, savedAtMs);
}

/** Does not ask if this device sent the server's value itself, in a request whose answer was lost. */
function handleConflict(field: EditedField, theirFile: DraftFile): void {
  const edit = draftStore.read().edits.find((edit) => isSameField(edit, field));
  const serverValue = valueAtPath(theirFile.value, field.path);
  if (edit?.sent.some((value) => areValuesEqual(value, serverValue))) {
    changeEdit(field, (unsaved) => ({ ...unsaved, before: serverValue, sent: [] }));
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

onSignInChange(() => void sendEdits());
window.addEventListener('online', () => void sendEdits());
window.addEventListener('pagehide', storeEdits);
onSignOut(() => {
  clearTimeout(saveTimer);
  storeUnsavedEdits(draftStore.read().operatorEmail, []);
  draftStore.set(EMPTY_DRAFT);
});
