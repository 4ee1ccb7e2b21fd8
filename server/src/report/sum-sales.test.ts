import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CreativeSpend } from './join-spend.ts';
import { sumMoney, waitPercentiles } from './money-totals.ts';
import type { ReportedSale } from './read-sales.ts';
import { SalesSums } from './sum-sales.ts';

const ALL_TIME = { from: null, until: null };
const MARCH = { from: '2026-03-01T03:00:00.000Z', until: '2026-04-01T03:00:00.000Z' };
const NOW = Date.parse('2026-12-01T12:00:00Z');

let number = 0;
/** Makes a charge with a new order and a new lead. */
const makeSale = (changes: Partial<ReportedSale> = {}): ReportedSale => {
  number += 1;
  return {
    platform: 'hotmart',
    sale_key: `T${number}`,
    product: 'Comunidade',
    state: 'paid',
    method: 'pix',
    value_cents: 149_710,
    net_cents: 130_000,
    estimated_fees_cents: null,
    begun_at: '2026-03-09T12:00:00.000Z',
    pending_at: null,
    paid_at: '2026-03-10T12:00:00.000Z',
    refunded_at: null,
    chargeback_at: null,
    isFirst: true,
    isRenewal: false,
    buyer_phone: null,
    buyer_email: null,
    contactKey: `lead:${number}`,
    lead_ref: null,
    lead_stored_at: '2026-03-08T12:00:00.000Z',
    source: 'instagram',
    medium: 'social',
    campaign: 'lancamento',
    content: 'reels',
    ...changes,
  };
};

const UNKNOWN = {
  source: null,
  medium: null,
  campaign: null,
  content: null,
  contactKey: null,
  lead_ref: null,
  lead_stored_at: null,
};

interface Options {
  isReportByLead?: boolean;
  spend?: CreativeSpend[];
  now?: number;
}

function sum(
  sales: ReportedSale[],
  period: { from: string | null; until: string | null } = ALL_TIME,
  { isReportByLead = false, spend = [], now = NOW }: Options = {},
) {
  const sums = new SalesSums({ period, isReportByLead }, now);
  for (const sale of sales) sums.add(sale);
  const none = { leads: [], applications: [], visits: [], hasNotices: true, failedNotices: 0 };
  return sums.finish(none, () => spend);
}

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
  const fully = {
    ...partly,
    state: 'chargeback' as const,
    chargeback_at: '2026-04-02T12:00:00.000Z',
  };
  expect(sum([fully]).total).toMatchObject({ refunded: 1, refunded_cents: 149_710 });
  expect(sum([fully], MARCH).total).toMatchObject({ refunded: 0, refunded_cents: 50_000 });
});

test('counts a partial refund of unknown amount apart, and estimates the profit', () => {
  const at = '2026-03-20T12:00:00.000Z';
  const partly = makeSale({ refunded_at: at, partialRefunds: [{ at, cents: null }] });
  const { total, origins } = sum([partly]);
  expect(total).toMatchObject({ refunded: 0, refunded_cents: 0, refunds_unknown: 1 });
  expect(origins).toMatchObject([{ profit_is_estimate: true }]);
});

test('counts sales without a known lead, and sales without a value', () => {
  const money = sum([makeSale(UNKNOWN), makeSale({ value_cents: null })]);
  expect(money.withoutOrigin).toMatchObject({ sales: 1, paid_cents: 149_710 });
  expect(money.paidWithoutValue).toBe(1);
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

test('counts bumps and renewals as money, and their buyer once', () => {
  const buyer = { buyer_phone: '+55 11 98765-4321', contactKey: 'lead:1' };
  const money = sum([
    makeSale(buyer),
    makeSale({ ...buyer, isFirst: false, value_cents: 9_700, net_cents: null }),
    makeSale({ ...buyer, isRenewal: true }),
    // The same phone, by a second lead.
    makeSale({ buyer_phone: '11 8765-4321', contactKey: 'lead:2', content: 'story' }),
  ]);
  expect(money.total).toMatchObject({
    sales: 2,
    charges: 4,
    renewals: 1,
    buyers: 1,
    paid_cents: 3 * 149_710 + 9_700,
    net_cents: 3 * 130_000,
    net_unknown_cents: 9_700,
  });
  expect(money.origins.map(({ content, buyers }) => [content, buyers])).toEqual([
    ['reels', 1],
    ['story', 0],
  ]);
});

test('counts as buyers of a period’s leads only the buyers whose lead came in the period', () => {
  const early = makeSale({ lead_stored_at: '2026-02-08T12:00:00.000Z' });
  const application = makeSale({ contactKey: 'application:x' });
  const { total } = sum([makeSale(), early, application], MARCH);
  expect([total.buyers, total.lead_buyers]).toEqual([3, 1]);
});

test('adds up by lead the money that a period’s leads have brought until now, on the day of the lead', () => {
  const late = makeSale({ paid_at: '2026-06-10T12:00:00.000Z' });
  const other = makeSale({ lead_stored_at: '2026-04-08T12:00:00.000Z' });
  const money = sum([late, other, makeSale(UNKNOWN)], MARCH, { isReportByLead: true });
  expect(money.total).toMatchObject({ sales: 1, paid_cents: 149_710 });
  expect(money.days).toMatchObject([{ name: '2026-03-08', sales: 1 }]);
  expect(sum([late, other], MARCH).total.sales).toBe(1);
});

test('says that a report by lead is maturing until half of the usual time to payment has passed', () => {
  // Nine of ten pay within ten days.
  const sales = Array.from({ length: 10 }, (_, days) =>
    makeSale({
      lead_stored_at: new Date(
        Date.parse('2026-03-11T12:00Z') - days * 86_400_000 - 86_400_000,
      ).toISOString(),
    }),
  );
  const at = (now: string) =>
    sum(sales, MARCH, { isReportByLead: true, now: Date.parse(now) }).isMaturing;
  expect(at('2026-04-05T00:00:00Z')).toBe(true);
  expect(at('2026-04-06T12:00:00Z')).toBe(false);
  expect(sum(sales, MARCH, { now: Date.parse('2026-04-01T03:00Z') }).isMaturing).toBe(false);
});

test('subtracts refunds and the cost of ads from the net, or from the gross of an unknown net', () => {
  const creative = {
    source: 'instagram',
    medium: 'social',
    campaign: 'lancamento',
    content: 'reels',
  };
  const spend = [
    { day: '2026-03-10', creative, spend_cents: 43_925, cost_cents: 50_000 },
    { day: '2026-03-11', creative: null, spend_cents: 6, cost_cents: 7 },
  ];
  const refunded = makeSale({ net_cents: null, refunded_at: '2026-03-20T12:00:00.000Z' });
  const money = sum([makeSale(), refunded], ALL_TIME, { spend });
  expect(money.origins).toMatchObject([
    {
      profit_cents: 130_000 - 50_000,
      profit_is_estimate: true,
      spend_cents: 43_925,
      cost_cents: 50_000,
    },
  ]);
  expect(money.withoutOrigin).toMatchObject({ spend_cents: 6, cost_cents: 7 });
  expect(money.total).toMatchObject({ spend_cents: 43_931, cost_cents: 50_007 });
});

test('counts issued and open Pix and boletos apart, and approvals by method', () => {
  const pending_at = '2026-03-09T12:00:00.000Z';
  const { total, methods } = sum([
    makeSale({ pending_at }),
    makeSale({ pending_at, paid_at: null, state: 'pending', value_cents: 100 }),
    makeSale({ pending_at, paid_at: null, state: 'canceled', value_cents: 7 }),
    makeSale({ pending_at, paid_at: null, state: 'canceled', method: 'credit_card' }),
    makeSale({ pending_at, paid_at: null, state: 'pending', method: 'debit_card' }),
    makeSale({ paid_at: null, state: 'abandoned' }),
    makeSale({ method: 'google_pay' }),
    makeSale({ method: 'google pay' }),
  ]);
  expect(total).toMatchObject({ pending: 3, issued_cents: 149_817, open: 1, pending_cents: 100 });
  expect(methods).toEqual([
    { method: 'pix', begun: 3, paid: 1 },
    { method: 'google_pay', begun: 2, paid: 2 },
    { method: 'credit_card', begun: 1, paid: 0 },
    { method: 'debit_card', begun: 1, paid: 0 },
  ]);
});

test('counts sales by weekday and hour of Brasília', () => {
  const { slots } = sum([makeSale({ paid_at: '2026-03-02T02:30:00.000Z' })]);
  // Sunday, 23h.
  expect(slots[23]).toEqual({ slot: 23, sales: 1, paid_cents: 149_710 });
  expect(slots.filter(({ sales }) => sales > 0)).toHaveLength(1);
});

test('adds up the money that buyers brought within 30, 90 and 180 days of their first payment', () => {
  const first = makeSale({ contactKey: 'lead:A', paid_at: '2026-01-01T12:00:00.000Z' });
  const renewal = { contactKey: 'lead:A', isRenewal: true, net_cents: 1_000 };
  const money = sum(
    [
      makeSale({ ...renewal, paid_at: '2026-01-31T12:00:00.000Z' }),
      first,
      makeSale({ ...renewal, paid_at: '2026-01-30T12:00:00.000Z', source: 'google' }),
      makeSale({
        contactKey: 'lead:B',
        paid_at: '2026-04-01T12:00:00.000Z',
        refunded_at: '2026-04-05T12:00:00.000Z',
      }),
    ],
    MARCH,
    { now: Date.parse('2026-05-01T12:00:00Z') },
  );
  expect(money.lifetimes).toMatchObject([
    {
      source: 'instagram',
      campaign: 'lancamento',
      buyers: 2,
      after: [
        { days: 30, buyers: 2, cents: 131_000 + 130_000 - 149_710 },
        { days: 90, buyers: 1, cents: 132_000 },
        { days: 180, buyers: 0, cents: 0 },
      ],
    },
  ]);
});

test('returns the waits that half and nine of ten buyers do not exceed', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(waitPercentiles({ waits })).toEqual({ median: 5, p90: 9 });
  expect(waitPercentiles({ waits: [7] })).toEqual({ median: 7, p90: 7 });
  expect(waitPercentiles({ waits: [] })).toEqual({ median: null, p90: null });
});

test('adds up a product in all its spellings', () => {
  const rows = [
    makeSale({ product: 'Mentoria' }),
    makeSale({ product: 'MENTORÍA', sale_key: 'b' }),
  ];
  expect(sum(rows, ALL_TIME).products).toMatchObject([{ name: 'Mentoria', charges: 2 }]);
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
      net_cents: fc.option(fc.integer({ min: 0, max: 9_000 }), { nil: null }),
      isRenewal: fc.boolean(),
      isFirst: fc.boolean(),
      buyer_phone: fc.constantFrom(null, '11987654321', '11976543210'),
      isKnown: fc.boolean(),
      content: fc.constantFrom('reels', 'story'),
    })
    .map(({ isKnown, ...changes }) => makeSale({ ...changes, ...(isKnown ? {} : UNKNOWN) })),
  { maxLength: 60 },
);

test('adds up origins, days, platforms and products each to the total', () => {
  fc.assert(
    fc.property(sales, fc.constantFrom(ALL_TIME, MARCH), (rows, period) => {
      const money = sum(rows, period);
      expect(sumMoney([...money.origins, money.withoutOrigin])).toEqual(money.total);
      for (const view of [money.days, money.platforms, money.products, money.daily]) {
        expect(sumMoney(view)).toEqual(money.total);
      }
      const { from, until } = period;
      const paid = rows.filter(
        ({ paid_at }) => paid_at !== null && paid_at >= (from ?? '') && paid_at < (until ?? '9'),
      );
      const cents = paid.reduce((total, row) => total + BigInt(row.value_cents ?? 0), 0n);
      expect(BigInt(money.total.paid_cents)).toBe(cents);
      expect(money.total.charges).toBe(paid.length);
      expect(money.total.buyers).toBeLessThanOrEqual(money.total.sales);
    }),
  );
});

test('judges a past day as it was judged then when buyers have paid later', () => {
  const spent = (creative: string, day: string, cents: number): CreativeSpend => ({
    day,
    creative: { source: 'instagram', medium: 'social', campaign: 'lancamento', content: creative },
    spend_cents: cents,
    cost_cents: cents,
  });
  const spend = [spent('reels', '2026-03-09', 900_000), spent('story', '2026-03-09', 300_000)];
  const early = Array.from({ length: 20 }, () => makeSale({ content: 'story' }));
  // Paid later than anyone before, so that nine of ten buyers take longer.
  const late = Array.from({ length: 20 }, () => makeSale({ paid_at: '2026-04-20T12:00:00.000Z' }));
  const judge = (sales: ReportedSale[], now: string) =>
    sum(sales, MARCH, { spend, now: Date.parse(now) }).origins.map(({ content, judgement }) => [
      content,
      judgement?.verdict,
      judgement?.reason,
    ]);
  const then = judge(early, '2026-04-01T03:00Z');
  expect(then.map(([content, verdict]) => [content, verdict])).toEqual([
    ['story', 'keep'],
    ['reels', 'stop'],
  ]);
  expect(judge([...early, ...late], '2026-05-01T12:00Z')).toEqual(then);
});
