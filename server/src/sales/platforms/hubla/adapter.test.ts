import { expect, test } from 'vitest';
import { readerOf, readingTesterOf } from '../../../../../testkit/test-adapter.ts';
import { hubla } from './adapter.ts';

const testReading = readingTesterOf(hubla);
const read = readerOf(hubla);

test('reads a payment’s price without the installment fee', () => {
  const headers = { 'x-hubla-idempotency': 'b0a1f5f2-0000-4000-8000-000000000001' };
  expect(read('paid', undefined, headers)).toMatchObject({
    ok: true,
    notice: {
      noticeId: 'b0a1f5f2-0000-4000-8000-000000000001',
      kind: 'paid',
      saleKey: 'f1f1c0de-0001-4a4a-9b9b-77777777aaaa',
      transaction: 'f1f1c0de-0001-4a4a-9b9b-77777777aaaa',
      valueCents: 149_710,
      currency: 'BRL',
      method: 'credit_card',
      product: { id: 'VL3e0iDO3A32SyjJWr9S', name: 'Engrena IA - Comunidade' },
      buyer: { name: 'Nina Teles', email: 'nina@example.com', phones: ['+5585991112233'] },
      tracking: { ref: '0192f3a4b5c67d8e9f00112233445566', utm_content: 'reels' },
      occurredAt: '2026-11-03T15:10:02.000Z',
      writtenAt: '2026-11-03T15:10:03.000Z',
      isTest: false,
    },
  });
});

test('recognizes the sandbox by its header', () => {
  const sandbox = read('paid', undefined, { 'x-hubla-sandbox': 'true' });
  expect(sandbox).toMatchObject({ notice: { isTest: true } });
});

testReading(
  'subtracts the fee from a prorated total',
  'paid',
  ['"subtotalCents": 159710', '"subtotalCents": 199710'],
  { valueCents: 149_710 },
);
testReading('reads a notice without a total', 'paid', ['"totalCents": 177210', '"x": 1'], {
  valueCents: 149_710,
});
for (const [installment, chargeNumber] of [
  [1, null],
  [2, 2],
]) {
  testReading(
    `reads payment ${installment} of a smart installment plan`,
    'paid',
    [
      '"saleDate"',
      `"smartInstallment": { "sourceInvoiceId": "f1", "installment": ${installment}, "installments": 12 }, "saleDate"`,
    ],
    { chargeNumber },
  );
}
testReading(
  'reads the main invoice of an order bump',
  'paid',
  ['"saleDate"', '"parentInvoiceId": "f1f1c0de-0000", "saleDate"'],
  { orderId: 'f1f1c0de-0000' },
);
// Source: third-party integrations, one of which compared 630 invoices with Hubla's own report.
const asItem = ['9b9b-77777777aaaa"', '9b9b-77777777aaaa-offer-2"'] as const;
testReading('reads no further sale in the invoice of an order’s item', 'paid', asItem, {
  kind: 'other',
  saleKey: 'f1f1c0de-0001-4a4a-9b9b-77777777aaaa',
  split: { netCents: null, feeCents: null, commissionCents: null },
});
testReading('reads an item’s refund as a part of the order’s', 'refunded', asItem, {
  noticeId: 'f1f1c0de-0001-4a4a-9b9b-77777777aaaa-offer-2',
  kind: 'refunded',
  saleKey: 'f1f1c0de-0001-4a4a-9b9b-77777777aaaa',
  transaction: 'f1f1c0de-0001-4a4a-9b9b-77777777aaaa',
  valueCents: null,
  refundedCents: 149_710,
});
testReading(
  'reads nothing in the refund of a free item',
  'refunded',
  asItem,
  ['"totalCents": 177210', '"totalCents": 27500'],
  { kind: 'other', refundedCents: 0 },
);
testReading('reads when a refunded invoice was paid', 'refunded', {
  kind: 'refunded',
  paidAt: '2026-11-03T15:10:02.000Z',
});
testReading(
  'reads a status update by the invoice’s status',
  'paid',
  ['invoice.payment_succeeded', 'invoice.status_updated'],
  ['"status": "paid",\n      "statusAt"', '"status": "chargeback",\n      "statusAt"'],
  { kind: 'chargeback' },
);
testReading(
  'reads the seller’s net, and the platform’s fee without the buyer’s interest',
  'created-documented',
  {
    valueCents: 96_000,
    split: { netCents: 86_542, feeCents: 9_458, commissionCents: 0 },
    subscription: 'd7ab5027-5bca-476c-ac29-68f1359ee6ca',
    installments: 12,
  },
);
testReading(
  'reads the seller’s net without the buyer’s interest, if the platform’s share is too small for it',
  'paid',
  ['"totalCents": 39500', '"totalCents": 8208'],
  ['"totalCents": 137710', '"totalCents": 169002'],
  { valueCents: 149_710, split: { netCents: 141_502, feeCents: 8208, commissionCents: 0 } },
);
// Source: two third-party integrations, which round these fields.
testReading(
  'rounds parts of a centavo',
  'paid',
  ['"totalCents": 177210', '"totalCents": 177210.4'],
  ['"installmentFeeCents": 27500', '"installmentFeeCents": 27500.0000000004'],
  { valueCents: 149_710, split: { netCents: 137_710, feeCents: 12_000 } },
);
testReading(
  'rounds each share',
  'paid',
  ['"totalCents": 39500', '"totalCents": 12000.5'],
  ['"totalCents": 137710', '"totalCents": 137709.5'],
  { split: { netCents: 137_710, feeCents: 12_001 } },
);
testReading(
  'reads shares that have no interest as they are',
  'paid',
  ['"totalCents": 39500', '"totalCents": 12000'],
  { split: { netCents: 137_710, feeCents: 12_000 } },
);
for (const [from, to] of [
  ['"totalCents": 177210', '"totalCents": 177210, "settlement": { "currency": "USD" }'],
  ['"totalCents": 137710', '"totalCents": 137710, "currency": "USD"'],
] as const) {
  testReading(
    `reads no reais in an invoice that is settled in dollars: ${to}`,
    'paid',
    [from, to],
    {
      kind: 'paid',
      valueCents: null,
      currency: 'USD',
      split: { netCents: null, feeCents: null, commissionCents: null },
    },
  );
}
testReading(
  'recognizes a test of the configuration by its invoice',
  'paid',
  ['"f1f1c0de-0001-4a4a-9b9b-77777777aaaa"', '"f1f1c0de-0001-4a4a-9b9b-tester"'],
  { isTest: true },
);
// The envelope of Hubla's webhook 1.
test('names the older version of a notice', () => {
  const body = Buffer.from(
    '{"type":"NewSale","event":{"userEmail":"marina@example.com","totalAmount":1497.1},"version":"1.0.0"}',
  );
  expect(hubla.read({ headers: {}, body, receivedAt: '' })).toEqual({
    ok: false,
    reason: 'version',
  });
});
