import { expect, test } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

const limits = { total: 100, perAddress: 60, requestOverhead: 10, maxSmallRequest: 15, reserve: 0 };

test('leaves bytes for other addresses when one address reaches its limit', () => {
  const budget = new ByteBudget(limits);
  const greedy = budget.openShare('a');
  expect(greedy?.take(50)).toBe(true);
  expect(greedy?.take(1)).toBe(false);
  expect(budget.openShare('a')).toBeNull();
  expect(budget.openShare('b')?.take(20)).toBe(true);
});

test('refuses bytes after the release', () => {
  const budget = new ByteBudget(limits);
  const share = budget.openShare('a');
  share?.release();
  expect(share?.take(1)).toBe(false);
});

test('returns the bytes only once when released twice', () => {
  const budget = new ByteBudget(limits);
  const share = budget.openShare('a');
  expect(share?.take(50)).toBe(true);
  share?.release();
  share?.release();
  expect(budget.openShare('a')?.take(50)).toBe(true);
  expect(budget.openShare('b')?.take(30)).toBe(true);
  expect(budget.openShare('c')).toBeNull();
});

/** Begins the share of a request that waits for its client; lists `name` in `evicted` when it is evicted. */
function startRequest(
  budget: ByteBudget,
  evicted: string[],
  request: { name: string; from: string | null; bytes: number },
) {
  const share = budget.openShare(request.from);
  share?.startWaiting(() => evicted.push(request.name));
  return { share, isHeld: share?.take(request.bytes) ?? false };
}

test("evicts an address's slowest waiting request when the address reaches its limit", () => {
  const budget = new ByteBudget(limits);
  const evicted: string[] = [];
  startRequest(budget, evicted, { name: 'of another', from: 'b', bytes: 10 });
  startRequest(budget, evicted, { name: 'first', from: 'a', bytes: 10 });
  startRequest(budget, evicted, { name: 'second', from: 'a', bytes: 10 });
  expect(startRequest(budget, evicted, { name: 'third', from: 'a', bytes: 20 }).isHeld).toBe(true);
  expect(evicted).toEqual(['first']);
});

test('evicts a waiting request of the address that holds most when the total is reached', () => {
  const budget = new ByteBudget(limits);
  const evicted: string[] = [];
  startRequest(budget, evicted, { name: 'oldest', from: 'a', bytes: 10 });
  startRequest(budget, evicted, { name: 'at work', from: 'b', bytes: 10 }).share?.stopWaiting();
  startRequest(budget, evicted, { name: 'slow', from: 'b', bytes: 10 });
  startRequest(budget, evicted, { name: 'slower', from: 'b', bytes: 10 });
  expect(startRequest(budget, evicted, { name: 'new', from: 'c', bytes: 20 }).isHeld).toBe(true);
  expect(evicted).toEqual(['slow']);
});

test('limits no single address when addresses are unknown, and evicts the slowest request', () => {
  const budget = new ByteBudget(limits);
  const evicted: string[] = [];
  startRequest(budget, evicted, { name: 'first', from: null, bytes: 40 });
  startRequest(budget, evicted, { name: 'second', from: null, bytes: 40 });
  expect(evicted).toEqual([]);
  expect(startRequest(budget, evicted, { name: 'third', from: null, bytes: 10 }).isHeld).toBe(true);
  expect(evicted).toEqual(['first']);
});

test('refuses more bytes to the slowest request itself', () => {
  const budget = new ByteBudget(limits);
  const evicted: string[] = [];
  const { share } = startRequest(budget, evicted, { name: 'slowest', from: null, bytes: 40 });
  startRequest(budget, evicted, { name: 'other', from: null, bytes: 30 });
  expect(share?.take(20)).toBe(false);
  expect(evicted).toEqual(['slowest']);
});

test('keeps the reserve for small requests when large ones fill the rest', () => {
  const budget = new ByteBudget({ ...limits, reserve: 30 });
  const evicted: string[] = [];
  startRequest(budget, evicted, { name: 'small', from: 'a', bytes: 5 });
  startRequest(budget, evicted, { name: 'large', from: 'b', bytes: 25 });
  startRequest(budget, evicted, { name: 'larger', from: 'c', bytes: 25 });
  expect(evicted).toEqual([]);
  expect(startRequest(budget, evicted, { name: 'small too', from: 'd', bytes: 5 }).isHeld).toBe(
    true,
  );
  expect(evicted).toEqual([]);
  expect(startRequest(budget, evicted, { name: 'newest', from: 'e', bytes: 25 }).isHeld).toBe(true);
  expect(evicted).toEqual(['large']);
});
