import type { LiveResponse } from '@funil/contract/console/live';
import {
  environmentManager,
  focusManager,
  onlineManager,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ApiError, call, UNREACHABLE_PROBLEM } from '../api.ts';
import { queryClient } from '../queries.ts';
import { followChanges, marksQuery } from './follow-changes.ts';
import * as liveState from './live-state.ts';

vi.mock('../api.ts', async (load) => ({ ...(await load()), call: vi.fn() }));
vi.mock('./live-state.ts', async (load) => ({ ...(await load()), setLiveState: vi.fn() }));

// TanStack Query takes a process without a window for a server, where it never refetches.
environmentManager.setIsServer(() => false);

/** The interval between two requests, and some time for the response. */
const REQUEST_MS = 1_510;
const BATCH_MS = 260;

/** Follows a server whose answer the test sets, with two queries on the screen. */
async function follow() {
  vi.useFakeTimers();
  queryClient.mount();
  const server = {
    answer: { build: '1', role: 'owner', marks: { leads: 'a', templates: 'a' } } as LiveResponse,
    error: null as ApiError | null,
    wait: null as Promise<void> | null,
  };
  vi.mocked(call).mockImplementation(async () => {
    await server.wait;
    if (server.error) throw server.error;
    return server.answer;
  });
  const today = vi.fn(async () => 'leads');
  const templates = vi.fn(async () => 'texts');
  // The console's router reads the marks in the same way before the first view.
  void queryClient.prefetchQuery(marksQuery);
  const stopFollowing = followChanges();
  const show = (options: QueryObserverOptions<string>) =>
    new QueryObserver(queryClient, options).subscribe(() => {});
  const stops = [
    show({ queryKey: ['today'], meta: { tables: ['leads'] }, queryFn: today }),
    show({ queryKey: ['templates'], meta: { tables: ['templates'] }, queryFn: templates }),
    stopFollowing,
  ];
  const reads = () => [today.mock.calls.length, templates.mock.calls.length];
  const shownState = () => vi.mocked(liveState.setLiveState).mock.lastCall?.[0];
  await vi.advanceTimersByTimeAsync(10);
  return {
    server,
    reads,
    shown: shownState,
    countRequests: () => vi.mocked(call).mock.calls.length,
    stopFollowing,
    async [Symbol.asyncDispose]() {
      for (const stop of stops) stop();
      focusManager.setFocused(undefined);
      onlineManager.setOnline(true);
      queryClient.clear();
      queryClient.unmount();
      await vi.runAllTimersAsync();
      vi.useRealTimers();
      vi.clearAllMocks();
    },
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('reads the first view once, and after a change only the queries of the changed table', async () => {
  await using followed = await follow();
  expect(followed.shown()).toBe('live');
  await pass(REQUEST_MS + BATCH_MS);
  expect(followed.countRequests()).toBe(2);
  expect(followed.reads()).toEqual([1, 1]);
  followed.server.answer = { ...followed.server.answer, marks: { leads: 'b', templates: 'a' } };
  await pass(REQUEST_MS + BATCH_MS);
  expect(followed.reads()).toEqual([2, 1]);
});

test('sends no request while the tab is hidden, and one as soon as it is shown', async () => {
  await using followed = await follow();
  focusManager.setFocused(false);
  await pass(60_000);
  expect(followed.countRequests()).toBe(1);
  focusManager.setFocused(true);
  await pass(10);
  expect(followed.countRequests()).toBe(2);
});

test('sends no second request while the first waits for a slow response', async () => {
  await using followed = await follow();
  followed.server.wait = new Promise(() => {});
  await pass(9_000);
  expect(followed.countRequests()).toBe(2);
  expect(followed.shown()).toBe('live');
});

test('sends fewer requests while the server does not answer, and refetches every query when it does', async () => {
  await using followed = await follow();
  followed.server.error = new ApiError(0, UNREACHABLE_PROBLEM);
  await pass(REQUEST_MS);
  expect(followed.shown()).toBe('unanswered');
  const requestsPerMinute: number[] = [];
  for (let minute = 0; minute < 3; minute += 1) {
    const before = followed.countRequests();
    await pass(60_000);
    requestsPerMinute.push(followed.countRequests() - before);
  }
  expect(requestsPerMinute).toEqual([4, 2, 2]);
  followed.server.error = null;
  await pass(30_000);
  expect(followed.shown()).toBe('live');
  expect(followed.reads()).toEqual([2, 2]);
});

test('says that there is no internet, and refetches every query as soon as there is', async () => {
  await using followed = await follow();
  onlineManager.setOnline(false);
  await pass(REQUEST_MS);
  expect(followed.shown()).toBe('offline');
  onlineManager.setOnline(true);
  await pass(10);
  expect(followed.shown()).toBe('live');
  expect(followed.reads()).toEqual([2, 2]);
});

test('refetches every query when the operator’s role has changed', async () => {
  await using followed = await follow();
  followed.server.answer = { ...followed.server.answer, role: 'manager' };
  await pass(REQUEST_MS);
  expect(followed.reads()).toEqual([2, 2]);
});

test('removes every query’s data when the operator signs out', async () => {
  await using followed = await follow();
  expect(queryClient.getQueryData(['today'])).toBe('leads');
  followed.stopFollowing();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test('says that this session may not see data', async () => {
  await using followed = await follow();
  followed.server.error = new ApiError(403, { code: 'forbidden', message: 'Não pode.' });
  await pass(REQUEST_MS);
  expect(followed.shown()).toBe('refused');
});
