import type { ContactItem, FullContact } from '@funil/contract/console/contacts';
import type { Page } from '@funil/contract/console/page';
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropChanges } from '../live/refresh.ts';
import { queryClient } from '../queries.ts';
import { showRows } from './change-contact.ts';
import { contactQuery, listQuery } from './queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

const item = (version: number, state: ContactItem['state']) =>
  ({ subject: 'lead:1', version, state }) as ContactItem;

/** Observes a contact and a list with it; the test answers their requests. */
function observe() {
  const details: PromiseWithResolvers<FullContact>[] = [];
  const pages: PromiseWithResolvers<Page<ContactItem>>[] = [];
  const request = <Data>(requests: PromiseWithResolvers<Data>[]) => {
    const pending = Promise.withResolvers<Data>();
    requests.push(pending);
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
      details.at(-1)?.resolve({ ...item(version, state), note } as FullContact);
      pages.at(-1)?.resolve({ items: [item(version, state)], next: null });
      await vi.advanceTimersByTimeAsync(0);
    },
    async show(row: ContactItem, note?: string) {
      await showRows([row], note);
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
  await show(item(1, 'em_conversa'), 'Ligar amanhã');
  await answer(0, 'novo', 'Ligar');
  const saved = { list: ['em_conversa'], state: 'em_conversa', note: 'Ligar amanhã' };
  expect(shown()).toEqual(saved);
});

test('keeps a newer row in the list when an older one is shown', async () => {
  const { answer, show, shown } = observe();
  await answer(1, 'aprovado', '');
  await show(item(0, 'novo'));
  expect(shown().list).toEqual(['aprovado']);
});

test('shows the first response that arrives while a change is saved', async () => {
  const { answer, show, shown } = observe();
  await show(item(1, 'aprovado'));
  await answer(1, 'aprovado', 'Ligar');
  expect(shown()).toEqual({ list: ['aprovado'], state: 'aprovado', note: 'Ligar' });
});
