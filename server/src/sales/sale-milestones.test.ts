import { expect, test } from 'vitest';
import { makeNotice, noon } from '../../../testkit/make-notice.ts';
import { reduceSale } from './reduce-sale.ts';
import { firstReceivedAt, isLateMilestone, newMilestones } from './sale-milestones.ts';

function reduce(...notices: Parameters<typeof reduceSale>[0]) {
  const sale = reduceSale(notices);
  if (!sale) throw new Error('These notices make no sale.');
  return sale;
}

test('returns pending before paid', () => {
  const sale = reduce(makeNotice('paid', 3), makeNotice('pending', 2));
  expect(newMilestones(sale, new Set())).toEqual([
    { state: 'pending', happened_at: noon(2) },
    { state: 'paid', happened_at: noon(3) },
  ]);
});

test('returns no milestone that is stored', () => {
  const sale = reduce(makeNotice('pending', 2), makeNotice('paid', 3), makeNotice('refunded', 5));
  expect(newMilestones(sale, new Set(['pending', 'paid']))).toEqual([
    { state: 'refunded', happened_at: noon(5) },
  ]);
});

test('returns no pending milestone once another is stored', () => {
  const sale = reduce(makeNotice('pending', 2), makeNotice('paid', 3));
  expect(newMilestones(sale, new Set(['paid']))).toEqual([]);
});

test('returns paid before a chargeback whose payment notice was lost', () => {
  const sale = reduce(makeNotice('chargeback', 9));
  expect(newMilestones(sale, new Set()).map(({ state }) => state)).toEqual(['paid', 'chargeback']);
});

test('returns nothing for a test', () => {
  expect(newMilestones(reduce(makeNotice('paid', 3, { isTest: true })), new Set())).toEqual([]);
});

test('returns nothing for a partial refund', () => {
  const sale = reduce(makeNotice('paid', 3), makeNotice('refunded', 5, { refundedCents: 100 }));
  expect(newMilestones(sale, new Set(['paid']))).toEqual([]);
});

test('marks a milestone late when its first notice came more than two days after it', () => {
  const paid = { state: 'paid', happened_at: noon(3) } as const;
  expect(isLateMilestone(paid, new Map([['paid', noon(5)]]))).toBe(false);
  expect(isLateMilestone(paid, new Map([['paid', noon(6)]]))).toBe(true);
  expect(isLateMilestone(paid, new Map([['refunded', noon(6)]]))).toBe(true);
});

test('delivers an API report of the last seven days, and neither an older one nor a file', () => {
  const received = (source: 'api' | 'import', at: number) =>
    firstReceivedAt([{ ...makeNotice('paid', 3), source, receivedAt: noon(at) }]);
  const paid = { state: 'paid', happened_at: noon(3) } as const;
  expect(isLateMilestone(paid, received('api', 4))).toBe(false);
  expect(isLateMilestone(paid, received('api', 10))).toBe(true);
  expect(isLateMilestone(paid, received('api', 11))).toBe(null);
  expect(isLateMilestone(paid, received('import', 3))).toBe(null);
});

test('delivers no API report that repeats a file, unless a notice reports the same', () => {
  const paid = { state: 'paid', happened_at: noon(3) } as const;
  const file = { ...makeNotice('paid', 3), source: 'import' as const, receivedAt: noon(4) };
  const api = { ...makeNotice('paid', 3), source: 'api' as const, receivedAt: noon(5) };
  const refund = { ...makeNotice('refunded', 5), receivedAt: noon(5) };
  const own = { ...makeNotice('paid', 3), receivedAt: noon(5) };
  expect(isLateMilestone(paid, firstReceivedAt([file, api]))).toBe(null);
  expect(isLateMilestone(paid, firstReceivedAt([file, refund]))).toBe(null);
  expect(isLateMilestone(paid, firstReceivedAt([refund]))).toBe(false);
  expect(isLateMilestone(paid, firstReceivedAt([file, own]))).toBe(false);
  expect(
    isLateMilestone({ state: 'refunded', happened_at: noon(5) }, firstReceivedAt([file, refund])),
  ).toBe(false);
});
