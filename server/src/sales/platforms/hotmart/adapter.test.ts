import { expect, test } from 'vitest';
import { kept, proofOf, sample, testHostileNotices } from '../testing.ts';
import { hotmart } from './adapter.ts';

testHostileNotices(hotmart, '"value": 1497.1,');

const noHeaders = { headers: {}, query: {} };
const body = sample('hotmart/approved');

test('the hottok in the header proves the notice', () => {
  const headers = { 'x-hotmart-hottok': 'segredo' };
  expect(proofOf(hotmart, { headers, query: {}, body }, 'segredo')).toBe('header');
  expect(proofOf(hotmart, { headers, query: {}, body }, 'outro')).toBeNull();
  expect(proofOf(hotmart, { ...noHeaders, body }, 'segredo')).toBeNull();
});

test('the older hottok in the body proves it too, but not beside a wrong header', () => {
  const older = Buffer.from('{"hottok":"segredo","event":"PURCHASE_APPROVED"}');
  expect(proofOf(hotmart, { ...noHeaders, body: older }, 'segredo')).toBe('body');
  const headers = { 'x-hotmart-hottok': 'errado' };
  expect(proofOf(hotmart, { headers, query: {}, body: older }, 'segredo')).toBeNull();
});

test('an empty secret proves nothing', () => {
  expect(proofOf(hotmart, { headers: { 'x-hotmart-hottok': '' }, query: {}, body }, '')).toBeNull();
});

test('reads a paid Pix', () => {
  expect(hotmart.read(kept('hotmart/approved'))).toEqual({
    ok: true,
    notice: {
      noticeId: '6f0b8f0e-41f2-4c57-8e0b-0d6a1f7c9a02',
      kind: 'paid',
      saleKey: 'HP2611031844',
      transaction: 'HP2611031844',
      valueCents: 149_710,
      currency: 'BRL',
      method: 'pix',
      product: { id: '4417021', name: 'Engrena IA - Comunidade' },
      buyer: {
        name: 'Marina Prado',
        email: 'marina.prado@example.com',
        phones: ['11987654321', '5511987654321'],
      },
      tracking: {
        ref: '0192f3a4b5c67d8e9f00112233445566',
        src: 'bio',
        sck: '0192f3a4b5c67d8e9f00112233445566',
        utm_source: null,
        utm_medium: null,
        utm_campaign: null,
        utm_content: null,
        utm_term: null,
      },
      occurredAt: '2026-11-03T19:05:00.000Z',
      noticedAt: '2026-11-03T19:05:01.456Z',
      paidAt: '2026-11-03T19:05:00.000Z',
      refundedCents: null,
      expiresAt: null,
      subscription: null,
      chargeNumber: null,
      isTest: false,
    },
  });
});

test.each([
  ['pix-issued', 'pending', '2026-11-03T19:00:00.000Z'],
  ['complete', 'paid', '2026-11-03T19:05:00.000Z'],
  ['refunded', 'refunded', '2026-11-05T19:00:00.000Z'],
  ['chargeback', 'chargeback', '2026-11-06T21:20:00.000Z'],
])('reads %s as %s', (name, kind, occurredAt) => {
  const reading = hotmart.read(kept(`hotmart/${name}`));
  expect(reading).toMatchObject({ notice: { kind, occurredAt, transaction: 'HP2611031844' } });
});

test('a cart that was left is a sale of its own, without a sum', () => {
  expect(hotmart.read(kept('hotmart/cart-left'))).toMatchObject({
    notice: {
      kind: 'abandoned',
      transaction: 'cart:6f0b8f0e-41f2-4c57-8e0b-0d6a1f7c9a07',
      valueCents: null,
      buyer: { phones: ['5511987654321'] },
    },
  });
});

test('the panel’s test is known', () => {
  expect(hotmart.read(kept('hotmart/panel-test'))).toMatchObject({ notice: { isTest: true } });
});

test('a request for the money back undoes nothing yet', () => {
  const protest = kept('hotmart/approved', {}, (text) =>
    text.replace('PURCHASE_APPROVED', 'PURCHASE_PROTEST'),
  );
  expect(hotmart.read(protest)).toMatchObject({ ok: true, notice: { kind: 'other' } });
});

test('dollars are a sale, but no money', () => {
  const dollars = kept('hotmart/approved', {}, (text) => text.replaceAll('"BRL"', '"USD"'));
  expect(hotmart.read(dollars)).toMatchObject({
    ok: true,
    notice: { kind: 'paid', currency: 'USD', valueCents: null },
  });
});

test('reads the older version, whose dates and prices are texts', () => {
  expect(hotmart.read(kept('hotmart/approved-older'))).toMatchObject({
    notice: {
      kind: 'paid',
      valueCents: 149_710,
      currency: 'BRL',
      occurredAt: '2026-11-03T19:05:00.000Z',
      noticedAt: '2026-11-03T19:05:01.456Z',
    },
  });
  expect(hotmart.read(kept('hotmart/cancelled-older'))).toMatchObject({
    notice: { kind: 'canceled', noticedAt: '2026-11-03T19:20:00.000Z' },
  });
});

test('joins area code and number when the notice splits them', () => {
  expect(hotmart.read(kept('hotmart/approved-older'))).toMatchObject({
    notice: { buyer: { phones: ['11999998888'] } },
  });
});

test('reads a refund whose amount is negative or missing, and no payment without one', () => {
  const withPrice = (name: string, price: string) =>
    hotmart.read(kept(name, {}, (text) => text.replace(/"value": 1497.1,/, price)));
  expect(withPrice('hotmart/refunded', '"value": -1497.1,')).toMatchObject({
    notice: { kind: 'refunded', valueCents: 149_710 },
  });
  expect(withPrice('hotmart/refunded', '')).toMatchObject({
    notice: { kind: 'refunded', valueCents: null },
  });
  expect(withPrice('hotmart/approved', '"value": -1497.1,')).toMatchObject({ reason: 'value' });
});

test('a partial refund of untold size leaves the sale as it was', () => {
  expect(hotmart.read(kept('hotmart/partially-refunded'))).toMatchObject({
    notice: { kind: 'other', saleKey: 'HP2611031844' },
  });
});

test('reads when a Pix runs out', () => {
  expect(hotmart.read(kept('hotmart/pix-issued'))).toMatchObject({
    notice: { expiresAt: '2026-11-04T19:00:00.000Z' },
  });
});

test('an unknown event is kept for later', () => {
  const unknown = kept('hotmart/approved', {}, (text) =>
    text.replace('PURCHASE_APPROVED', 'constructor'),
  );
  expect(hotmart.read(unknown)).toEqual({ ok: false, reason: 'event' });
});

test('a renewal names its subscription and which charge it is', () => {
  const renewal = kept('hotmart/approved', {}, (text) =>
    text.replace(
      '"purchase": {',
      '"subscription": { "subscriber": { "code": "ABC12DEF" } }, "purchase": { "recurrence_number": 4,',
    ),
  );
  expect(hotmart.read(renewal)).toMatchObject({
    notice: { subscription: 'ABC12DEF', chargeNumber: 4 },
  });
});

test('a currency that is none is not understood', () => {
  const odd = kept('hotmart/approved', {}, (text) => text.replaceAll('"BRL"', '"R$$"'));
  expect(hotmart.read(odd)).toEqual({ ok: false, reason: 'currency' });
});
