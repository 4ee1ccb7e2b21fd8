import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

function startGroupCommit(overrides = {}) {
  const batches: number[][] = [];
  const group = createGroupCommit<number, string>({
    commit(batch) {
      batches.push(batch);
      return batch.map((item) => `stored ${item}`);
    },
    maxItems: 100,
    maxConcurrentCommits: 1,
    maxQueuedRows: 1000,
    whenFull: 'full',
    ...overrides,
  });
  return { batches, group };
}

test('commits items of one event-loop turn together', async () => {
  const { batches, group } = startGroupCommit();
  const outcomes = await Promise.all([group.add(1), group.add(2), group.add(3)]);
  expect(batches).toEqual([[1, 2, 3]]);
  expect(outcomes).toEqual(['stored 1', 'stored 2', 'stored 3']);
});

test('commits at most maxItems at once', async () => {
  const { batches, group } = startGroupCommit({ maxItems: 2 });
  await Promise.all([group.add(1), group.add(2), group.add(3)]);
  expect(batches).toEqual([[1, 2], [3]]);
});

test('rejects only the items of a failed commit', async () => {
  let attempts = 0;
  const { group } = startGroupCommit({
    commit(batch: number[]) {
      attempts += 1;
      if (attempts === 1) throw new Error('lost');
      return batch.map(() => 'stored');
    },
  });
  await expect(group.add(1)).rejects.toThrow('lost');
  expect(await group.add(2)).toBe('stored');
});

test('runs at most maxConcurrentCommits at once', async () => {
  let running = 0;
  let maxRunning = 0;
  const { group } = startGroupCommit({
    maxItems: 1,
    maxConcurrentCommits: 2,
    async commit(batch: number[]) {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return batch.map(() => 'stored');
    },
  });
  await Promise.all([1, 2, 3, 4, 5].map((item) => group.add(item)));
  expect(maxRunning).toBe(2);
});

test('drains after all added items are written', async () => {
  const { batches, group } = startGroupCommit({ maxItems: 1 });
  void group.add(1);
  void group.add(2);
  await group.drain();
  expect(batches).toEqual([[1], [2]]);
});

const bySize = { sizeOf: (bytes: number) => ({ rows: bytes > 10 ? 3 : 1, bytes }) };

test('answers `whenFull` at once when the queue is full by rows or by bytes', async () => {
  const rows = startGroupCommit({ ...bySize, maxQueuedRows: 4 }).group;
  const first = rows.add(11);
  expect(await rows.add(12)).toBe('full');
  expect(await Promise.all([first, rows.add(1)])).toEqual(['stored 11', 'stored 1']);
  const bytes = startGroupCommit({ ...bySize, maxQueuedBytes: 9 }).group;
  const second = bytes.add(8);
  expect(await bytes.add(2)).toBe('full');
  expect(await Promise.all([second, bytes.add(1)])).toEqual(['stored 8', 'stored 1']);
  expect(await bytes.add(9)).toBe('stored 9');
});

test('accepts an item that is larger than the queue when the queue is empty', async () => {
  const { group } = startGroupCommit({ ...bySize, maxQueuedRows: 2 });
  expect(await group.add(11)).toBe('stored 11');
});

test('commits at most maxRows at once, unless a single item has more', async () => {
  const { batches, group } = startGroupCommit({ ...bySize, maxRows: 2 });
  await Promise.all([1, 2, 3, 11, 4].map((item) => group.add(item)));
  expect(batches).toEqual([[1, 2], [3], [11], [4]]);
});
