import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRevenue, waitPercentiles } from './model.ts';
import { type ReportedSale, sumSales } from './sum-sales.ts';

const ALL = { from: null, until: null };
const MARCH = { from: '2026-03-01T03:00:00.000Z', until: '2026-04-01T03:00:00.000Z' };

const makeSale = (changes: Partial<ReportedSale> = {}): ReportedSale => ({
  platform: 'hotmart',
  product: 'Comunidade',
  state: 'paid',
  value_cents: 149_710,
  pending_at: null,
  paid_at: '2026-03-10T12:00:00.000Z',
  refunded_at: null,
  chargeback_at: null,
  lead_ref: null,
  lead_stored_at: '2026-03-08T12:00:00.000Z',
  source: 'instagram',
  medium: 'social',
  campaign: 'lancamento',
  content: 'reels',
  ...changes,
});

const UNKNOWN = {
  source: null,
  medium: null,
  campaign: null,
  content: null,
  lead_ref: null,
  lead_stored_at: null,
};

const sum = (sales: ReportedSale[], period: { from: string | null; until: string | null } = ALL) =>
  sumSales({ sales, leads: [], applications: [], hasNotices: true, failedNotices: 0 }, [], period);

test('counts revenue in the month of payment, and a refund in its own month', () => {
  const sale = makeSale({ state: 'refunded', refunded_at: '2026-04-01T03:00:00.000Z' });
  expect(sum([sale], MARCH).total).toMatchObject({ sales: 1, paid_cents: 149_710, refunded: 0 });
  const april = sum([sale], { from: '2026-04-01T03:00:00.000Z', until: null });
  expect(april.total).toMatchObject({
    sales: 0,
    paid_cents: 0,
    refunded: 1,
    refunded_cents: 149_710,
  });
});

test('sums the days of Brasília', () => {
  const days = sum([
    makeSale({ paid_at: '2026-03-02T02:59:59.999Z' }),
    makeSale({ paid_at: '2026-03-02T03:00:00.000Z' }),
  ]).days;
  expect(days).toMatchObject([
    { name: '2026-03-01', sales: 1 },
    { name: '2026-03-02', sales: 1 },
  ]);
});

test('counts a sale with refund and chargeback once, on the earlier day', () => {
  const sale = makeSale({
    state: 'chargeback',
    refunded_at: '2026-03-20T12:00:00.000Z',
    chargeback_at: '2026-03-15T12:00:00.000Z',
  });
  const { total, days } = sum([sale]);
  expect(total).toMatchObject({ refunded: 1, refunded_cents: 149_710 });
  expect(days).toMatchObject([{ name: '2026-03-10' }, { name: '2026-03-15', refunded: 1 }]);
});

test('counts partial refunds on their days, and the sale as refunded only after the last', () => {
  const partialRefunds = [{ at: '2026-03-20T12:00:00.000Z', cents: 50_000 }];
  const partly = makeSale({ refunded_at: '2026-03-20T12:00:00.000Z', partialRefunds });
  expect(sum([partly]).total).toMatchObject({ refunded: 0, refunded_cents: 50_000 });
  const fully = { ...partly, state: 'chargeback', chargeback_at: '2026-04-02T12:00:00.000Z' };
  expect(sum([fully]).total).toMatchObject({ refunded: 1, refunded_cents: 149_710 });
  expect(sum([fully], MARCH).total).toMatchObject({ refunded: 0, refunded_cents: 50_000 });
});

test('counts every Pix as issued, and its value as pending only while it is open', () => {
  const pending_at = '2026-03-09T12:00:00.000Z';
  const { total } = sum([
    makeSale({ pending_at }),
    makeSale({ pending_at, paid_at: null, state: 'canceled' }),
    makeSale({ pending_at, paid_at: null, state: 'pending', value_cents: 29_701 }),
  ]);
  expect(total).toMatchObject({ pending: 3, sales: 1, paid_cents: 149_710, pending_cents: 29_701 });
});

test('counts sales without a known lead, and sales without a value', () => {
  const money = sum([makeSale(UNKNOWN), makeSale({ value_cents: null })]);
  expect(money.withoutOrigin).toMatchObject({ sales: 1, paid_cents: 149_710 });
  expect(money.withoutValue).toBe(1);
  expect(money.origins).toMatchObject([{ source: 'instagram', content: 'reels', sales: 1 }]);
  expect(money.total).toMatchObject({ sales: 2, paid_cents: 149_710 });
});

test('measures the wait from the lead’s sending, not from its storage', () => {
  const key = '019cb3b8-ec00-7000-8000-000000000001';
  const sent = 0x019cb3b8ec00;
  const at = (days: number) => new Date(sent + days * 86_400_000).toISOString();
  const sale = (lead: number, paid: number) =>
    makeSale({ lead_ref: key, lead_stored_at: at(lead), paid_at: at(paid) });
  expect(sum([sale(1, 3), sale(0, 1), sale(0.5, 0.25)]).waits).toEqual([0.25, 1, 3]);
  expect(sum([makeSale(UNKNOWN)]).waits).toEqual([]);
});

test('returns the waits that half and nine of ten buyers do not exceed', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(waitPercentiles({ waits })).toEqual({ median: 5, p90: 9 });
  expect(waitPercentiles({ waits: [7] })).toEqual({ median: 7, p90: 7 });
  expect(waitPercentiles({ waits: [] })).toEqual({ median: null, p90: null });
});

const time = fc
  .integer({ min: Date.parse('2026-02-20'), max: Date.parse('2026-04-10') })
  .map((ms) => new Date(ms).toISOString());
const maybe = fc.option(time, { nil: null });
const sales = fc.array(
  fc
    .record({
      platform: fc.constantFrom('hotmart', 'tmb'),
      product: fc.constantFrom('', 'Comunidade', 'Mentoria'),
      state: fc.constantFrom('pending', 'paid', 'refunded', 'canceled'),
      value_cents: fc.option(fc.integer({ min: 0, max: 10_000_000_000 }), { nil: null }),
      pending_at: maybe,
      paid_at: maybe,
      refunded_at: maybe,
      chargeback_at: maybe,
      isKnown: fc.boolean(),
      content: fc.constantFrom('reels', 'story'),
    })
    .map(({ isKnown, ...changes }) => makeSale({ ...changes, ...(isKnown ? {} : UNKNOWN) })),
  { maxLength: 60 },
);

test('adds up origins, days, platforms and products each to the total', () => {
  fc.assert(
    fc.property(sales, fc.constantFrom(ALL, MARCH), (rows, period) => {
      const money = sum(rows, period);
      expect(addRevenue([...money.origins, money.withoutOrigin])).toEqual(money.total);
      for (const view of [money.days, money.platforms, money.products, money.daily]) {
        expect(addRevenue(view)).toEqual(money.total);
      }
      const { from, until } = period;
      const paid = rows.filter(
        ({ paid_at }) => paid_at !== null && paid_at >= (from ?? '') && paid_at < (until ?? '9'),
      );
      const cents = paid.reduce((total, row) => total + BigInt(row.value_cents ?? 0), 0n);
      expect(BigInt(money.total.paid_cents)).toBe(cents);
      expect(money.total.sales).toBe(paid.length);
    }),
  );
});
