import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { makeQueryRefresher } from './refresh-queries.ts';

/** What is on the screen, and a server that answers when the test says so. */
function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const asked: { answer: (words: string) => void; fail: () => void; signal: AbortSignal }[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['today'],
    queryFn: ({ signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      asked.push({ answer: resolve, fail: () => reject(new Error('broken')), signal });
      return promise;
    },
  });
  const stop = observer.subscribe(() => {});
  return {
    client,
    asked,
    words: () => client.getQueryData(['today']),
    refresh: makeQueryRefresher(client),
    [Symbol.dispose]() {
      stop();
      client.clear();
    },
  };
}

test('under a stream of changes the running answer is shown, and one more is asked for', async () => {
  using today = show();
  today.asked[0]?.answer('1 lead');
  await expect.poll(today.words).toBe('1 lead');
  const done = today.refresh('today');
  for (let count = 0; count < 5; count += 1) void today.refresh('today');
  expect(today.asked).toHaveLength(2);
  today.asked[1]?.answer('2 leads');
  await expect.poll(today.words).toBe('2 leads');
  await expect.poll(() => today.asked.length).toBe(3);
  today.asked[2]?.answer('7 leads');
  await done;
  expect(today.words()).toBe('7 leads');
  expect(today.asked).toHaveLength(3);
  expect(today.asked.some(({ signal }) => signal.aborted)).toBe(false);
});

test('an answer that was on its way before the change comes, and is not taken for the last word', async () => {
  using today = show();
  today.asked[0]?.answer('1 lead');
  await expect.poll(today.words).toBe('1 lead');
  void today.client.refetchQueries({ queryKey: ['today'] });
  const done = today.refresh('today');
  expect(today.asked[1]?.signal.aborted).toBe(false);
  today.asked[1]?.answer('before');
  await expect.poll(() => today.asked.length).toBe(3);
  today.asked[2]?.answer('after');
  await done;
  expect(today.words()).toBe('after');
});

test('an answer that fails does not end the refreshing', async () => {
  using today = show();
  today.asked[0]?.answer('1 lead');
  await expect.poll(today.words).toBe('1 lead');
  const done = today.refresh('today');
  today.asked[1]?.fail();
  await done;
  const next = today.refresh('today');
  today.asked[2]?.answer('2 leads');
  await next;
  expect(today.words()).toBe('2 leads');
});
