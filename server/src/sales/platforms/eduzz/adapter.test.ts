import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  authenticatorOf,
  readingTesterOf,
  sampleBytes,
} from '../../../../../testkit/test-adapter.ts';
import { eduzz } from './adapter.ts';

const testReading = readingTesterOf(eduzz);

const body = sampleBytes('eduzz/paid');
const signature = createHmac('sha256', 'segredo').update(body).digest('hex');
const authenticate = (given: string | undefined, bytes: Uint8Array = body) =>
  authenticatorOf(eduzz)({ headers: { 'x-signature': given }, body: bytes });

test('accepts the HMAC-SHA256 of the raw body as proof', () => {
  expect(authenticate(signature)).toBe('sha256-body');
  expect(authenticate(`sha256=${signature.toUpperCase()}`)).toBe('sha256-body');
});

testReading('reads a paid boleto with its buyer, not the student', 'paid', {
  noticeId: 'pq1fwp7gx4vei1bb71k51f502',
  kind: 'paid',
  saleKey: '90817263',
  transaction: 'TX-5520118',
  valueCents: 149_710,
  currency: 'BRL',
  split: { netCents: null },
  installments: 1,
  method: 'boleto',
  product: { id: '2984159', name: 'Engrena IA - Comunidade' },
  buyer: {
    name: 'Lívia Sampaio',
    email: 'livia@example.com',
    phones: ['31998877665', '(31) 3222-1100'],
  },
  tracking: {
    ref: '0192f3a4b5c67d8e9f00112233445566',
    utm_campaign: 'lancamento',
    utm_content: 'automação',
  },
  occurredAt: '2026-11-05T12:31:00.000Z',
  writtenAt: '2026-11-05T12:31:04.000Z',
});
// Public receivers of these notices treat a paid amount of 0 as missing.
testReading(
  'reads the price of an invoice of which nothing is paid',
  'paid-in-instalments',
  ['myeduzz.invoice_paid', 'myeduzz.invoice_waiting_payment'],
  ['"value": 1772.1', '"value": 0'],
  { kind: 'pending', valueCents: 149_710 },
);
testReading('reads a coupon of 100%', 'paid-in-instalments', ['"value": 1772.1', '"value": 0'], {
  kind: 'paid',
  valueCents: 0,
});
testReading('recognizes the panel’s ping as a test', 'ping', { kind: 'other', isTest: true });
testReading('reads the price without interest', 'paid-in-instalments', {
  kind: 'paid',
  valueCents: 149_710,
});
testReading(
  'reads the paid amount under a coupon',
  'paid-in-instalments',
  ['"value": 1772.1', '"value": 1197.6'],
  { valueCents: 119_760 },
);
for (const [isMainSale, orderId] of [
  [false, '90817262'],
  [true, null],
]) {
  testReading(
    `reads ${orderId ? 'the main invoice of an order bump' : 'no other invoice for a main product'}`,
    'paid',
    [
      '"utm": {',
      `"orderBump": { "has": true, "isMainSale": ${isMainSale}, "mainSaleId": 90817262 }, "utm": {`,
    ],
    { saleKey: '90817263', orderId },
  );
}
for (const [installment, chargeNumber] of [
  [1, null],
  [2, 2],
]) {
  testReading(
    `reads payment ${installment} of a boleto in installments`,
    'paid',
    [
      '"utm": {',
      `"bankSlipInstallment": { "installmentNumber": ${installment}, "totalInstallments": 3 }, "utm": {`,
    ],
    { chargeNumber },
  );
}
testReading(
  'reads no Brazilian number of a buyer in the United States',
  'paid',
  ['"31998877665"', '"2125550199"'],
  ['"(31) 3222-1100"', 'null'],
  ['"document"', '"address": { "country": "US" }, "document"'],
  { buyer: { phones: [] } },
);
testReading(
  'reads a boleto’s code',
  'boleto-opened',
  ['"utm": {', '"barcode": "23793.38128", "bankslipUrl": "https://example.com/boleto", "utm": {'],
  { kind: 'pending', paymentCode: '23793.38128' },
);
testReading(
  'reads the address of a boleto whose code is missing',
  'boleto-opened',
  ['"utm": {', '"barcode": null, "bankslipUrl": "https://example.com/boleto", "utm": {'],
  { kind: 'pending', paymentCode: 'https://example.com/boleto' },
);
testReading(
  'reads no sale in a negotiation, whose event eduzz-webhook-docs misspells',
  'paid',
  ['myeduzz.invoice_paid', 'myeduzz.invoice_negotiatied'],
  { kind: 'other' },
);
testReading('reads a partial refund', 'partial-refund', {
  kind: 'partial_refund',
  saleKey: '90817263',
});
for (const event of ['alpaclass.student_created', 'blinket.checkin', 'nutror.lesson_watched']) {
  testReading(`reads no sale in ${event}`, 'paid', ['myeduzz.invoice_paid', event], {
    kind: 'other',
  });
}
testReading('reads no sale in a trial', 'trial', { kind: 'other', saleKey: '90817263' });
testReading('reads a duplicate as canceled', 'duplicated', {
  kind: 'canceled',
  saleKey: '90817263',
});
testReading('reads a payment under way', 'processing', { kind: 'pending', saleKey: '90817263' });
for (const [status, kind] of [
  ['paid', 'paid'],
  ['waitingPayment', 'pending'],
  ['refunded', 'refunded'],
  ['canceled', 'canceled'],
  ['chargeback', 'chargeback'],
  ['waitingRefund', 'other'],
  ['analysing', 'pending'],
  ['waitingDocuments', 'pending'],
  ['deleted', 'canceled'],
  ['internal', 'other'],
  // The next two states are in eduzz-webhook-docs, under this event.
  ['negociated', 'other'],
  ['readjusted', 'other'],
]) {
  testReading(
    `reads an updated invoice by its status ${status}`,
    'paid',
    ['myeduzz.invoice_paid', 'myeduzz.invoice_updated'],
    ['"status": "paid"', `"status": "${status}"`],
    { kind, saleKey: '90817263' },
  );
}
testReading(
  'does not refund the sale when the invoice’s status is a partial refund',
  'refunded',
  ['"status": "refunded"', '"status": "partialRefund"'],
  { kind: 'partial_refund' },
);
testReading(
  'reads a cart’s origin and reference from its link, and the address to pay',
  'cart-left',
  {
    tracking: {
      ...{ ref: '0192f3a4b5c67d8e9f00112233445566', src: null, sck: 'criativo-3' },
      ...{ utm_source: 'instagram', utm_medium: 'bio', utm_campaign: 'lancamento' },
      ...{ utm_content: 'reels', utm_term: null },
    },
    paymentCode: 'https://sun.eduzz.com/c_92a39f6e00000000b4f89338ace25cf6',
  },
);
testReading(
  'reads a cart whose link is no address',
  'cart-left',
  [/"href": "[^"]*"/, '"href": "/89AQ?utm_source=instagram"'],
  { kind: 'abandoned', tracking: { utm_source: null } },
);
testReading('names a cart of the documented format by the notice’s id', 'cart-left-documented', {
  kind: 'abandoned',
  transaction: 'cart:pq1fwp7gx4vei1bb71k51f507',
  buyer: { email: 'livia@example.com', phones: ['31998877665'] },
});
testReading(
  'reads no sale in a contract’s event',
  'paid',
  ['myeduzz.invoice_paid', 'myeduzz.contract_updated'],
  { kind: 'other' },
);
testReading(
  'reads the split of an invoice from the event of its commissions, without the fee',
  'commission-processed',
  {
    kind: 'other',
    saleKey: '90817263',
    split: {
      netCents: null,
      coproduction: { producerCents: 90_000, coproducerCents: 25_025, totalCents: 135_025 },
    },
  },
);
testReading('reads no split in dollars', 'commission-processed', [/"BRL"/g, '"USD"'], {
  split: { coproduction: { producerCents: null, coproducerCents: null } },
});
