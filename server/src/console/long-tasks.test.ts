import { expect, test, vi } from 'vitest';
import { shareResults } from './long-tasks.ts';

function startReads(keptMs?: number) {
  vi.useFakeTimers({ toFake: ['performance'] });
  const waiting: PromiseWithResolvers<number>[] = [];
  const run = vi.fn((_request: string) => {
    const next = Promise.withResolvers<number>();
    waiting.push(next);
    return next.promise;
  });
  const read = shareResults(run, keptMs === undefined ? {} : { keptMs });
  return { read, run, waiting, [Symbol.dispose]: () => vi.useRealTimers() };
}

test('runs one request at a time, and refuses more when eight wait', async () => {
  using reads = startReads();
  for (let n = 0; n < 9; n += 1) void reads.read(`${n}`);
  await expect(reads.read('one more')).rejects.toThrow('Too many tasks');
  expect(reads.run).toHaveBeenCalledOnce();
});

test('answers equal requests by one run until the run ends', async () => {
  using reads = startReads();
  const answers = [reads.read('a'), reads.read('a')];
  vi.advanceTimersByTime(200);
  reads.waiting[0]?.resolve(1);
  expect(await Promise.all(answers)).toEqual([1, 1]);
  void reads.read('a');
  expect(reads.run).toHaveBeenCalledTimes(2);
});

test('keeps a slow result for the given time', async () => {
  using reads = startReads(10_000);
  const slow = reads.read('a');
  vi.advanceTimersByTime(200);
  reads.waiting[0]?.resolve(1);
  await slow;
  vi.advanceTimersByTime(9_000);
  expect(await reads.read('a')).toBe(1);
  vi.advanceTimersByTime(2_000);
  void reads.read('a');
  expect(reads.run).toHaveBeenCalledTimes(2);
});

test('runs again after a fast result, and after an error', async () => {
  using reads = startReads(10_000);
  const fast = reads.read('a');
  reads.waiting[0]?.resolve(1);
  await fast;
  const failing = reads.read('a');
  vi.advanceTimersByTime(200);
  reads.waiting[1]?.reject(new Error('busy'));
  await expect(failing).rejects.toThrow('busy');
  void reads.read('a');
  expect(reads.run).toHaveBeenCalledTimes(3);
});
