import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { kiwify } from './kiwify.ts';
import { kept, sample } from './samples/sample.ts';

const secret = 'k1w1token';
const hmac = (algorithm: string, signed: string | Uint8Array) =>
  createHmac(algorithm, secret).update(signed).digest('hex');
const prove = (body: Uint8Array, signature: string | undefined, headers = {}) =>
  kiwify.prove({ headers, query: { signature }, body }, secret);

const body = sample('kiwify/approved');

test('HMAC-SHA1 of the raw body proves the notice', () => {
  expect(prove(body, hmac('sha1', body))).toBe('sha1-body');
  expect(prove(body, hmac('sha1', body).toUpperCase())).toBe('sha1-body');
});

test('a changed byte, a cut signature or none at all proves nothing', () => {
  const signature = hmac('sha1', body);
  const changed = Buffer.from(body.toString().replace('149710', '949710'));
  expect(prove(changed, signature)).toBeNull();
  expect(prove(body, signature.slice(0, -1))).toBeNull();
  expect(prove(body, '')).toBeNull();
  expect(prove(body, undefined)).toBeNull();
});

test('where the order is wrapped, a signature of the order alone proves it', () => {
  const order = '{ "order_id": "a\\"}b",  "Commissions": {"charge_amount": 10.0} }';
  const wrapped = Buffer.from(`{"url":"x","note":{"order":1},"order": ${order}}`);
  expect(prove(wrapped, hmac('sha1', order))).toBe('sha1-order');
  expect(prove(wrapped, hmac('sha1', JSON.stringify(JSON.parse(order))))).toBe('sha1-order');
  expect(prove(wrapped, hmac('sha1', '1'))).toBeNull();
});

test('the signature beside a wrapped order counts as the one in the query', () => {
  const order = '{"order_id":"x"}';
  const wrapped = Buffer.from(`{"signature":"${hmac('sha1', order)}","order":${order}}`);
  expect(prove(wrapped, undefined)).toBe('sha1-order');
});

test('SHA-256 and the plain token prove it as well', () => {
  expect(prove(body, hmac('sha256', body))).toBe('sha256-body');
  expect(prove(body, secret)).toBe('token');
  expect(prove(body, undefined, { 'x-kiwify-token': secret })).toBe('token');
  expect(kiwify.prove({ headers: {}, query: { token: secret }, body }, secret)).toBe('token');
});

test('an empty secret proves nothing', () => {
  const unsigned = createHmac('sha1', '').update(body).digest('hex');
  expect(kiwify.prove({ headers: {}, query: { signature: unsigned }, body }, '')).toBeNull();
});

test('reads a paid order', () => {
  expect(kiwify.read(kept('kiwify/approved'))).toMatchObject({
    ok: true,
    notice: {
      kind: 'paid',
      saleKey: '5c0f1d52-0b7a-4f3e-9c55-b3a1de0c4a10',
      transaction: '5c0f1d52-0b7a-4f3e-9c55-b3a1de0c4a10',
      valueCents: 149_710,
      currency: 'BRL',
      method: 'pix',
      product: {
        id: '2b1f0d9c-93aa-4d11-8f6a-5e0b1c2d3e4f',
        name: 'Engrena IA - Comunidade',
      },
      buyer: {
        name: 'Caio Brandão',
        email: 'Caio.Brandao@example.com',
        phones: ['+5521976543210'],
      },
      tracking: {
        ref: '0192f3a4b5c67d8e9f00112233445566',
        utm_source: 'instagram',
        utm_content: 'video-3',
        utm_term: null,
      },
      occurredAt: '2026-11-03T14:04:00.000Z',
      paidAt: '2026-11-03T14:04:00.000Z',
      isTest: false,
    },
  });
});

test('reads an issued Pix, and a refund that is wrapped', () => {
  expect(kiwify.read(kept('kiwify/pix-created'))).toMatchObject({
    notice: { kind: 'pending', occurredAt: '2026-11-03T14:00:00.000Z', paidAt: null },
  });
  expect(kiwify.read(kept('kiwify/wrapped-refunded'))).toMatchObject({
    notice: {
      kind: 'refunded',
      occurredAt: '2026-11-06T12:30:00.000Z',
      paidAt: '2026-11-03T14:04:00.000Z',
    },
  });
});

test('a renewal is what its order’s state says', () => {
  const renewal = kept('kiwify/approved', {}, (text) =>
    text.replace('order_approved', 'subscription_renewed'),
  );
  expect(kiwify.read(renewal)).toMatchObject({ notice: { kind: 'paid' } });
});

test('reads a cart that was left', () => {
  expect(kiwify.read(kept('kiwify/cart-left'))).toMatchObject({
    notice: {
      kind: 'abandoned',
      transaction: 'cart:a1c2e3f4-aaaa-4bbb-8ccc-1234567890ab',
      occurredAt: '2026-11-03T13:50:00.000Z',
      buyer: { name: 'Caio Brandão', phones: ['5521976543210'] },
    },
  });
});

test('the panel’s test is known', () => {
  expect(kiwify.read(kept('kiwify/panel-test'))).toMatchObject({ notice: { isTest: true } });
});

test('a renewal names its subscription, and its place among the charges', () => {
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
  const renewal = kept('kiwify/approved', {}, (text) =>
    JSON.stringify({
      ...JSON.parse(text),
      order_id: '9b1d2c64-6a3f-4d0c-9f4e-2f6a1f1b9c01',
      Subscription: subscription,
    }),
  );
  expect(kiwify.read(renewal)).toMatchObject({
    notice: { subscription: '6c2f0d7a-9f3e-4f0e-8a55-2f6a1f1b9c01', chargeNumber: 2 },
  });
});
