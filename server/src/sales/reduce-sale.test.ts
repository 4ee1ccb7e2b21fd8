import type { PlatformAccountRole } from '@funil/contract/sales/platforms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeNotice, noon } from '../../../testkit/make-notice.ts';
import { anonymizeNotice } from './notices/anonymous-notices.ts';
import { NO_SPLIT, NO_TRACKING, type Notice } from './notices/notice.ts';
import { reduceSale } from './reduce-sale.ts';

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

/** Reduces the notices in every order and with any notice twice, and returns the one result. */
function inEveryOrder(notices: readonly Notice[], now?: string) {
  const sale = reduceSale(notices, now);
  for (const order of permutations(notices)) expect(reduceSale(order, now)).toEqual(sale);
  for (const twice of notices) expect(reduceSale([twice, ...notices], now)).toEqual(sale);
  return sale && { ...sale.row, ...sale };
}

const split = (netCents: number | null, feeCents: number | null = null) => ({
  split: { netCents, feeCents, commissionCents: null },
});

test('reduces a Pix that was issued, paid and refunded', () => {
  const notices = [makeNotice('pending', 1), makeNotice('paid', 2), makeNotice('refunded', 5)];
  expect(inEveryOrder(notices)).toMatchObject({
    state: 'refunded',
    value_cents: 149_710,
    begun_at: noon(1),
    pending_at: noon(1),
    paid_at: noon(2),
    refunded_at: noon(5),
    chargeback_at: null,
  });
});

test('reduces a boleto that was issued, expired and paid late', () => {
  const notices = [makeNotice('pending', 1), makeNotice('canceled', 4), makeNotice('paid', 6)];
  expect(inEveryOrder(notices)).toMatchObject({
    state: 'paid',
    paid_at: noon(6),
    canceled_at: noon(4),
  });
});

test('ignores a chargeback that the seller won, but none because an old notice is sent again', () => {
  const paid = makeNotice('paid', 2);
  const chargeback = makeNotice('chargeback', 9);
  const paidAgain = { ...paid, noticeId: 'again', writtenAt: noon(15) };
  for (const notices of [
    [paid, chargeback, { ...paid, writtenAt: noon(15) }],
    [paid, chargeback, paidAgain],
    [chargeback, paidAgain],
  ]) {
    expect(inEveryOrder(notices)).toMatchObject({ state: 'chargeback', chargeback_at: noon(9) });
  }
  const refund = makeNotice('refunded', 5);
  const refundAgain = { ...refund, noticeId: 'again', writtenAt: noon(16) };
  expect(inEveryOrder([paid, refund, chargeback, refundAgain])?.state).toBe('chargeback');
  const won = makeNotice('paid', 15);
  const again = { ...chargeback, noticeId: 'again', writtenAt: noon(16) };
  for (const notices of [
    [paid, chargeback, won],
    [paid, chargeback, won, again],
  ]) {
    expect(inEveryOrder(notices)).toMatchObject({
      state: 'paid',
      paid_at: noon(2),
      chargeback_at: null,
    });
  }
});

test.each([
  // The platform sends an expiry after the payment.
  ['pending 1, paid 3, canceled 4', 'paid'],
  // The chargeback was won and made again.
  ['paid 2, chargeback 9, paid 15, chargeback 20', 'chargeback'],
  ['paid 2, refunded 5, paid 8', 'refunded'],
  ['paid 2, refunded 5, chargeback 8', 'chargeback'],
  ['paid 2, refunded 5, chargeback 5', 'chargeback'],
  ['canceled 1, pending 2', 'pending'],
  ['pending 2, canceled 2', 'canceled'],
  ['abandoned 3, pending 2', 'pending'],
])('takes the state of notices of these days: %s → %s', (text, state) => {
  const notices = text.split(', ').map((noticeText) => {
    const [kind = '', number] = noticeText.split(' ');
    return makeNotice(kind as Notice['kind'], Number(number));
  });
  expect(inEveryOrder(notices)?.state).toBe(state);
});

test('counts returned money as paid earlier when the payment’s notice was lost', () => {
  expect(inEveryOrder([makeNotice('refunded', 5, { paidAt: noon(2) })])?.paid_at).toBe(noon(2));
  expect(inEveryOrder([makeNotice('chargeback', 5)])?.paid_at).toBe(noon(5));
});

test('takes value and method from the payment', () => {
  const notices = [
    makeNotice('pending', 1, { valueCents: 199_700, method: 'boleto' }),
    makeNotice('paid', 2, { valueCents: 149_710, method: 'pix' }),
    makeNotice('refunded', 3, { valueCents: null, method: null }),
  ];
  expect(inEveryOrder(notices)).toMatchObject({ value_cents: 149_710, method: 'pix' });
});

test('adds up partial refunds and stays paid until they reach the value', () => {
  const part = (day: number, refundedCents: number) =>
    makeNotice('refunded', day, { refundedCents });
  const some = [makeNotice('paid', 2), part(5, 50_000), part(7, 20_000)];
  expect(inEveryOrder(some)).toMatchObject({
    state: 'paid',
    refunded_cents: 70_000,
    refunded_at: noon(7),
    isRefunded: false,
    partialRefunds: [
      { at: noon(5), cents: 50_000 },
      { at: noon(7), cents: 20_000 },
    ],
  });
  expect(inEveryOrder([...some, part(9, 100_000)])).toMatchObject({
    state: 'refunded',
    refunded_cents: 149_710,
    refunded_at: noon(9),
    isRefunded: true,
  });
  expect(inEveryOrder([...some, part(8, 0)])).toMatchObject({
    state: 'refunded',
    refunded_at: noon(8),
  });
});

test('counts a partial refund once when its notice was written twice', () => {
  const once = makeNotice('refunded', 5, { refundedCents: 50_000 });
  const again = { ...once, occurredAt: noon(6), writtenAt: noon(6) };
  expect(inEveryOrder([makeNotice('paid', 2), once, again])?.refunded_cents).toBe(50_000);
  const withoutId = { ...once, noticeId: null };
  const later = { ...withoutId, writtenAt: noon(6) };
  expect(inEveryOrder([makeNotice('paid', 2), withoutId, later])?.refunded_cents).toBe(50_000);
});

test('adds up two items of one price that were refunded at one time', () => {
  const item = makeNotice('refunded', 5, { refundedCents: 50_000 });
  const other = { ...item, noticeId: 'other-item' };
  expect(inEveryOrder([makeNotice('paid', 2), item, other])).toMatchObject({
    state: 'paid',
    refunded_cents: 100_000,
    partialRefunds: [{ at: noon(5), cents: 100_000 }],
  });
});

test('keeps state and returned money when the buyer is erased', () => {
  const paid = makeNotice('paid', 2);
  const item = makeNotice('refunded', 5, { refundedCents: 50_000 });
  for (const notices of [
    [paid, makeNotice('chargeback', 9), { ...paid, writtenAt: noon(15) }],
    [paid, item, { ...item, noticeId: 'other-item' }],
  ]) {
    const { state, refunded_cents } = inEveryOrder(notices) ?? {};
    expect(inEveryOrder(notices.map(anonymizeNotice))).toMatchObject({ state, refunded_cents });
  }
});

test('counts the rest of the value as returned when a chargeback follows a partial refund', () => {
  const notices = [
    makeNotice('paid', 2),
    makeNotice('refunded', 5, { refundedCents: 50_000 }),
    makeNotice('chargeback', 9),
  ];
  expect(inEveryOrder(notices)).toMatchObject({
    state: 'chargeback',
    isRefunded: false,
    refunded_cents: 149_710,
    partialRefunds: [{ at: noon(5), cents: 50_000 }],
  });
});

test('dates a full return by its chargeback when the partial refund before it states no amount', () => {
  const notices = [
    makeNotice('paid', 2),
    makeNotice('partial_refund', 5),
    makeNotice('chargeback', 9),
  ];
  expect(inEveryOrder(notices)).toMatchObject({
    refunded_cents: 149_710,
    refunded_at: null,
    chargeback_at: noon(9),
    partialRefunds: [],
  });
});

test('takes a refund without an amount for the full value, which may be unknown', () => {
  const refunded = [makeNotice('paid', 2), makeNotice('refunded', 5)];
  expect(inEveryOrder(refunded)?.refunded_cents).toBe(149_710);
  const unknown = refunded.map((notice) => ({ ...notice, valueCents: null }));
  expect(inEveryOrder(unknown)).toMatchObject({ state: 'refunded', refunded_cents: null });
  expect(inEveryOrder([makeNotice('paid', 2)])?.refunded_cents).toBe(0);
});

test('cancels a pending Pix once it has expired, by its notice or after 30 days', () => {
  const dated = makeNotice('pending', 1, { expiresAt: noon(2) });
  expect(inEveryOrder([dated], noon(1))).toMatchObject({ state: 'pending', expires_at: noon(2) });
  expect(inEveryOrder([dated], noon(2))).toMatchObject({
    state: 'canceled',
    canceled_at: noon(2),
    expires_at: null,
  });
  const undated = makeNotice('pending', 1);
  expect(inEveryOrder([undated], noon(30))).toMatchObject({
    state: 'pending',
    expires_at: '2026-12-01T12:00:00.000Z',
  });
  expect(inEveryOrder([undated], '2026-12-01T12:00:00.000Z')?.state).toBe('canceled');
  expect(inEveryOrder([dated, undated], noon(9))?.state).toBe('pending');
  expect(inEveryOrder([dated, makeNotice('paid', 20)], noon(25))).toMatchObject({
    state: 'paid',
    canceled_at: null,
  });
});

test('keeps the newest code to pay with until it expires or the sale is paid', () => {
  const older = makeNotice('pending', 1, { paymentCode: '0002-a', expiresAt: noon(5) });
  const newer = makeNotice('pending', 2, { paymentCode: '0002-b', expiresAt: noon(4) });
  expect(inEveryOrder([older, newer], noon(3))).toMatchObject({
    payment_code: '0002-b',
    payment_code_until: noon(4),
  });
  const none = { payment_code: null, payment_code_until: null };
  expect(inEveryOrder([older, newer], noon(4))).toMatchObject({ state: 'pending', ...none });
  expect(inEveryOrder([newer, makeNotice('paid', 3)], noon(3))).toMatchObject(none);
  expect(inEveryOrder([newer, makeNotice('canceled', 3)], noon(3))).toMatchObject(none);
  const undated = makeNotice('abandoned', 1, { paymentCode: 'https://checkout.example/?rec=1' });
  expect(inEveryOrder([undated], noon(1))).toMatchObject({ payment_code_until: noon(2) });
  expect(inEveryOrder([undated], noon(2))).toMatchObject({ state: 'abandoned', ...none });
});

test('cancels a pending card only when a notice has an expiry', () => {
  const card = makeNotice('pending', 1, { method: 'credit_card' });
  const later = '2027-11-01T12:00:00.000Z';
  expect(inEveryOrder([card], later)).toMatchObject({ state: 'pending', expires_at: null });
  expect(inEveryOrder([{ ...card, expiresAt: noon(2) }], later)?.state).toBe('canceled');
});

test('keeps every reference, phone and e-mail, those of the payment first', () => {
  const ref = '0192f3a4b5c67d8e9f00112233445566';
  const notices = [
    makeNotice('pending', 1, {
      tracking: { ...NO_TRACKING, ref },
      buyer: { name: null, email: 'outra@example.com', phones: ['3132221100'] },
    }),
    makeNotice('paid', 2),
  ];
  expect(inEveryOrder(notices)).toMatchObject({
    contacts: {
      references: [ref],
      phones: ['11987654321', '3132221100'],
      emails: ['marina@example.com', 'outra@example.com'],
    },
    buyer_name: 'Marina Prado',
    buyer_phone: '11987654321',
  });
});

test('takes product and value of the dearest item when a platform writes one notice per item', () => {
  const bump = { valueCents: 2_700, product: { id: '2', name: 'Planilha' }, noticeId: 'bump' };
  const notices = [makeNotice('paid', 2), makeNotice('paid', 2, bump)];
  expect(inEveryOrder(notices)).toMatchObject({
    ...{ value_cents: 149_710, product_name: 'Comunidade' },
  });
  const accessory = { ...bump, product: { id: '0', name: 'Apostila' } };
  expect(inEveryOrder([makeNotice('paid', 2), makeNotice('paid', 2, accessory)])).toMatchObject({
    ...{ value_cents: 149_710, product_name: 'Comunidade' },
  });
});

test('takes the platform’s transaction once a notice has it', () => {
  const notices = [
    makeNotice('pending', 1, { saleKey: '908', transaction: '908' }),
    makeNotice('paid', 2, { saleKey: '908', transaction: 'TX-55' }),
  ];
  expect(inEveryOrder(notices)).toMatchObject({ sale_key: '908', transaction: 'TX-55' });
});

test('counts tests only without a real notice', () => {
  const trial = makeNotice('refunded', 5, { isTest: true });
  expect(inEveryOrder([trial, makeNotice('paid', 2)])).toMatchObject({
    state: 'paid',
    is_test: false,
  });
  expect(inEveryOrder([trial])).toMatchObject({ state: 'refunded', is_test: true });
});

test('returns null without a notice of a sale', () => {
  expect(reduceSale([])).toBeNull();
  expect(reduceSale([makeNotice('other', 1)])).toBeNull();
  expect(inEveryOrder([makeNotice('other', 9), makeNotice('paid', 2)])?.state).toBe('paid');
});

test('reduces any notices to the same sale in any order and number', () => {
  const kinds = [
    'pending',
    'paid',
    'refunded',
    'chargeback',
    'canceled',
    'abandoned',
    'other',
  ] as const;
  const anyNotice = fc.record({
    kind: fc.constantFrom(...kinds),
    occurred: fc.integer({ min: 1, max: 9 }),
    writtenAt: fc.integer({ min: 1, max: 9 }).map(noon),
    valueCents: fc.constantFrom(null, 100_000, 149_710),
    refundedCents: fc.constantFrom(null, 50_000, 149_710),
    expiresAt: fc.constantFrom(null, noon(3), noon(8)),
    split: fc.constantFrom(
      ...[[null], [0], [90_000], [null, 9_000], [120_000, 29_000], [14_971_000, 1]].map(
        ([net = null, fee]) => split(net, fee).split,
      ),
    ),
    noticeId: fc.constantFrom(null, 'a', 'b'),
    buyer: fc.constantFrom('1', '2').map((phone) => ({ name: null, email: null, phones: [phone] })),
  });
  const orders = fc.array(anyNotice, { minLength: 1, maxLength: 7 }).chain((drawn) => {
    const notices = drawn.map(({ kind, occurred, ...more }) => makeNotice(kind, occurred, more));
    const twice = [...notices, ...notices];
    const shuffled = fc.shuffledSubarray(twice, { minLength: twice.length });
    return fc.tuple(fc.constant(notices), shuffled);
  });
  fc.assert(
    fc.property(orders, ([notices, shuffled]) => {
      const sale = reduceSale(notices, noon(5));
      expect(reduceSale(shuffled, noon(5))).toEqual(sale);
      const { value_cents = null, refunded_cents = null, net_cents, fee_cents } = sale?.row ?? {};
      if (value_cents === null) return;
      expect(refunded_cents).toBeLessThanOrEqual(value_cents);
      expect(net_cents ?? 0).toBeLessThanOrEqual(value_cents);
      expect(fee_cents ?? 0).toBeLessThanOrEqual(value_cents);
      // Only a notice that states the net hides another notice's fee.
      if (net_cents === null) expect(fee_cents === null || fee_cents === 9_000).toBe(true);
    }),
  );
});

test('keeps the net when a later notice has none', () => {
  const later = makeNotice('paid', 4, { noticeId: 'later' });
  const notices = [makeNotice('paid', 2, split(134_739, 14_971)), later, makeNotice('refunded', 5)];
  expect(inEveryOrder(notices)).toMatchObject({ net_cents: 134_739, fee_cents: 14_971 });
});

test('takes all parts of the split from one notice, of any kind', () => {
  const notices = [
    makeNotice('paid', 2, split(null, 9_000)),
    makeNotice('other', 3, split(120_000)),
  ];
  expect(inEveryOrder(notices)).toMatchObject({ net_cents: 120_000, fee_cents: null });
  const withoutNet = [makeNotice('paid', 2, split(null, 9_000)), makeNotice('other', 3)];
  expect(inEveryOrder(withoutNet)).toMatchObject({ net_cents: null, fee_cents: 9_000 });
});

test('takes the share of the account’s role for the net of a co-production', () => {
  const coproduction = { producerCents: 60_000, coproducerCents: 30_000, totalCents: 95_000 };
  const paid = makeNotice('paid', 2, { split: { ...NO_SPLIT, feeCents: 10_000, coproduction } });
  const netOf = (role: PlatformAccountRole | null) => reduceSale([paid], noon(5), { role })?.row;
  const unknown = { net_cents: null, fee_cents: 10_000, commission_cents: null };
  expect(netOf(null)).toMatchObject(unknown);
  expect(netOf('producer')).toMatchObject({ net_cents: 60_000, commission_cents: 35_000 });
  expect(netOf('coproducer')).toMatchObject({ net_cents: 30_000, commission_cents: 65_000 });
  const several = { ...coproduction, coproducerCents: null };
  const ofSeveral = makeNotice('paid', 2, { split: { ...paid.split, coproduction: several } });
  expect(reduceSale([ofSeveral], noon(5), { role: 'coproducer' })?.row).toMatchObject(unknown);
});

test('ignores a split that exceeds the value', () => {
  const notices = [
    makeNotice('paid', 2, split(13_473_900)),
    makeNotice('pending', 1, split(134_739)),
  ];
  expect(inEveryOrder(notices)).toMatchObject({ net_cents: 134_739 });
  const fee = [makeNotice('paid', 2, split(100_000, 149_711))];
  expect(inEveryOrder(fee)).toMatchObject({ net_cents: null, fee_cents: null });
});

test('computes the net of a sale in another currency', () => {
  const dollars = makeNotice('paid', 2, { ...split(48_600), valueCents: null, currency: 'USD' });
  expect(inEveryOrder([dollars])).toMatchObject({ value_cents: null, net_cents: 48_600 });
});

test('counts a sale as a separate order unless a notice names its main product’s sale', () => {
  expect(inEveryOrder([makeNotice('paid', 2)])).toMatchObject({
    order_id: 'HP1',
    source: 'notice',
  });
  const bump = [
    makeNotice('pending', 1),
    makeNotice('paid', 2, { orderId: 'HP0', installments: 12 }),
  ];
  expect(inEveryOrder(bump)).toMatchObject({ order_id: 'HP0', installments: 12 });
});

const reportFrom =
  (source: 'api' | 'import') =>
  (...args: Parameters<typeof makeNotice>) => ({ ...makeNotice(...args), source });
const [fromApi, fromFile] = [reportFrom('api'), reportFrom('import')];

test('keeps value and times of a notice when an API or a file says otherwise', () => {
  const paid = makeNotice('paid', 3);
  const other = { valueCents: 1, product: { id: '2', name: 'Outro' } };
  const sale = reduceSale([fromFile('paid', 1, other), fromApi('paid', 2, other), paid]);
  expect(sale?.row).toEqual(reduceSale([paid])?.row);
});

test('ignores a chargeback of a notice once the platform’s API, but no file, says later that the sale is paid', () => {
  const notices = [makeNotice('paid', 2), makeNotice('chargeback', 9)];
  const won = fromApi('paid', 15, { occurredAt: noon(2) });
  expect(reduceSale([...notices, won])?.row).toMatchObject({ state: 'paid', chargeback_at: null });
  const lost = fromApi('chargeback', 20, { occurredAt: noon(9) });
  expect(reduceSale([...notices, won, lost])?.row.state).toBe('chargeback');
  const earlier = fromApi('paid', 8, { occurredAt: noon(2) });
  expect(reduceSale([...notices, earlier])?.row.state).toBe('chargeback');
  // The file has the day of the payment, and its end as the time.
  const endOfDay = fromFile('paid', 9, { writtenAt: '2026-11-10T02:59:59.000Z' });
  expect(reduceSale([...notices, endOfDay])?.row.state).toBe('chargeback');
});

test('leaves the value in reais unknown when the sale was paid in another currency than issued', () => {
  const dollars = makeNotice('paid', 2, { valueCents: null, currency: 'USD' });
  expect(inEveryOrder([makeNotice('pending', 1), dollars])).toMatchObject({
    ...{ value_cents: null, currency: 'USD' },
  });
});

test('prefers an API’s report to a file’s row, and names the source', () => {
  const api = fromApi('paid', 3, { valueCents: 200 });
  expect(reduceSale([api, fromFile('paid', 4, { valueCents: 100 })])?.row).toMatchObject({
    value_cents: 200,
    paid_at: noon(3),
    source: 'api',
  });
  expect(reduceSale([fromFile('paid', 4)])?.row.source).toBe('import');
});

test('adds a missed payment from an API to the notice of its Pix', () => {
  const sale = reduceSale([makeNotice('pending', 1), fromApi('paid', 2)]);
  expect(sale?.row).toMatchObject({ state: 'paid', paid_at: noon(2), source: 'notice' });
});

test('prefers an API’s charge to the abandoned cart of a notice', () => {
  const cart = makeNotice('abandoned', 1, { valueCents: 900 });
  expect(reduceSale([cart, fromApi('paid', 2, { valueCents: 800 })])?.row).toMatchObject({
    value_cents: 800,
    source: 'api',
  });
});

test('fills the net that notices lack from a file', () => {
  const split = { netCents: 130_000, feeCents: 9_000, commissionCents: null };
  expect(reduceSale([makeNotice('paid', 1), fromFile('paid', 1, { split })])?.row).toMatchObject({
    net_cents: 130_000,
    source: 'notice',
  });
});

test('counts a refund once when notice, API and files report it', () => {
  const part = { refundedCents: 100 };
  const paid = makeNotice('paid', 1);
  const refunds = [
    makeNotice('refunded', 2, part),
    fromApi('refunded', 3, part),
    fromFile('refunded', 4, part),
  ];
  expect(reduceSale([paid, ...refunds])?.row.refunded_cents).toBe(100);
  const files = [fromFile('refunded', 2, part), fromFile('refunded', 3, { refundedCents: 250 })];
  expect(reduceSale([paid, ...files])?.row.refunded_cents).toBe(250);
});

test('completes a partial refund when an API reports the full one', () => {
  const sale = reduceSale([
    makeNotice('paid', 1),
    makeNotice('refunded', 2, { refundedCents: 100 }),
    fromApi('refunded', 5),
  ]);
  expect(sale?.row).toMatchObject({ state: 'refunded', refunded_at: noon(5) });
});

test('prefers the later of two files when both give a state the same date', () => {
  const first = fromFile('paid', 1, { valueCents: 100 });
  const second = fromFile('paid', 1, { valueCents: 200 });
  expect(reduceSale([first, second])?.row.value_cents).toBe(200);
});

const partial = (at: number) => makeNotice('partial_refund', at, { noticeId: `partial-${at}` });

test('records a partial refund when no notice states its amount', () => {
  const notices = [makeNotice('paid', 2), partial(4), partial(6)];
  expect(inEveryOrder(notices)).toMatchObject({
    ...{ state: 'paid', refunded_at: noon(6), refunded_cents: null },
    partialRefunds: [
      { at: noon(4), cents: null },
      { at: noon(6), cents: null },
    ],
  });
  const alone = { state: 'paid', paid_at: noon(2), refunded_cents: null };
  expect(inEveryOrder([makeNotice('partial_refund', 4, { paidAt: noon(2) })])).toMatchObject(alone);
});

test('takes the amount of a partial refund from an operator, a file or a full refund', () => {
  const notices = [makeNotice('paid', 2), partial(4), partial(6)];
  const stated = reduceSale(notices, noon(9), { refundCents: 5_000 });
  expect(stated?.row).toMatchObject({ state: 'paid', refunded_cents: 5_000, refunded_at: noon(6) });
  expect(stated?.partialRefunds).toEqual([{ at: noon(6), cents: 5_000 }]);
  const file = fromFile('refunded', 5, { refundedCents: 7_000 });
  expect(reduceSale([...notices, file])?.row).toMatchObject({ refunded_cents: 7_000 });
  const full = inEveryOrder([...notices, makeNotice('refunded', 8)]);
  expect(full).toMatchObject({ state: 'refunded', refunded_cents: 149_710, partialRefunds: [] });
});
