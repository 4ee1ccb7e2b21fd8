import { expect, test } from 'vitest';
import { authenticatorOf, readingTesterOf } from '../../../../../testkit/test-adapter.ts';
import { ticto } from './adapter.ts';

const testReading = readingTesterOf(ticto);

const authenticate = (body: Uint8Array, secret: string) => authenticatorOf(ticto)({ body }, secret);

test('finds the token at any depth and next to a wrong one, without parsing the body', () => {
  const deep = `${'{"order":'.repeat(20_000)}{"token":"errado","token" : "to\\/k"}`;
  expect(authenticate(Buffer.from(deep), 'to/k')).toBe('body');
});

test('stops searching for the token after eight members of that name', () => {
  const many = `{${'"token":"errado",'.repeat(8)}"token":"tok"}`;
  expect(authenticate(Buffer.from(many), 'tok')).toBeNull();
});

testReading('reads a paid Pix, and “Não Informado” as a missing value', 'authorized', {
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
});
testReading('reads the price without interest', 'paid-in-instalments', {
  kind: 'paid',
  valueCents: 149_710,
});
testReading(
  'multiplies the price by the quantity',
  'authorized',
  ['"paid_amount": 149710', '"paid_amount": 320000'],
  ['"quantity": 1', '"quantity": 2'],
  { valueCents: 299_420 },
);
const BUMPS = [
  ['"paid_amount": 149710', '"paid_amount": 160000'],
  ['"tracking": {', '"bumps": [{ "offer_price": "26.00" }, { "offer_price": 9.9 }], "tracking": {'],
] as const;
testReading(
  'adds the order bumps to the price, and reads no net of the main product alone',
  'authorized',
  ...BUMPS,
  { valueCents: 153_300, split: { netCents: null, feeCents: null, commissionCents: null } },
);
testReading(
  'adds up the account’s commissions of a main product and its bumps',
  'authorized',
  ...BUMPS,
  [
    '"affiliates": []',
    '"affiliates": [], "owner_commissions": [{ "commission_amount": 139910 }, { "commission_amount": 3300 }]',
  ],
  { split: { netCents: 143_210 } },
);
testReading(
  'reads the charge if a bump has no price',
  'authorized',
  ...BUMPS,
  ['"offer_price": 9.9', '"offer_name": "Planilhas"'],
  { valueCents: 160_000 },
);
testReading(
  'reads the main product in a list of items',
  'authorized',
  ['"item": {', '"items": [{'],
  ['"quantity": 1\n  }', '"quantity": 1\n  }]'],
  { valueCents: 149_710, product: { id: '33017', name: 'Engrena IA - Comunidade' } },
);
testReading('reads the other name of a chargeback', 'chargedback', { kind: 'chargeback' });
testReading('reads a cart without a customer object', 'cart-flat', {
  kind: 'abandoned',
  buyer: { name: 'Otávio Reis', email: 'otavio@example.com', phones: ['+5541988776655'] },
  product: { id: '33017', name: 'Engrena IA - Comunidade' },
});
testReading(
  'reads the producer’s net, the commissions, the order and the subscription',
  'renewed',
  {
    split: { netCents: 100_910, feeCents: 9_800, commissionCents: 38_751 },
    installments: 1,
    orderId: 'TOP001AB',
    subscription: '121783',
    chargeNumber: 2,
  },
);
testReading(
  'reads the co-producer’s net when the notice is of that account',
  'renewed',
  ['"commission_type": "producer"', '"commission_type": "coproducer"'],
  { split: { netCents: 14_000, commissionCents: 125_661 } },
);
for (const [commissions, netCents, commissionCents] of [
  ['[{ "commission_amount": 9000 }]', 9_000, 139_661],
  ['[]', null, null],
] as const) {
  testReading(
    `reads ${netCents ?? 'no'} net of one of two co-producers, whose commissions are ${commissions}`,
    'renewed',
    ['"commission_type": "producer"', '"commission_type": "coproducer"'],
    [
      '"coproducers": [',
      `"owner_commissions": ${commissions}, "coproducers": [{ "amount": 9000 },`,
    ],
    { split: { netCents, commissionCents } },
  );
}
testReading(
  'reads no sale of the account in a notice to an affiliate',
  'renewed',
  ['"commission_type": "producer"', '"commission_type": "affiliate"'],
  { kind: 'other', split: { netCents: null } },
);
testReading(
  'reads no charge number in a later notice',
  'renewed',
  ['"status": "authorized"', '"status": "refunded"'],
  { subscription: '121783', chargeNumber: null },
);
testReading(
  'reads the time of an abandoned cart whose buyer fields stand at the top',
  'cart-flat',
  ['"status_date": "2026-11-03 11:10:00"', '"created_at": "03/11/2026 01:38:52"'],
  { kind: 'abandoned', occurredAt: '2026-11-03T04:38:52.000Z' },
);
testReading('reads the payment code of an issued Pix', 'pix-created', {
  paymentCode: '00020126580014br.gov.bcb.pix0136exemplo',
});
testReading(
  'reads no payment code of a paid Pix',
  'pix-created',
  ['"pix_created"', '"authorized"'],
  {
    kind: 'paid',
    paymentCode: null,
  },
);
test('names the older version of a notice', () => {
  const body = Buffer.from('{"version":"1.0","status":"authorized","order_hash":"TO1"}');
  expect(ticto.read({ headers: {}, body, receivedAt: '' })).toEqual({
    ok: false,
    reason: 'version',
  });
});
