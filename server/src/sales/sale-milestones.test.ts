import { expect, test } from 'vitest';
import { makeNotice, noon } from '../../../testkit/make-notice.ts';
import { reduceSale } from './reduce-sale.ts';
import { findFirstArrivals, isLateMilestone, listNewMilestones } from './sale-milestones.ts';

const part = { refundedCents: 100 };

test.each([
  [
    'pending before paid',
    [makeNotice('paid', 3), makeNotice('pending', 2)],
    [],
    ['pending 2', 'paid 3'],
  ],
  [
    'none that is stored',
    [makeNotice('pending', 2), makeNotice('paid', 3), makeNotice('refunded', 5)],
    ['pending', 'paid'],
    ['refunded 5'],
  ],
  [
    'no pending once another is stored',
    [makeNotice('pending', 2), makeNotice('paid', 3)],
    ['paid'],
    [],
  ],
  [
    'paid before a chargeback whose payment notice was lost',
    [makeNotice('chargeback', 9)],
    [],
    ['paid 9', 'chargeback 9'],
  ],
  ['none of a test', [makeNotice('paid', 3, { isTest: true })], [], []],
  [
    'none of a partial refund',
    [makeNotice('paid', 3), makeNotice('refunded', 5, part)],
    ['paid'],
    [],
  ],
] as const)('returns %s', (_, notices, stored, milestones) => {
  const sale = reduceSale(notices);
  if (!sale) throw new Error('These notices make no sale.');
  const found = listNewMilestones(sale, new Set(stored));
  expect(found.map((one) => `${one.state} ${new Date(one.happened_at).getUTCDate()}`)).toEqual(
    milestones,
  );
});

test('marks a milestone late when its first notice came more than two days after it', () => {
  const paid = { state: 'paid', happened_at: noon(3) } as const;
  expect(isLateMilestone(paid, new Map([['paid', noon(5)]]))).toBe(false);
  expect(isLateMilestone(paid, new Map([['paid', noon(6)]]))).toBe(true);
  expect(isLateMilestone(paid, new Map([['refunded', noon(6)]]))).toBe(true);
});

test('delivers an API report of the last seven days, and neither an older one nor a file', () => {
  const received = (source: 'api' | 'import', at: number) =>
    findFirstArrivals([{ ...makeNotice('paid', 3), source, receivedAt: noon(at) }]);
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
  expect(isLateMilestone(paid, findFirstArrivals([file, api]))).toBe(null);
  expect(isLateMilestone(paid, findFirstArrivals([file, refund]))).toBe(null);
  expect(isLateMilestone(paid, findFirstArrivals([refund]))).toBe(false);
  expect(isLateMilestone(paid, findFirstArrivals([file, own]))).toBe(false);
  expect(
    isLateMilestone({ state: 'refunded', happened_at: noon(5) }, findFirstArrivals([file, refund])),
  ).toBe(false);
});
