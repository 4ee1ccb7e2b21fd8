import type { Page } from '@funil/contract/console/page';
import type { SubjectItem } from '@funil/contract/console/subjects';
import { type InfiniteData, InfiniteQueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../queries.ts';
import { saveContact } from './change-contact.ts';
import { listQuery, putItems } from './queries.ts';

const api = vi.hoisted(() => ({ call: vi.fn(), readList: vi.fn() }));
vi.mock('../api.ts', async (original) => ({ ...(await original<object>()), ...api }));

// Its refetch would hide an older answer that was shown.
vi.mock('../live/refresh.ts', () => ({ refreshTables: () => {} }));

const row = (version: number, state: SubjectItem['state']) =>
  ({ subject: 'lead:1', version, state }) as SubjectItem;

const shownStates = () =>
  queryClient
    .getQueryData<InfiniteData<Page<SubjectItem>>>(listQuery('leads', {}).queryKey)
    ?.pages.flatMap(({ items }) => items.map(({ state }) => state));

test('shows the saved state although an older answer for the list was on its way', async () => {
  api.readList.mockResolvedValueOnce({ items: [row(0, 'novo')], next: null });
  const stop = new InfiniteQueryObserver(queryClient, listQuery('leads', {})).subscribe(() => {});
  await expect.poll(shownStates).toEqual(['novo']);
  const older = Promise.withResolvers<object>();
  api.readList.mockReturnValueOnce(older.promise);
  void queryClient.refetchQueries({ queryKey: ['list'] });
  api.call.mockResolvedValueOnce(row(1, 'aprovado'));
  await saveContact('lead:1', { version: 0, state: 'aprovado' });
  older.resolve({ items: [row(0, 'novo')], next: null });
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(shownStates()).toEqual(['aprovado']);
  putItems([row(0, 'novo')]);
  expect(shownStates()).toEqual(['aprovado']);
  stop();
  queryClient.clear();
});
