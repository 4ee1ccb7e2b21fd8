import { expect, test, vi } from 'vitest';
import { cacheSlowReads } from './cache-slow-reads.ts';

function startReads() {
  vi.useFakeTimers({ toFake: ['performance'] });
  const waiting: PromiseWithResolvers<number>[] = [];
  const read = cacheSlowReads((_request: string) => {
    const next = Promise.withResolvers<number>();
    waiting.push(next);
    return next.promise;
  });
  return { read, waiting, [Symbol.dispose]: () => vi.useRealTimers() };
}

test('shares a read in progress, and reads again after a fast one', async () => {
  using reads = startReads();
  const both = [reads.read('a'), reads.read('a')];
  expect(reads.waiting).toHaveLength(1);
  reads.waiting[0]?.resolve(1);
  expect(await Promise.all(both)).toEqual([1, 1]);
  void reads.read('a');
  expect(reads.waiting).toHaveLength(2);
});

test('keeps a slow read for ten seconds', async () => {
  using reads = startReads();
  const first = reads.read('a');
  vi.advanceTimersByTime(200);
  reads.waiting[0]?.resolve(1);
  await first;
  vi.advanceTimersByTime(9_000);
  expect(await reads.read('a')).toBe(1);
  vi.advanceTimersByTime(2_000);
  void reads.read('a');
  expect(reads.waiting).toHaveLength(2);
});

test('reads again after an error', async () => {
  using reads = startReads();
  const first = reads.read('a');
  vi.advanceTimersByTime(200);
  reads.waiting[0]?.reject(new Error('busy'));
  await expect(first).rejects.toThrow('busy');
  void reads.read('a');
  expect(reads.waiting).toHaveLength(2);
});
