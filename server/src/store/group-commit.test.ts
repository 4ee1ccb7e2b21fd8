import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

function startGroupCommit(overrides = {}) {
  const batches: number[][] = [];
  const group = createGroupCommit<number, string>({
    commit(batch) {
      batches.push(batch);
      return batch.map((item) => `stored ${item}`);
    },
    largestBatch: 100,
    inFlight: 1,
    longestQueue: 1000,
    whenFull: 'full',
    ...overrides,
  });
  return { batches, group };
}

test('what arrives in one turn shares one commit', async () => {
  const { batches, group } = startGroupCommit();
  const outcomes = await Promise.all([group.add(1), group.add(2), group.add(3)]);
  expect(batches).toEqual([[1, 2, 3]]);
  expect(outcomes).toEqual(['stored 1', 'stored 2', 'stored 3']);
});

test('a batch is never larger than allowed', async () => {
  const { batches, group } = startGroupCommit({ largestBatch: 2 });
  await Promise.all([group.add(1), group.add(2), group.add(3)]);
  expect(batches).toEqual([[1, 2], [3]]);
});

test('a queue that is full answers at once', async () => {
  const { group } = startGroupCommit({ longestQueue: 1 });
  const first = group.add(1);
  expect(await group.add(2)).toBe('full');
  expect(await first).toBe('stored 1');
});

test('a failed commit fails its own items only', async () => {
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

test('no more commits are under way than allowed', async () => {
  let underWay = 0;
  let most = 0;
  const { group } = startGroupCommit({
    largestBatch: 1,
    inFlight: 2,
    async commit(batch: number[]) {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return batch.map(() => 'stored');
    },
  });
  await Promise.all([1, 2, 3, 4, 5].map((item) => group.add(item)));
  expect(most).toBe(2);
});

test('draining waits for everything that was added', async () => {
  const { batches, group } = startGroupCommit({ largestBatch: 1 });
  void group.add(1);
  void group.add(2);
  await group.drain();
  expect(batches).toEqual([[1], [2]]);
});

const byWeight = { weigh: (bytes: number) => ({ rows: bytes > 10 ? 3 : 1, bytes }) };

test('a queue is full by its rows and by its bytes too', async () => {
  const rows = startGroupCommit({ ...byWeight, longestQueue: 4 }).group;
  const first = rows.add(11);
  expect(await rows.add(12)).toBe('full');
  expect(await Promise.all([first, rows.add(1)])).toEqual(['stored 11', 'stored 1']);
  const bytes = startGroupCommit({ ...byWeight, heaviestQueue: 9 }).group;
  const second = bytes.add(8);
  expect(await bytes.add(2)).toBe('full');
  expect(await Promise.all([second, bytes.add(1)])).toEqual(['stored 8', 'stored 1']);
  expect(await bytes.add(9)).toBe('stored 9');
});

test('a batch has no more rows than allowed, unless one item alone has', async () => {
  const { batches, group } = startGroupCommit({ ...byWeight, mostRows: 2 });
  await Promise.all([1, 2, 3, 11, 4].map((item) => group.add(item)));
  expect(batches).toEqual([[1, 2], [3], [11], [4]]);
});
