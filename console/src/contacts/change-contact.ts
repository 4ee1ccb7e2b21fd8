import { CONTACT_STATE_LABELS } from '@funil/contract/console/contact-states';
import type {
  ContactChange,
  ContactItem,
  ContactState,
  StateChangesAnswer,
} from '@funil/contract/console/contacts';
import { ApiError, call } from '../api.ts';
import { refreshTables } from '../live/refresh.ts';
import { runAction, showError, showToast } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';
import { contactQuery, putItems } from './queries.ts';

type Saved =
  | { readonly ok: true; readonly item: ContactItem }
  /** Another operator saved first: `current` is the row as the server has it now. */
  | { readonly ok: false; readonly current: ContactItem };

/** Shows rows as the server returned them. @param note the note that was just saved: rows do not have it */
export async function show(items: readonly ContactItem[], note?: string): Promise<void> {
  await putItems(items);
  for (const item of items) {
    const { queryKey } = contactQuery(item.subject);
    if (queryClient.getQueryData(queryKey) === undefined) continue;
    // Details that are on their way may be from before the change.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(
      queryKey,
      (detail) => detail && { ...detail, ...item, note: note ?? detail.note },
    );
  }
  refreshTables(['subjects']);
}

/**
 * Saves state or note of one person, if the row still has the version that the operator saw.
 * @throws ApiError unless it is saved or another operator was first
 */
export async function saveContact(subject: string, change: ContactChange): Promise<Saved> {
  try {
    const path = `subjects/${encodeURIComponent(subject)}`;
    const item = await call<ContactItem>(path, { method: 'PATCH', body: change });
    await show([item], change.note);
    return { ok: true, item };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'changed') throw error;
    const current = error.current as ContactItem;
    await show([current]);
    return { ok: false, current };
  }
}

type Row = Pick<ContactItem, 'subject' | 'version' | 'state'>;

async function setStates(rows: readonly Row[], state: ContactState) {
  const items = rows.map(({ subject, version }) => ({ subject, version }));
  const answer = await call<StateChangesAnswer>('subjects/state', {
    method: 'POST',
    body: { state, items },
  });
  await show(
    answer.results.flatMap((result) => (result.ok ? result.item : (result.current ?? []))),
  );
  return answer.results;
}

const people = (count: number) => (count === 1 ? '1 pessoa' : `${count} pessoas`);

/** Says how many were not changed, because another operator was first. */
function warnOfRefused(count: number): void {
  if (count === 0) return;
  const words =
    count === 1
      ? 'mudou enquanto isso e ficou como está agora.'
      : 'mudaram enquanto isso e ficaram como estão agora.';
  showError(`${people(count)} ${words} Confira na lista.`);
}

/** Undoes a change of several people. @param before the state of each before it */
async function undo(changed: readonly Row[], before: ReadonlyMap<string, ContactState>) {
  let undone = 0;
  for (const state of new Set(before.values())) {
    const rows = changed.filter(({ subject }) => before.get(subject) === state);
    if (rows.length === 0) continue;
    const results = await setStates(rows, state);
    undone += results.filter(({ ok }) => ok).length;
  }
  warnOfRefused(changed.length - undone);
  if (undone === changed.length) showToast('Desfeito.');
  else if (undone > 0) showToast(`Desfeito: ${people(undone)}.`);
}

/** Says how many were moved, and offers to undo it. */
function tellMoved(changed: readonly Row[], state: ContactState, rows: readonly Row[]): void {
  if (changed.length === 0) return;
  const before = new Map(rows.map((row) => [row.subject, row.state]));
  showToast(`${people(changed.length)}: ${CONTACT_STATE_LABELS[state].toLowerCase()}.`, {
    label: 'Desfazer',
    onClick: () => void runAction(() => undo(changed, before)),
  });
}

/** Moves several people to a state, says how many, and offers to undo it. */
export const moveContacts = (rows: readonly Row[], state: ContactState): Promise<void> =>
  runAction(async () => {
    const results = await setStates(rows, state);
    const changed = results.flatMap((result) => (result.ok ? [result.item] : []));
    warnOfRefused(results.length - changed.length);
    tellMoved(changed, state, rows);
  });

/**
 * Moves a new person into conversation whose row is not at hand. Most new people have no changes yet, and that is
 * assumed at first, because the operator may be gone before the row would arrive.
 */
const beginConversation = (subject: string): Promise<void> =>
  runAction(async () => {
    const assumed: Row = { subject, version: 0, state: 'novo' };
    const [result] = await setStates([assumed], 'em_conversa');
    if (result?.ok) tellMoved([result.item], 'em_conversa', [assumed]);
    else if (result?.current?.state === 'novo') await moveContacts([result.current], 'em_conversa');
  });

/** Records that a conversation was opened. @param template the text's id; null: none */
export async function noteMessage(subject: string, template: number | null): Promise<void> {
  const path = `subjects/${encodeURIComponent(subject)}/messages`;
  try {
    await call(path, { method: 'POST', body: { template } });
    void queryClient.invalidateQueries({ queryKey: ['subject', subject] });
  } catch {
    // The conversation is open all the same; the timeline lacks a line.
  }
}

/** Records that a conversation was opened, and moves a new person into conversation. */
export function noteConversation(item: ContactItem, template: number | null): void {
  if (item.state === 'novo') void moveContacts([item], 'em_conversa');
  void noteMessage(item.subject, template);
}

/** The same for the lead or application of a sale, whose row is not at hand. */
export function noteConversationWith(subject: string | null, template: number | null): void {
  if (subject === null) return;
  void beginConversation(subject);
  void noteMessage(subject, template);
}
