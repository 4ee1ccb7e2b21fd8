import { globSync, readFileSync } from 'node:fs';
import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../queries.ts';
import { todayQuery } from '../today/queries.ts';
import { dropChanges, refreshAll, refreshTables } from './refresh.ts';

const BATCH_MS = 250;
const MAX_REFETCH_MS = 30_000;
const settle = () => vi.advanceTimersByTimeAsync(BATCH_MS);

/** Shows a query on the screen; the test answers its requests. */
async function showToday() {
  vi.useFakeTimers();
  const requests: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['today'],
    meta: { tables: ['leads', 'page'] },
    retry: false,
    queryFn: () => {
      const request = Promise.withResolvers<string>();
      requests.push(request);
      return request.promise;
    },
  });
  const stop = observer.subscribe(() => {});
  requests[0]?.resolve('1 lead');
  await settle();
  return {
    requests,
    text: () => queryClient.getQueryData(['today']),
    [Symbol.dispose]() {
      stop();
      queryClient.clear();
      vi.useRealTimers();
    },
  };
}

test('shows a running request’s response during frequent changes, and then refetches once', async () => {
  using today = await showToday();
  refreshTables(['leads']);
  await settle();
  for (let count = 0; count < 5; count += 1) refreshTables(['leads']);
  await settle();
  expect(today.requests).toHaveLength(2);
  today.requests[1]?.resolve('2 leads');
  await settle();
  expect(today.text()).toBe('2 leads');
  today.requests[2]?.resolve('7 leads');
  await settle();
  expect(today.text()).toBe('7 leads');
  expect(today.requests).toHaveLength(3);
});

test('refetches after a response that was requested before the change', async () => {
  using today = await showToday();
  void queryClient.refetchQueries({ queryKey: ['today'] });
  refreshTables(['leads']);
  await settle();
  expect(today.requests).toHaveLength(2);
  today.requests[1]?.resolve('before');
  await settle();
  today.requests[2]?.resolve('after');
  await settle();
  expect(today.text()).toBe('after');
});

test('refreshes again after a request that failed', async () => {
  using today = await showToday();
  refreshTables(['leads']);
  await settle();
  today.requests[1]?.reject(new Error('broken'));
  await settle();
  refreshTables(['leads']);
  await settle();
  today.requests[2]?.resolve('2 leads');
  await settle();
  expect(today.text()).toBe('2 leads');
});

test('refetches nothing when the changes are dropped', async () => {
  using today = await showToday();
  refreshTables(['leads']);
  dropChanges();
  await settle();
  expect(today.requests).toHaveLength(1);
});

test('does not refetch a query without the changed table', async () => {
  using today = await showToday();
  refreshTables(['templates']);
  await settle();
  expect(today.requests).toHaveLength(1);
});

test('refreshes other queries while one request hangs', async () => {
  using today = await showToday();
  const templates = vi.fn(async () => 'texts');
  const stop = new QueryObserver(queryClient, {
    queryKey: ['templates'],
    meta: { tables: ['templates'] },
    queryFn: templates,
  }).subscribe(() => {});
  refreshTables(['leads']);
  await settle();
  expect(today.requests).toHaveLength(2);
  refreshTables(['templates']);
  await vi.advanceTimersByTimeAsync(MAX_REFETCH_MS + BATCH_MS);
  expect(templates).toHaveBeenCalledTimes(2);
  refreshTables(['leads']);
  await settle();
  today.requests[2]?.resolve('2 leads');
  await settle();
  expect(today.text()).toBe('2 leads');
  stop();
});

test('drops lists that are not on the screen when every query is refetched', async () => {
  using today = await showToday();
  const list = ['list', 'leads', {}];
  queryClient.setQueryData(list, 'an erased person');
  refreshAll();
  expect(queryClient.getQueryData(list)).toBeUndefined();
  expect(today.text()).toBe('1 lead');
});

test('refetches the view Hoje when the page changes, because the view shows steps of the page', () => {
  expect(todayQuery.meta?.tables).toContain('page');
});

test('every query in the code names its tables', () => {
  const src = `${import.meta.dirname}/..`;
  const count = (file: string, property: RegExp) =>
    readFileSync(`${src}/${file}`, 'utf8').split(property).length - 1;
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !file.includes('.test.'));
  const countQueries = (file: string) => count(file, /\bqueryFn[:(]/);
  expect(countQueries('api.ts')).toBe(1);
  expect(files.filter((file) => countQueries(file) !== count(file, /\bmeta: \{ tables/))).toEqual(
    [],
  );
});
