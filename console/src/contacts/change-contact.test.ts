import type { ContactItem, FullContact } from '@funil/contract/contacts/contacts';
import type { ListPage } from '@funil/contract/list-page';
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../api.ts';
import { dropChanges } from '../live/refresh.ts';
import { takeQueuedToasts } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';
import { changeStates, replaceCachedRows } from './change-contact.ts';
import { contactQuery, listQuery } from './queries.ts';

vi.mock('../api.ts', async (load) => ({ ...(await load()), call: vi.fn() }));

const contactItem = (version: number, state: ContactItem['state']) =>
  ({ subject: 'lead:1', version, state }) as ContactItem;

/** Observes a contact and a list with it; the test answers their requests. */
function observe() {
  vi.useFakeTimers();
  onTestFinished(async () => {
    // A refresh that still waits for the fake clock would never end.
    await vi.runAllTimersAsync();
    queryClient.clear();
    vi.useRealTimers();
  });
  const details: PromiseWithResolvers<FullContact>[] = [];
  const pages: PromiseWithResolvers<ListPage<ContactItem>>[] = [];
  const request = <Data>(queue: PromiseWithResolvers<Data>[]) => {
    const pending = Promise.withResolvers<Data>();
    queue.push(pending);
    return pending.promise;
  };
  const detail = new QueryObserver(queryClient, {
    ...contactQuery('lead:1'),
    queryFn: () => request(details),
  });
  const list = new InfiniteQueryObserver(queryClient, {
    ...listQuery('leads', {}),
    queryFn: () => request(pages),
  });
  detail.subscribe(() => {});
  list.subscribe(() => {});
  return {
    /** Answers both queries' latest requests. */
    async answer(version: number, state: ContactItem['state'], note: string) {
      details.at(-1)?.resolve({ ...contactItem(version, state), note } as FullContact);
      pages.at(-1)?.resolve({ items: [contactItem(version, state)], next: null });
      await vi.advanceTimersByTimeAsync(0);
    },
    async show(row: ContactItem) {
      await replaceCachedRows([row]);
      dropChanges();
    },
    requests: () => [details.length, pages.length],
    shown: () => {
      const { state, note } = detail.getCurrentResult().data ?? {};
      return { list: list.getCurrentResult().data?.map((row) => row.state), state, note };
    },
  };
}

test('shows a saved contact when an older response arrives after it', async () => {
  const { answer, show, requests, shown } = observe();
  await answer(0, 'novo', 'Ligar');
  void queryClient.refetchQueries();
  expect(requests()).toEqual([2, 2]);
  await show(contactItem(1, 'em_conversa'));
  await answer(0, 'novo', 'Ligar');
  const saved = { list: ['em_conversa'], state: 'em_conversa', note: 'Ligar' };
  expect(shown()).toEqual(saved);
});

test('keeps a newer row in the list when an older one arrives', async () => {
  const { answer, show, shown } = observe();
  await answer(1, 'aprovado', '');
  await show(contactItem(0, 'novo'));
  expect(shown().list).toEqual(['aprovado']);
});

test('shows the first response that arrives while a change is saved', async () => {
  const { answer, show, shown } = observe();
  await show(contactItem(1, 'aprovado'));
  await answer(1, 'aprovado', 'Ligar');
  expect(shown()).toEqual({ list: ['aprovado'], state: 'aprovado', note: 'Ligar' });
});

test('changes the states of open contacts, and counts contacts whose state their sales decide', async () => {
  const openContact = { subject: 'lead:1', version: 0, state: 'novo', paid: false } as const;
  const buyer = { subject: 'lead:2', version: 0, state: 'comprou', paid: true } as const;
  const soldMeanwhile = { ...openContact, subject: 'lead:3' };
  vi.mocked(call).mockResolvedValueOnce({
    results: [
      { subject: 'lead:1', ok: true, item: { ...contactItem(1, 'perdido'), paid: false } },
      {
        subject: 'lead:3',
        ok: true,
        item: { ...contactItem(1, 'comprou'), subject: 'lead:3', paid: true },
      },
    ],
  });
  await changeStates([openContact, buyer, soldMeanwhile], 'perdido');
  dropChanges();
  const items = ['lead:1', 'lead:3'].map((subject) => ({ subject, version: 0 }));
  expect(vi.mocked(call).mock.lastCall?.[1]).toMatchObject({ body: { state: 'perdido', items } });
  expect(takeQueuedToasts().map(({ text }) => text)).toEqual([
    '2 pessoas ficam como a venda diz: comprou, ou o dinheiro voltou.',
    '1 pessoa: perdido.',
  ]);
});

test('changes the states of more than 200 contacts by several requests', async () => {
  const row = { version: 0, state: 'novo', paid: false } as const;
  const rows = Array.from({ length: 201 }, (_, number) => ({ ...row, subject: `lead:${number}` }));
  vi.mocked(call).mockReset().mockResolvedValue({ results: [] });
  await changeStates(rows, 'perdido');
  dropChanges();
  const sizes = vi.mocked(call).mock.calls.map(([, options]) => Object(options).body.items.length);
  expect(sizes).toEqual([200, 1]);
});
