import { expect, test } from 'vitest';
import { ticto } from '../../src/sales/platforms/ticto/adapter.ts';
import { authenticateRequest, readerOf, sample, testHostileNotices } from './test-adapter.ts';

testHostileNotices(ticto, '"paid_amount": 149710,');
const read = readerOf(ticto);

const authenticate = (body: Uint8Array, secret: string) =>
  authenticateRequest(ticto, { headers: {}, query: {}, body }, secret);

test('accepts the token in the body as proof', () => {
  const body = sample('ticto/authorized');
  expect(authenticate(body, 'ticto-de-teste')).toBe('body');
  expect(authenticate(body, 'outro')).toBeNull();
  expect(authenticate(Buffer.from('{}'), 'outro')).toBeNull();
  expect(authenticate(Buffer.from('['.repeat(9000)), 'outro')).toBeNull();
});

test('finds the token at any depth and next to a wrong one, without parsing the body', () => {
  const deep = `${'{"order":'.repeat(20_000)}{"token":"errado","token" : "to\\/k"}`;
  expect(authenticate(Buffer.from(deep), 'to/k')).toBe('body');
});

test('stops searching for the token after eight members of that name', () => {
  const many = `{${'"token":"errado",'.repeat(8)}"token":"tok"}`;
  expect(authenticate(Buffer.from(many), 'tok')).toBeNull();
});

test('reads a paid Pix, and “Não Informado” as a missing value', () => {
  expect(read('authorized')).toMatchObject({
    ok: true,
    notice: {
      kind: 'paid',
      transaction: 'TPA77C0DE',
      valueCents: 149_710,
      currency: 'BRL',
      method: 'pix',
      product: { id: '33017', name: 'Engrena IA - Comunidade' },
      buyer: { name: 'Otávio Reis', email: 'otavio@example.com', phones: ['+5541988776655'] },
      tracking: {
        ref: '0192f3a4b5c67d8e9f00112233445566',
        src: null,
        utm_source: 'instagram',
        utm_medium: null,
      },
      occurredAt: '2026-11-03T14:26:41.000Z',
    },
  });
});

test('reads the price without interest', () => {
  expect(read('paid-in-instalments')).toMatchObject({
    notice: { kind: 'paid', valueCents: 149_710 },
  });
});

test('multiplies the price by the quantity', () => {
  const two = read('authorized', (text) =>
    text
      .replace('"paid_amount": 149710', '"paid_amount": 320000')
      .replace('"quantity": 1', '"quantity": 2'),
  );
  expect(two).toMatchObject({ notice: { valueCents: 299_420 } });
});

test('reads the other name of a chargeback, and a cart without a customer object', () => {
  expect(read('chargedback')).toMatchObject({ notice: { kind: 'chargeback' } });
  expect(read('cart-flat')).toMatchObject({
    notice: {
      kind: 'abandoned',
      buyer: { name: 'Otávio Reis', email: 'otavio@example.com', phones: ['+5541988776655'] },
      product: { id: '33017', name: 'Engrena IA - Comunidade' },
    },
  });
});

test('reads the producer’s net, the commissions, the order and the subscription', () => {
  expect(read('renewed')).toMatchObject({
    notice: {
      split: { netCents: 100_910, feeCents: 9_800, commissionCents: 38_751 },
      installments: 1,
      orderId: 'TOP001AB',
      subscription: '121783',
      chargeNumber: 2,
    },
  });
});

test('reads the co-producer’s net when the notice is of that account', () => {
  const own = read('renewed', (text) =>
    text.replace('"commission_type": "producer"', '"commission_type": "coproducer"'),
  );
  expect(own).toMatchObject({ notice: { split: { netCents: 14_000, commissionCents: 125_661 } } });
});

test('knows neither the net of an affiliate nor the charge’s number in a later notice', () => {
  const affiliate = read('renewed', (text) =>
    text.replace('"commission_type": "producer"', '"commission_type": "affiliate"'),
  );
  expect(affiliate).toMatchObject({ notice: { split: { netCents: null, feeCents: 9_800 } } });
  const refund = read('renewed', (text) =>
    text.replace('"status": "authorized"', '"status": "refunded"'),
  );
  expect(refund).toMatchObject({ notice: { subscription: '121783', chargeNumber: null } });
});

test('reads the time of an abandoned cart whose buyer is the top object', () => {
  const cart = read('cart-flat', (text) =>
    text.replace('"status_date": "2026-11-03 11:10:00"', '"created_at": "03/11/2026 01:38:52"'),
  );
  expect(cart).toMatchObject({
    notice: { kind: 'abandoned', occurredAt: '2026-11-03T04:38:52.000Z' },
  });
});
