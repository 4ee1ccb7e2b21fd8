import { CONTACT_STATE_LABELS } from '@funil/contract/console/contact-states';
import type {
  ContactChange,
  ContactItem,
  ContactState,
  StateChangesResponse,
} from '@funil/contract/console/contacts';
import type { Page } from '@funil/contract/console/page';
import type { InfiniteData } from '@tanstack/react-query';
import { ApiError, call } from '../api.ts';
import { refreshTables } from '../live/refresh.ts';
import { runWithErrorToast, showError, showToast } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';
import { contactQuery } from './queries.ts';

/** Puts rows from the server into every loaded query. @param note the saved note, which rows do not carry */
export async function showRows(items: readonly ContactItem[], note?: string): Promise<void> {
  // A running request may carry rows from before the change. A query without data still needs its response.
  await queryClient.cancelQueries({
    predicate: ({ queryKey: [name], state }) =>
      (name === 'list' || name === 'subject') && state.data !== undefined,
  });
  const replace = (row: ContactItem) =>
    items.find(({ subject, version }) => subject === row.subject && version >= row.version) ?? row;
  queryClient.setQueriesData<InfiniteData<Page<ContactItem>>>(
    { queryKey: ['list'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.map(replace) })),
      },
  );
  for (const item of items) {
    queryClient.setQueryData(
      contactQuery(item.subject).queryKey,
      (contact) => contact && { ...contact, ...item, note: note ?? contact.note },
    );
  }
  refreshTables(['subjects']);
}

const pathOf = (subject: string) => `subjects/${encodeURIComponent(subject)}`;

/** Saves a contact's state or note. @returns false if the contact no longer has the given version @throws ApiError */
export async function saveContact(subject: string, change: ContactChange): Promise<boolean> {
  try {
    const item = await call<ContactItem>(pathOf(subject), { method: 'PATCH', body: change });
    await showRows([item], change.note);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'changed') throw error;
    await showRows([error.current as ContactItem]);
    return false;
  }
}

type Row = Pick<ContactItem, 'subject' | 'version' | 'state'>;

async function setStates(rows: readonly Row[], state: ContactState) {
  const items = rows.map(({ subject, version }) => ({ subject, version }));
  const { results } = await call<StateChangesResponse>('subjects/state', {
    method: 'POST',
    body: { state, items },
  });
  await showRows(results.flatMap((result) => (result.ok ? result.item : (result.current ?? []))));
  return results;
}

const people = (count: number) => (count === 1 ? '1 pessoa' : `${count} pessoas`);

/** Shows how many contacts stayed as another operator left them. */
function showSkipped(count: number): void {
  if (count === 0) return;
  const text =
    count === 1
      ? 'mudou enquanto isso e ficou como está agora.'
      : 'mudaram enquanto isso e ficaram como estão agora.';
  showError(`${people(count)} ${text} Confira na lista.`);
}

/** Gives each changed contact its earlier state back. */
async function undo(changed: readonly Row[], before: readonly Row[]): Promise<void> {
  let undone = 0;
  for (const state of new Set(before.map((row) => row.state))) {
    const subjects = before.filter((row) => row.state === state).map(({ subject }) => subject);
    const rows = changed.filter(({ subject }) => subjects.includes(subject));
    if (rows.length === 0) continue;
    const results = await setStates(rows, state);
    undone += results.filter(({ ok }) => ok).length;
  }
  showSkipped(changed.length - undone);
  if (undone === changed.length) showToast('Desfeito.');
  else if (undone > 0) showToast(`Desfeito: ${people(undone)}.`);
}

function showChanged(changed: readonly Row[], state: ContactState, before: readonly Row[]): void {
  if (changed.length === 0) return;
  showToast(`${people(changed.length)}: ${CONTACT_STATE_LABELS[state].toLowerCase()}.`, {
    label: 'Desfazer',
    onClick: () => void runWithErrorToast(() => undo(changed, before)),
  });
}

/** Changes the state of several contacts and offers to undo it. */
export const changeStates = (rows: readonly Row[], state: ContactState): Promise<void> =>
  runWithErrorToast(async () => {
    const results = await setStates(rows, state);
    const changed = results.flatMap((result) => (result.ok ? [result.item] : []));
    showSkipped(results.length - changed.length);
    showChanged(changed, state, rows);
  });

/**
 * Changes a new contact whose row is not loaded to "em conversa". The first attempt assumes an unchanged contact,
 * because the operator may leave the page before the row arrives.
 */
const startConversation = (subject: string): Promise<void> =>
  runWithErrorToast(async () => {
    const assumed: Row = { subject, version: 0, state: 'novo' };
    const [result] = await setStates([assumed], 'em_conversa');
    if (result?.ok) showChanged([result.item], 'em_conversa', [assumed]);
    else if (result?.current?.state === 'novo') await changeStates([result.current], 'em_conversa');
  });

/** Records in the timeline that a conversation was opened. @param template the id of its text; null: none */
export async function recordMessage(subject: string, template: number | null): Promise<void> {
  try {
    await call(`${pathOf(subject)}/messages`, { method: 'POST', body: { template } });
    void queryClient.invalidateQueries({ queryKey: ['subject', subject] });
  } catch {
    // The conversation is open all the same; the timeline lacks an entry.
  }
}

/** Records an opened conversation and changes a new contact to "em conversa". */
export function recordConversation(item: ContactItem, template: number | null): void {
  if (item.state === 'novo') void changeStates([item], 'em_conversa');
  void recordMessage(item.subject, template);
}

/** Records an opened conversation with a sale's contact, whose row is not loaded, and changes a new contact. */
export function recordSaleConversation(subject: string | null, template: number | null): void {
  if (subject === null) return;
  void startConversation(subject);
  void recordMessage(subject, template);
}
