/** The page's draft on this device: what the operator types, and what of it the server has. */
import type {
  DraftFacts,
  DraftFile,
  DraftState,
  EditorProblem,
  FieldPath,
  PagePreview,
  SavedDraft,
} from '@funil/contract/console/page-editor';
import { ApiError, call, explain } from '../api.ts';
import { makeStore } from '../parts/store.ts';
import { isClientError } from '../queries.ts';
import { onSignOut } from '../session/session.ts';
import { type Merged, mergeChanges } from './merge-changes.ts';
import { dropUnsaved, keepUnsaved, readUnsaved, type UnsavedFile } from './unsaved-files.ts';
import { isSame, readAt, replaceAt } from './values.ts';

/** A file as the operator sees it. */
export interface LocalFile extends DraftFile {
  /** The value that the server has in this version. */
  readonly base: unknown;
  /** `performance.now()` of the last saving. */
  readonly savedAt: number;
}

export type Saving =
  | { readonly is: 'idle' | 'saving' }
  | { readonly is: 'saved'; readonly at: string }
  | { readonly is: 'failed'; readonly reason: string };

/** Another operator's change of a file that this operator changed, too. */
export interface Conflict {
  readonly key: string;
  readonly theirs: DraftFile;
}

/** A change by another operator that was joined with this operator's. */
export interface Joined extends Conflict {
  readonly paths: readonly FieldPath[];
}

interface State {
  readonly files: ReadonlyMap<string, LocalFile>;
  readonly problems: readonly EditorProblem[];
  readonly facts: DraftFacts;
  readonly preview: PagePreview | null;
  readonly saving: Saving;
  readonly conflict: Conflict | null;
  readonly joined: Joined | null;
}

const NOTHING: State = {
  files: new Map(),
  problems: [],
  facts: { price_lines: [], contrasts: [] },
  preview: null,
  saving: { is: 'idle' },
  conflict: null,
  joined: null,
};

/** The server is asked this long after the last key. */
const DEBOUNCE_MS = 120;
const RETRY_MS = 4_000;

const store = makeStore<State>(NOTHING);
export const useDraft = store.useValue;

let owner = '';
let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
/** The value of a file that the server refused, by key: it is not sent again. */
const refused = new Map<string, unknown>();
/** The first values of a file whose saving was not answered, by key: the server may have one of them. */
const unanswered = new Map<string, readonly unknown[]>();
const MAX_UNANSWERED = 4;
let lastSavedAt = 0;

const change = (part: Partial<State>): void => store.set({ ...store.read(), ...part });

const setFile = (file: LocalFile): void =>
  change({ files: new Map(store.read().files).set(file.key, file) });

const isUnsaved = ({ value, base }: LocalFile): boolean => value !== base;

/** Whether the server has a draft of the file. A version remains after it was published or discarded. */
export const hasDraft = (file: DraftFile): boolean => file.changed_by !== null;

/** Keeps the old object if nothing in it changed, so that forms are not drawn again. */
const keepSame = <Value>(before: Value, next: Value): Value =>
  isSame(before, next) ? before : next;

function toLocal(file: DraftFile, unsaved: UnsavedFile | undefined): LocalFile {
  const base = { ...file, base: file.value, savedAt: 0 };
  if (unsaved === undefined || isSame(unsaved.value, file.value)) return base;
  const { sent, ...mine } = unsaved;
  unanswered.set(file.key, sent ?? []);
  return { ...base, ...mine };
}

function adoptFile(mine: LocalFile | undefined, theirs: DraftFile, readAtMs: number): LocalFile {
  if (mine === undefined) return toLocal(theirs, readUnsaved(owner).get(theirs.key));
  if (isUnsaved(mine) || mine.savedAt > readAtMs) return mine;
  const value = keepSame(mine.value, theirs.value);
  return { ...theirs, value, base: value, savedAt: mine.savedAt };
}

/** Shows the server's draft, except files with unsaved changes. @param readAtMs `performance.now()` when it was asked for */
export function adoptDraft(draft: DraftState, readAtMs: number, operator: string): void {
  if (owner !== operator) {
    store.set(NOTHING);
    owner = operator;
  }
  const { files, problems, facts } = store.read();
  const isNewer = lastSavedAt <= readAtMs;
  const kept = [...files.values()].filter(isUnsaved);
  change({
    files: new Map([
      // Typed text stays while the server cannot read a file.
      ...kept.map((file) => [file.key, file] as const),
      ...draft.files.map((file) => {
        return [file.key, adoptFile(files.get(file.key), file, readAtMs)] as const;
      }),
    ]),
    ...(isNewer && {
      problems: keepSame(problems, draft.problems),
      facts: keepSame(facts, draft.facts),
    }),
  });
  if (hasUnsaved()) void send();
}

export function adoptPreview(preview: PagePreview | null, readAtMs: number): void {
  if (preview !== null && lastSavedAt <= readAtMs) change({ preview });
}

/** Shows the server's draft in place of everything on this device: it was discarded, or an earlier version is back. */
export function replaceDraft(draft: DraftState): void {
  dropUnsaved();
  refused.clear();
  unanswered.clear();
  lastSavedAt = performance.now();
  change({
    files: new Map(
      draft.files.map((file) => [file.key, { ...file, base: file.value, savedAt: lastSavedAt }]),
    ),
    problems: draft.problems,
    facts: draft.facts,
    saving: { is: 'idle' },
    conflict: null,
  });
}

/** Changes a field at once and saves it soon. @param next the value, or how it follows from the present one; undefined removes it */
export function editField(key: string, path: FieldPath, next: unknown): void {
  const file = store.read().files.get(key);
  if (!file) return;
  const before = readAt(file.value, path);
  const after = typeof next === 'function' ? next(before) : next;
  if (Object.is(before, after)) return;
  setFile({ ...file, value: replaceAt(file.value, path, after) });
  if (store.read().saving.is !== 'saving') change({ saving: { is: 'saving' } });
  schedule(DEBOUNCE_MS);
}

function schedule(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void send(), ms);
}

const findUnsaved = (): LocalFile | undefined => {
  const { files, conflict } = store.read();
  return [...files.values()].find(
    (file) => isUnsaved(file) && conflict?.key !== file.key && refused.get(file.key) !== file.value,
  );
};

const hasUnsaved = (): boolean => [...store.read().files.values()].some(isUnsaved);

function keepAll(): void {
  // Before the draft is read, the stored files are not known here.
  if (owner === '') return;
  const { files } = store.read();
  // Those of files that cannot be read on the server now.
  const others = [...readUnsaved(owner)].filter(([key]) => !files.has(key));
  keepUnsaved(owner, [
    ...others.map(([key, file]) => ({ key, ...file })),
    ...[...files.values()]
      .filter(isUnsaved)
      .map((file) => ({ ...file, sent: unanswered.get(file.key) ?? [] })),
  ]);
}

/** Sends unsaved files one after another, the newest value of each. */
async function send(): Promise<void> {
  keepAll();
  if (isSending) return;
  isSending = true;
  clearTimeout(timer);
  for (let file = findUnsaved(); file; file = findUnsaved()) {
    change({ saving: { is: 'saving' } });
    if (!(await sendFile(file))) break;
  }
  isSending = false;
  keepAll();
}

/** @returns whether the next file can be sent */
async function sendFile({ key, version, value }: LocalFile): Promise<boolean> {
  const sent = unanswered.get(key) ?? [];
  unanswered.set(key, [...sent, value].slice(0, MAX_UNANSWERED));
  try {
    const body = { version, value };
    adoptSaved(value, await call<SavedDraft>(`page/draft/${key}`, { method: 'PUT', body }));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'changed') {
      meetChange(key, error.current as DraftFile);
      return true;
    }
    change({ saving: { is: 'failed', reason: explain(error) } });
    if (isClientError(error)) refused.set(key, value);
    else schedule(RETRY_MS);
    return false;
  }
}

function adoptSaved(sent: unknown, { file, problems, facts, preview }: SavedDraft): void {
  unanswered.delete(file.key);
  const before = store.read();
  const mine = before.files.get(file.key);
  lastSavedAt = performance.now();
  const isCurrent = mine?.value === sent;
  // Equal values keep the object on the screen, so that no field is drawn again.
  const base = isSame(sent, file.value) ? sent : file.value;
  const value = isCurrent ? base : mine?.value;
  change({
    files: new Map(before.files).set(file.key, { ...file, base, value, savedAt: lastSavedAt }),
    problems: keepSame(before.problems, problems),
    facts: keepSame(before.facts, facts),
    preview: preview ?? before.preview,
    saving: isCurrent ? { is: 'saved', at: new Date().toISOString() } : before.saving,
  });
}

const mergeWith = (theirs: DraftFile, mine: LocalFile, winner: 'mine' | 'theirs'): Merged =>
  mergeChanges({ base: mine.base, mine: mine.value, theirs: theirs.value }, winner);

/** Joins another operator's change with this operator's, or asks if both changed the same field. */
function meetChange(key: string, theirs: DraftFile): void {
  const mine = store.read().files.get(key);
  if (!mine) return;
  const isOwn = unanswered.get(key)?.some((value) => isSame(value, theirs.value)) ?? false;
  unanswered.delete(key);
  // An earlier saving arrived there, and its answer was lost here.
  if (isOwn) {
    putMerged(theirs, mine);
    return;
  }
  const merged = mergeWith(theirs, mine, 'mine');
  if (merged.both.length > 0) {
    change({ conflict: { key, theirs }, saving: { is: 'idle' } });
    return;
  }
  putMerged(theirs, merged);
  if (merged.theirs.length > 0) change({ joined: { key, theirs, paths: merged.theirs } });
}

/** Forgets a joined change after the operator has seen it. */
export const dropJoined = (): void => change({ joined: null });

function putMerged(theirs: DraftFile, { value }: Pick<Merged, 'value'>): void {
  const base = isSame(theirs.value, value) ? value : theirs.value;
  setFile({ ...theirs, base, value, savedAt: performance.now() });
}

/** Returns the fields of a conflict that both operators changed, and those that only the other one changed. */
export function readConflict({ key, theirs }: Conflict) {
  const mine = store.read().files.get(key);
  return mine ? { mine, ...mergeWith(theirs, mine, 'mine') } : null;
}

/** Ends a conflict: the fields that both changed get this operator's values or the other's. */
export function resolveConflict(winner: 'mine' | 'theirs'): void {
  const { conflict, files } = store.read();
  const mine = conflict && files.get(conflict.key);
  if (!mine) return;
  putMerged(conflict.theirs, mergeWith(conflict.theirs, mine, winner));
  change({ conflict: null, saving: { is: 'saved', at: new Date().toISOString() } });
  void send();
}

window.addEventListener('online', () => void send());
window.addEventListener('pagehide', keepAll);
onSignOut(() => {
  clearTimeout(timer);
  dropUnsaved();
  store.set(NOTHING);
  owner = '';
});
