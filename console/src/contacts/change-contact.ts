import { CONTACT_STATE_LABELS, isContactState } from '@funil/contract/contacts/contact-states';
import type {
  ContactChange,
  ContactItem,
  ContactState,
  StateChangeResult,
} from '@funil/contract/contacts/contacts';
import { formatQuantity } from '@funil/contract/counts';
import type { ListPage } from '@funil/contract/list-page';
import type { InfiniteData } from '@tanstack/react-query';
import { call, changeRow } from '../api.ts';
import { refreshTables } from '../live/refresh.ts';
import { runWithErrorToast, showError, showToast, showUndoable } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';
import { contactQuery } from './queries.ts';
import { isStateOfSale } from './states.tsx';

/** Replaces older versions of the rows in every loaded query. */
export async function replaceCachedRows(items: readonly ContactItem[]): Promise<void> {
  // A running request may return rows from before the change. A first load goes on, because nothing would load again.
  await queryClient.cancelQueries({
    predicate: ({ queryKey: [name], state }) =>
      (name === 'list' || name === 'contact') && state.data !== undefined,
  });
  const newestOf = (row: ContactItem) =>
    items.find(({ subject, version }) => subject === row.subject && version >= row.version) ?? row;
  queryClient.setQueriesData<InfiniteData<ListPage<ContactItem>>>(
    { queryKey: ['list'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((slice) => ({ ...slice, items: slice.items.map(newestOf) })),
      },
  );
  for (const item of items) {
    queryClient.setQueryData(
      contactQuery(item.subject).queryKey,
      (contact) => contact && { ...contact, ...item },
    );
  }
  refreshTables(['followups']);
}

/** @returns false if another operator changed the contact after `change.version` @throws ApiError */
export async function saveContact(contactKey: string, change: ContactChange): Promise<boolean> {
  const saved = await changeRow('PATCH subjects/:subject', {
    params: { subject: contactKey },
    body: change,
  });
  await replaceCachedRows([saved.ok ? saved.response : saved.current]);
  return saved.ok;
}

/** Records that a contact is a person, although the server suspects a robot. */
export const confirmPerson = (contactKey: string): Promise<void> =>
  runWithErrorToast(async () => {
    await replaceCachedRows([
      await call('POST subjects/:subject/person', { params: { subject: contactKey } }),
    ]);
    showToast('De volta entre as pessoas e nos números.');
  });

type ChangedRow = Pick<ContactItem, 'subject' | 'version' | 'state' | 'paid'>;

const MAX_ROWS_PER_REQUEST = 200;

async function sendStates(rows: readonly ChangedRow[], state: ContactState) {
  const results: StateChangeResult[] = [];
  for (let start = 0; start < rows.length; start += MAX_ROWS_PER_REQUEST) {
    const batch = rows.slice(start, start + MAX_ROWS_PER_REQUEST);
    const items = batch.map(({ subject, version }) => ({ subject, version }));
    const body = { state, items };
    const response = await call('POST subjects/state', { body });
    results.push(...response.results);
  }
  await replaceCachedRows(
    results.flatMap((result) => (result.ok ? result.item : (result.current ?? []))),
  );
  return results;
}

export const formatPeopleCount = (count: number) => formatQuantity(count, 'pessoa', 'pessoas');

function reportSkipped(count: number): void {
  if (count === 0) return;
  const skipped = formatQuantity(
    count,
    'pessoa mudou enquanto isso e ficou como está agora',
    'pessoas mudaram enquanto isso e ficaram como estão agora',
  );
  showError(`${skipped}. Confira na lista.`);
}

async function undoStateChanges(changed: readonly ChangedRow[], rowsBefore: readonly ChangedRow[]) {
  let undoneCount = 0;
  for (const state of new Set(rowsBefore.map((row) => row.state))) {
    const contactKeys = rowsBefore
      .filter((row) => row.state === state)
      .map(({ subject }) => subject);
    const rows = changed.filter(({ subject }) => contactKeys.includes(subject));
    if (rows.length === 0 || !isContactState(state)) continue;
    const results = await sendStates(rows, state);
    undoneCount += results.filter(({ ok }) => ok).length;
  }
  reportSkipped(changed.length - undoneCount);
  if (undoneCount === changed.length) showToast('Desfeito.');
  else if (undoneCount > 0) showToast(`Desfeito: ${formatPeopleCount(undoneCount)}.`);
}

function reportChanged(
  changed: readonly ChangedRow[],
  state: ContactState,
  rowsBefore: readonly ChangedRow[],
): void {
  if (changed.length === 0) return;
  const text = `${formatPeopleCount(changed.length)}: ${CONTACT_STATE_LABELS[state].toLowerCase()}.`;
  showUndoable(text, () => undoStateChanges(changed, rowsBefore));
}

function reportStatesOfSale(count: number): void {
  if (count === 0) return;
  const people = formatQuantity(count, 'pessoa fica', 'pessoas ficam');
  showToast(`${people} como a venda diz: comprou, ou o dinheiro voltou.`);
}

/** Changes the state of several contacts, except those whose sales decide it. */
export const changeStates = (rows: readonly ChangedRow[], state: ContactState): Promise<void> =>
  runWithErrorToast(async () => {
    const changeable = rows.filter((row) => !isStateOfSale(row));
    const results = await sendStates(changeable, state);
    const changed = results.flatMap((result) => (result.ok ? [result.item] : []));
    // A sale may have arrived since the row was shown.
    const changedByHand = changed.filter((item) => !isStateOfSale(item));
    reportSkipped(results.length - changed.length);
    reportStatesOfSale(rows.length - changeable.length + changed.length - changedByHand.length);
    reportChanged(changedByHand, state, changeable);
  });

/**
 * Sets a contact to "em conversa" if it is still new. The row is not loaded first, because the operator may leave the
 * page before; so the request assumes version 0: that no operator has changed the contact.
 */
const startConversation = (contactKey: string): Promise<void> =>
  runWithErrorToast(async () => {
    const assumedRow: ChangedRow = { subject: contactKey, version: 0, state: 'novo', paid: false };
    const [result] = await sendStates([assumedRow], 'em_conversa');
    if (result?.ok) {
      // The server keeps the state of a buyer.
      const isShown = result.item.state === 'em_conversa';
      if (isShown) reportChanged([result.item], 'em_conversa', [assumedRow]);
    } else if (result?.current?.state === 'novo')
      await changeStates([result.current], 'em_conversa');
  });

/** Records in the timeline that a conversation was opened. @param template id of its template; null if it had none */
export async function recordMessage(contactKey: string, template: number | null): Promise<void> {
  try {
    await call('POST subjects/:subject/messages', {
      params: { subject: contactKey },
      body: { template },
    });
    refreshTables(['followups']);
  } catch {
    // The conversation is open all the same; only its timeline entry is lost.
  }
}

/** Records an opened conversation, and changes a new contact to "em conversa". */
export function recordConversation(item: ContactItem, template: number | null): void {
  if (item.state === 'novo') void changeStates([item], 'em_conversa');
  void recordMessage(item.subject, template);
}

/** Does what `recordConversation` does, for the contact of a sale, whose row is not loaded. */
export function recordSaleConversation(contactKey: string | null, template: number | null): void {
  if (contactKey === null) {
    showToast('A conversa não fica anotada: a venda não está ligada a ninguém.');
    return;
  }
  void startConversation(contactKey);
  void recordMessage(contactKey, template);
}
