import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  authenticatorOf,
  readerOf,
  readingTesterOf,
  sampleBytes,
} from '../../../../../testkit/test-adapter.ts';
import { kiwify } from './adapter.ts';

const testReading = readingTesterOf(kiwify);
const read = readerOf(kiwify);

const secret = 'k1w1token';
const hmac = (algorithm: string, signed: string | Uint8Array) =>
  createHmac(algorithm, secret).update(signed).digest('hex');
const authenticate = (body: Uint8Array, signature: string | undefined, headers = {}) =>
  authenticatorOf(kiwify)({ headers, query: { signature }, body }, secret);

const body = sampleBytes('kiwify/approved');

test('refuses a forged order next to a genuine one when the signature is of the genuine one', () => {
  const order = sampleBytes('kiwify/approved').toString();
  const forged = order.replace('149710', '949710');
  const twice = Buffer.from(`{"order":${order},"order":${forged}}`);
  for (const signed of [order, JSON.stringify(JSON.parse(order))]) {
    expect(authenticate(twice, hmac('sha1', signed))).toBeNull();
    expect(authenticate(Buffer.from(`{"order":${order}}`), hmac('sha1', signed))).toBeNull();
  }
});

test('accepts no token, header or signature in the body as proof', () => {
  const signature = hmac('sha1', body);
  const headers = { 'x-kiwify-token': secret, 'x-kiwify-signature': signature };
  expect(authenticate(body, undefined, headers)).toBeNull();
  expect(kiwify.authenticate({ headers: {}, query: { token: secret } }, secret)).toBeNull();
  const inside = Buffer.from(`{"signature":"${signature}","order":${body}}`);
  expect(authenticate(inside, undefined)).toBeNull();
});

test('reads a list of one cart, and refuses a list of two', () => {
  expect(read('cart-in-list')).toEqual(read('cart-left'));
  const two = read('cart-left', (text) => `[${text},${text}]`);
  expect(two).toEqual({ ok: false, reason: 'shape' });
});

test('leaves net and fee unknown in another currency, although the price is in reais', () => {
  const settledIn = (currencies: Readonly<Record<string, string>>) =>
    read('approved', (text) => {
      const order = JSON.parse(text);
      return JSON.stringify({ ...order, Commissions: { ...order.Commissions, ...currencies } });
    });
  const foreign = { kiwify_fee_currency: 'USD', settlement_amount_currency: 'USD' };
  expect(settledIn(foreign)).toMatchObject({
    notice: {
      valueCents: 149_710,
      split: { netCents: null, feeCents: null, commissionCents: null },
    },
  });
  expect(settledIn({ kiwify_fee_currency: 'USD' })).toMatchObject({
    notice: { split: { netCents: expect.any(Number), feeCents: null } },
  });
});

test('reads a renewal’s subscription and its position among the charges', () => {
  const subscription = {
    id: '6c2f0d7a-9f3e-4f0e-8a55-2f6a1f1b9c01',
    charges: {
      completed: [
        {
          order_id: '9b1d2c64-6a3f-4d0c-9f4e-2f6a1f1b9c01',
          created_at: '2026-11-03T19:05:09.000Z',
        },
        { order_id: 'first', created_at: '2026-10-03T19:05:09.000Z' },
      ],
    },
  };
  const renewal = read('approved', (text) =>
    JSON.stringify({
      ...JSON.parse(text),
      order_id: '9b1d2c64-6a3f-4d0c-9f4e-2f6a1f1b9c01',
      Subscription: subscription,
    }),
  );
  expect(renewal).toMatchObject({
    notice: { subscription: '6c2f0d7a-9f3e-4f0e-8a55-2f6a1f1b9c01', chargeNumber: 2 },
  });
});

testReading('reads a paid order', 'approved', {
  kind: 'paid',
  saleKey: '5c0f1d52-0b7a-4f3e-9c55-b3a1de0c4a10',
  transaction: '5c0f1d52-0b7a-4f3e-9c55-b3a1de0c4a10',
  valueCents: 149_710,
  currency: 'BRL',
  method: 'pix',
  product: { id: '2b1f0d9c-93aa-4d11-8f6a-5e0b1c2d3e4f', name: 'Engrena IA - Comunidade' },
  buyer: { name: 'Caio Brandão', email: 'Caio.Brandao@example.com', phones: ['+5521976543210'] },
  tracking: {
    ref: '0192f3a4b5c67d8e9f00112233445566',
    utm_source: 'instagram',
    utm_content: 'video-3',
    utm_term: null,
  },
  occurredAt: '2026-11-03T14:04:00.000Z',
  paidAt: '2026-11-03T14:04:00.000Z',
  isTest: false,
  // The split is the receiving store's.
  split: { netCents: 135_987, feeCents: 13_723, commissionCents: null },
});
testReading('reads a refund wrapped in `order`', 'wrapped-refunded', {
  kind: 'refunded',
  occurredAt: '2026-11-06T12:30:00.000Z',
  paidAt: '2026-11-03T14:04:00.000Z',
});
testReading('reads when a Pix expires', 'pix-created', {
  expiresAt: '2026-11-04T14:00:00.000Z',
  paymentCode: '00020126',
});
testReading('reads a date of expiry without a time as its end', 'boleto-created', {
  kind: 'pending',
  expiresAt: '2026-11-07T02:59:59.000Z',
  paymentCode: 'https://boleto.example/1',
});
testReading('reads the price without the buyer’s interest', 'paid-in-instalments', {
  kind: 'paid',
  valueCents: 149_710,
});
testReading('reads the price when the notice has no charge', 'charge-missing', {
  kind: 'paid',
  valueCents: 149_710,
});
testReading(
  'reads the charge when a coupon lowers it',
  'approved',
  ['"charge_amount": 149710', '"charge_amount": "119760"'],
  { valueCents: 119_760 },
);
testReading(
  'ignores a price in another currency',
  'approved',
  ['"product_base_price": 149710', '"product_base_price": 29700'],
  ['"product_base_price_currency": "BRL"', '"product_base_price_currency": "USD"'],
  { valueCents: 149_710 },
);
testReading('reads a refund whose amount is negative', 'refunded-negative', {
  kind: 'refunded',
  valueCents: 149_710,
});
testReading('does not refund the sale when the buyer asks for a refund', 'refund-requested', {
  kind: 'other',
});
testReading('reads a renewal as paid when the status is the subscription’s', 'renewed', {
  kind: 'paid',
});
testReading(
  'reads a renewal by its order’s status',
  'renewed',
  ['"order_status": "active"', '"order_status": "waiting_payment"'],
  { kind: 'pending' },
);
testReading(
  'lists a renewal of an unknown status as not understood',
  'renewed',
  ['"order_status": "active"', '"order_status": "constructor"'],
  'event',
);
// The states of docs.kiwify.com.br, sales/list.
for (const [status, kind] of [
  ['refund_requested', 'paid'],
  ['pending_refund', 'paid'],
  ['processing', 'pending'],
  ['authorized', 'pending'],
]) {
  testReading(
    `reads a notice without an event whose status is ${status}`,
    'approved',
    [/"webhook_event_type": "[^"]+",?/, ''],
    ['"order_status": "paid"', `"order_status": "${status}"`],
    { kind },
  );
}
testReading(
  'reads no sale of the account in a notice to an affiliate',
  'approved',
  ['"sale_type": "producer"', '"sale_type": "affiliate"'],
  { kind: 'other' },
);
testReading('recognizes the panel’s test despite its payment in the future', 'panel-test', {
  isTest: true,
  occurredAt: '2026-11-21T12:00:00.000Z',
  paidAt: null,
});
testReading('reads commissions in texts', 'co-produced', {
  valueCents: 149_710,
  split: { netCents: 85_987, feeCents: 13_723, commissionCents: 50_000 },
});
testReading(
  'counts the producer’s share as a commission in a notice to a co-producer',
  'co-produced',
  ['"sale_type": "producer"', '"sale_type": "coproducer"'],
  ['"my_commission": "85987"', '"my_commission": "30000"'],
  { split: { netCents: 30_000, feeCents: 13_723, commissionCents: 105_987 } },
);
testReading('reads no split in another currency', 'co-produced', [/"BRL"/g, '"USD"'], {
  split: { netCents: null, feeCents: null },
});
testReading(
  'reads the parent order and installments',
  'approved',
  ['"installments": 1', '"installments": 12, "parent_order_id": "5c0f"'],
  { orderId: '5c0f', installments: 12 },
);
testReading(
  'reads no Brazilian number of a cart in the United States',
  'cart-left',
  ['"5521976543210"', '"2125550199"'],
  ['"country": "br"', '"country": "us"'],
  { buyer: { phones: [] } },
);
testReading(
  'reads no Brazilian number of a buyer in the United States',
  'approved',
  ['"mobile": "+5521976543210"', '"mobile": "2125550199", "country": "us"'],
  { buyer: { phones: [] } },
);
