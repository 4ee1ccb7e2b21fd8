import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { eduzz } from '../../src/sales/platforms/eduzz/adapter.ts';
import { authenticateRequest, readerOf, sample, testHostileNotices } from './test-adapter.ts';

testHostileNotices(eduzz, '"value": 1497.1');
const read = readerOf(eduzz);

const body = sample('eduzz/paid');
const signature = createHmac('sha256', 'segredo').update(body).digest('hex');
const authenticate = (given: string | undefined, bytes: Uint8Array = body) =>
  authenticateRequest(
    eduzz,
    { headers: { 'x-signature': given }, query: {}, body: bytes },
    'segredo',
  );

test('accepts the HMAC-SHA256 of the raw body as proof', () => {
  expect(authenticate(signature)).toBe('sha256-body');
  expect(authenticate(`sha256=${signature.toUpperCase()}`)).toBe('sha256-body');
});

test('refuses a signature of other bytes', () => {
  const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
  expect(authenticate(signature, rewritten)).toBeNull();
  expect(authenticate('segredo')).toBeNull();
  expect(authenticate(undefined)).toBeNull();
});

test('reads a paid boleto with its buyer, not the student', () => {
  expect(read('paid')).toMatchObject({
    ok: true,
    notice: {
      noticeId: 'pq1fwp7gx4vei1bb71k51f502',
      kind: 'paid',
      saleKey: '90817263',
      transaction: 'TX-5520118',
      valueCents: 149_710,
      currency: 'BRL',
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
    },
  });
});

test('recognizes the panel’s ping as a test', () => {
  expect(read('ping')).toMatchObject({ notice: { kind: 'other', isTest: true } });
});

test('reads the price without interest, and the paid amount under a coupon', () => {
  expect(read('paid-in-instalments')).toMatchObject({
    notice: { kind: 'paid', valueCents: 149_710 },
  });
  const coupon = read('paid-in-instalments', (text) =>
    text.replace('"value": 1772.1', '"value": 1197.6'),
  );
  expect(coupon).toMatchObject({ notice: { valueCents: 119_760 } });
});

test.each([
  ['partial-refund', 'partial_refund'],
  ['trial', 'other'],
  ['duplicated', 'canceled'],
  ['processing', 'pending'],
])('reads %s as %s', (name, kind) => {
  expect(read(name)).toMatchObject({
    notice: { kind, saleKey: '90817263' },
  });
});

test.each([
  ['paid', 'paid'],
  ['waitingPayment', 'pending'],
  ['refunded', 'refunded'],
  ['canceled', 'canceled'],
  ['chargeback', 'chargeback'],
  ['waitingRefund', 'other'],
])('reads an updated invoice by its status %s', (status, kind) => {
  const updated = read('paid', (text) =>
    text
      .replace('myeduzz.invoice_paid', 'myeduzz.invoice_updated')
      .replace('"status": "paid"', `"status": "${status}"`),
  );
  expect(updated).toMatchObject({ ok: true, notice: { kind, saleKey: '90817263' } });
});

test('does not refund the sale when the invoice’s status is a partial refund', () => {
  const partial = read('refunded', (text) =>
    text.replace('"status": "refunded"', '"status": "partialRefund"'),
  );
  expect(partial).toMatchObject({ notice: { kind: 'partial_refund' } });
});

test('names a cart of the documented format by its notice', () => {
  expect(read('cart-left-documented')).toMatchObject({
    notice: {
      kind: 'abandoned',
      transaction: 'cart:pq1fwp7gx4vei1bb71k51f507',
      buyer: { email: 'livia@example.com', phones: ['31998877665'] },
    },
  });
});

test('reads no sale in a contract’s event', () => {
  const contract = read('paid', (text) =>
    text.replace('myeduzz.invoice_paid', 'myeduzz.contract_updated'),
  );
  expect(contract).toMatchObject({ notice: { kind: 'other' } });
});

test('reads the split of an invoice from its commissions’ event, without the fee', () => {
  expect(read('commission-processed')).toMatchObject({
    notice: {
      kind: 'other',
      saleKey: '90817263',
      split: {
        netCents: null,
        coproduction: { producerCents: 90_000, coproducerCents: 25_025, totalCents: 135_025 },
      },
    },
  });
  const dollars = read('commission-processed', (text) => text.replaceAll('"BRL"', '"USD"'));
  expect(dollars).toMatchObject({
    notice: { split: { coproduction: { producerCents: null, coproducerCents: null } } },
  });
  expect(read('paid')).toMatchObject({ notice: { split: { netCents: null }, installments: 1 } });
});
