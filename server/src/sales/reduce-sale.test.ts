import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day, notice } from './make-notice.ts';
import { NO_TRACKING, type Notice } from './notice.ts';
import { reduceSale } from './reduce-sale.ts';

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

/** What it comes to, in every order and with any notice twice. */
function inEveryOrder(notices: readonly Notice[], now?: string) {
  const sale = reduceSale(notices, now);
  for (const order of permutations(notices)) expect(reduceSale(order, now)).toEqual(sale);
  for (const twice of notices) expect(reduceSale([twice, ...notices], now)).toEqual(sale);
  return sale && { ...sale.row, ...sale };
}

test('a Pix issued, paid and given back', () => {
  const notices = [notice('pending', 1), notice('paid', 2), notice('refunded', 5)];
  expect(inEveryOrder(notices)).toMatchObject({
    state: 'refunded',
    value_cents: 149_710,
    begun_at: day(1),
    pending_at: day(1),
    paid_at: day(2),
    refunded_at: day(5),
    chargeback_at: null,
  });
});

test('a boleto issued, expired, and paid late', () => {
  const notices = [notice('pending', 1), notice('canceled', 4), notice('paid', 6)];
  expect(inEveryOrder(notices)).toMatchObject({
    state: 'paid',
    paid_at: day(6),
    canceled_at: day(4),
  });
});

test('an expiry that the platform tells after the payment does not undo it', () => {
  const notices = [notice('pending', 1), notice('paid', 3), notice('canceled', 4)];
  expect(inEveryOrder(notices)).toMatchObject({ state: 'paid', paid_at: day(3) });
});

test('a payment charged back', () => {
  const notices = [notice('paid', 2), notice('chargeback', 9)];
  expect(inEveryOrder(notices)).toMatchObject({
    state: 'chargeback',
    paid_at: day(2),
    chargeback_at: day(9),
  });
});

test('a chargeback that is won counts as if there had been none, from the first payment on', () => {
  const won = notice('paid', 15, { occurredAt: day(2) });
  const notices = [notice('paid', 2), notice('chargeback', 9), won];
  expect(inEveryOrder(notices)).toMatchObject({
    state: 'paid',
    paid_at: day(2),
    chargeback_at: null,
  });
});

test('a chargeback that is won and made again stands', () => {
  const notices = [
    notice('paid', 2),
    notice('chargeback', 9),
    notice('paid', 15),
    notice('chargeback', 20),
  ];
  expect(inEveryOrder(notices)?.state).toBe('chargeback');
});

test('nothing takes back a refund', () => {
  const notices = [notice('paid', 2), notice('refunded', 5), notice('paid', 8)];
  expect(inEveryOrder(notices)?.state).toBe('refunded');
});

test('given back, then charged back: the later stands', () => {
  const notices = [notice('paid', 2), notice('refunded', 5), notice('chargeback', 8)];
  expect(inEveryOrder(notices)?.state).toBe('chargeback');
  const other = [notice('paid', 2), notice('chargeback', 5), notice('refunded', 8)];
  expect(inEveryOrder(other)?.state).toBe('refunded');
});

test('a card refused, then a Pix issued: pending', () => {
  expect(inEveryOrder([notice('canceled', 1), notice('pending', 2)])?.state).toBe('pending');
  expect(inEveryOrder([notice('pending', 1), notice('canceled', 2)])?.state).toBe('canceled');
});

test('a cart that was left and bought after all', () => {
  expect(inEveryOrder([notice('abandoned', 1)])?.state).toBe('abandoned');
  expect(inEveryOrder([notice('abandoned', 3), notice('pending', 2)])?.state).toBe('pending');
});

test('money that came back had been paid, though that notice was lost', () => {
  expect(inEveryOrder([notice('refunded', 5, { paidAt: day(2) })])?.paid_at).toBe(day(2));
  expect(inEveryOrder([notice('chargeback', 5)])?.paid_at).toBe(day(5));
});

test('the payment tells what was paid, whatever was asked before', () => {
  const notices = [
    notice('pending', 1, { valueCents: 199_700, method: 'boleto' }),
    notice('paid', 2, { valueCents: 149_710, method: 'pix' }),
    notice('refunded', 3, { valueCents: null, method: null }),
  ];
  expect(inEveryOrder(notices)).toMatchObject({ value_cents: 149_710, method: 'pix' });
});

test('partial refunds add up, each once, and the sale stays paid until they reach its value', () => {
  const part = (day: number, refundedCents: number) => notice('refunded', day, { refundedCents });
  const some = [notice('paid', 2), part(5, 50_000), part(7, 20_000)];
  expect(inEveryOrder(some)).toMatchObject({
    state: 'paid',
    refunded_cents: 70_000,
    refunded_at: day(7),
    isRefunded: false,
    partialRefunds: [
      { at: day(5), cents: 50_000 },
      { at: day(7), cents: 20_000 },
    ],
  });
  expect(inEveryOrder([...some, part(9, 100_000)])).toMatchObject({
    state: 'refunded',
    refunded_cents: 149_710,
    refunded_at: day(9),
    isRefunded: true,
  });
  expect(inEveryOrder([...some, part(8, 0)])).toMatchObject({
    state: 'refunded',
    refunded_at: day(8),
  });
});

test('the same partial refund counts once though its notice was written twice', () => {
  const once = notice('refunded', 5, { refundedCents: 50_000 });
  const again = { ...once, noticeId: 'again', noticedAt: day(6) };
  expect(inEveryOrder([notice('paid', 2), once, again])?.refunded_cents).toBe(50_000);
  const sameId = { ...again, noticeId: once.noticeId, occurredAt: day(6) };
  expect(inEveryOrder([notice('paid', 2), once, sameId])?.refunded_cents).toBe(50_000);
});

test('a chargeback after a partial refund takes what is left', () => {
  const notices = [
    notice('paid', 2),
    notice('refunded', 5, { refundedCents: 50_000 }),
    notice('chargeback', 9),
  ];
  expect(inEveryOrder(notices)).toMatchObject({
    state: 'chargeback',
    isRefunded: false,
    refunded_cents: 149_710,
    partialRefunds: [{ at: day(5), cents: 50_000 }],
  });
});

test('a refund without an amount is of the full value, and of an unknown value it is unknown', () => {
  const refunded = [notice('paid', 2), notice('refunded', 5)];
  expect(inEveryOrder(refunded)?.refunded_cents).toBe(149_710);
  const unknown = refunded.map((one) => ({ ...one, valueCents: null }));
  expect(inEveryOrder(unknown)).toMatchObject({ state: 'refunded', refunded_cents: null });
  expect(inEveryOrder([notice('paid', 2)])?.refunded_cents).toBe(0);
});

test('a partial refund tells that the sale was paid, though that notice was lost', () => {
  const refunded = notice('refunded', 5, { refundedCents: 50_000, paidAt: day(2) });
  expect(inEveryOrder([refunded])).toMatchObject({ state: 'paid', paid_at: day(2) });
});

test('a pending Pix is canceled once it has run out, by its notice or after 30 days', () => {
  const told = notice('pending', 1, { expiresAt: day(2) });
  expect(inEveryOrder([told], day(1))).toMatchObject({ state: 'pending', expires_at: day(2) });
  expect(inEveryOrder([told], day(2))).toMatchObject({
    state: 'canceled',
    canceled_at: day(2),
    expires_at: null,
  });
  const untold = notice('pending', 1);
  expect(inEveryOrder([untold], day(30))).toMatchObject({
    state: 'pending',
    expires_at: '2026-12-01T12:00:00.000Z',
  });
  expect(inEveryOrder([untold], '2026-12-01T12:00:00.000Z')?.state).toBe('canceled');
  expect(inEveryOrder([told, untold], day(9))?.state).toBe('pending');
  expect(inEveryOrder([told, notice('paid', 20)], day(25))).toMatchObject({
    state: 'paid',
    canceled_at: null,
  });
});

test('a pending card waits for its platform, unless a notice says when it runs out', () => {
  const card = notice('pending', 1, { method: 'credit_card' });
  const later = '2027-11-01T12:00:00.000Z';
  expect(inEveryOrder([card], later)).toMatchObject({ state: 'pending', expires_at: null });
  expect(inEveryOrder([{ ...card, expiresAt: day(2) }], later)?.state).toBe('canceled');
});

test('every reference, number and address is kept, the payment’s first', () => {
  const ref = '0192f3a4b5c67d8e9f00112233445566';
  const notices = [
    notice('pending', 1, {
      tracking: { ...NO_TRACKING, ref },
      buyer: { name: null, email: 'outra@example.com', phones: ['3132221100'] },
    }),
    notice('paid', 2),
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

test('the transaction is what the platform shows, once a notice has it', () => {
  const notices = [
    notice('pending', 1, { saleKey: '908', transaction: '908' }),
    notice('paid', 2, { saleKey: '908', transaction: 'TX-55' }),
  ];
  expect(inEveryOrder(notices)).toMatchObject({ sale_key: '908', transaction: 'TX-55' });
});

test('tests count only where there is nothing real', () => {
  const trial = notice('refunded', 5, { isTest: true });
  expect(inEveryOrder([trial, notice('paid', 2)])).toMatchObject({ state: 'paid', is_test: false });
  expect(inEveryOrder([trial])).toMatchObject({ state: 'refunded', is_test: true });
});

test('notices that tell nothing of a sale make none', () => {
  expect(reduceSale([])).toBeNull();
  expect(reduceSale([notice('other', 1)])).toBeNull();
  expect(inEveryOrder([notice('other', 9), notice('paid', 2)])?.state).toBe('paid');
});

test('any notices come to the same sale in any order and however often', () => {
  const kinds = [
    ...(['pending', 'paid', 'refunded', 'chargeback', 'canceled', 'abandoned', 'other'] as const),
  ];
  const any = fc.record({
    kind: fc.constantFrom(...kinds),
    occurred: fc.integer({ min: 1, max: 9 }),
    noticedAt: fc.integer({ min: 1, max: 9 }).map(day),
    valueCents: fc.constantFrom(null, 100_000, 149_710),
    refundedCents: fc.constantFrom(null, 50_000, 149_710),
    expiresAt: fc.constantFrom(null, day(3), day(8)),
    noticeId: fc.constantFrom(null, 'a', 'b'),
    buyer: fc.constantFrom('1', '2').map((phone) => ({ name: null, email: null, phones: [phone] })),
  });
  const orders = fc.array(any, { minLength: 1, maxLength: 7 }).chain((drawn) => {
    const notices = drawn.map(({ kind, occurred, ...more }) => notice(kind, occurred, more));
    const twice = [...notices, ...notices];
    const shuffled = fc.shuffledSubarray(twice, { minLength: twice.length });
    return fc.tuple(fc.constant(notices), shuffled);
  });
  fc.assert(
    fc.property(orders, ([notices, shuffled]) => {
      const sale = reduceSale(notices, day(5));
      expect(reduceSale(shuffled, day(5))).toEqual(sale);
      const { value_cents = null, refunded_cents = null } = sale?.row ?? {};
      if (value_cents !== null) expect(refunded_cents).toBeLessThanOrEqual(value_cents);
    }),
  );
});
