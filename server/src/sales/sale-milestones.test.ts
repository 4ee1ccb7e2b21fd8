import { expect, test } from 'vitest';
import { day, notice } from './make-notice.ts';
import { reduceSale } from './reduce-sale.ts';
import { isLate, newMilestones } from './sale-milestones.ts';

function reduce(...notices: Parameters<typeof reduceSale>[0]) {
  const sale = reduceSale(notices);
  if (!sale) throw new Error('These notices tell of no sale.');
  return sale;
}

test('a payment that was opened and made is told of in that order', () => {
  const sale = reduce(notice('paid', 3), notice('pending', 2));
  expect(newMilestones(sale, new Set())).toEqual([
    { state: 'pending', happened_at: day(2) },
    { state: 'paid', happened_at: day(3) },
  ]);
});

test('what was told is not told again', () => {
  const sale = reduce(notice('pending', 2), notice('paid', 3), notice('refunded', 5));
  expect(newMilestones(sale, new Set(['pending', 'paid']))).toEqual([
    { state: 'refunded', happened_at: day(5) },
  ]);
});

test('a notice of the opened payment that comes after the paid one is no news', () => {
  const sale = reduce(notice('pending', 2), notice('paid', 3));
  expect(newMilestones(sale, new Set(['paid']))).toEqual([]);
});

test('money that came back had been paid: both are told of', () => {
  const sale = reduce(notice('chargeback', 9));
  expect(newMilestones(sale, new Set()).map(({ state }) => state)).toEqual(['paid', 'chargeback']);
});

test('a test is told of nowhere', () => {
  expect(newMilestones(reduce(notice('paid', 3, { isTest: true })), new Set())).toEqual([]);
});

test('a partial refund announces nothing', () => {
  const sale = reduce(notice('paid', 3), notice('refunded', 5, { refundedCents: 100 }));
  expect(newMilestones(sale, new Set(['paid']))).toEqual([]);
});

test('a fact is late when its first notice came more than two days after it', () => {
  const paid = { state: 'paid', happened_at: day(3) } as const;
  expect(isLate(paid, new Map([['paid', day(5)]]))).toBe(false);
  expect(isLate(paid, new Map([['paid', day(6)]]))).toBe(true);
  expect(isLate(paid, new Map([['refunded', day(6)]]))).toBe(true);
});
