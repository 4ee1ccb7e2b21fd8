import { expect, test } from 'vitest';
import { authenticateRequest, readerOf, sample, testHostileNotices } from '../testing.ts';
import { hotmart } from './adapter.ts';

testHostileNotices(hotmart, '"value": 1497.1,');
const read = readerOf(hotmart);

const noHeaders = { headers: {}, query: {} };
const body = sample('hotmart/approved');

test('accepts the hottok in the header as proof', () => {
  const headers = { 'x-hotmart-hottok': 'segredo' };
  expect(authenticateRequest(hotmart, { headers, query: {}, body }, 'segredo')).toBe('header');
  expect(authenticateRequest(hotmart, { headers, query: {}, body }, 'outro')).toBeNull();
  expect(authenticateRequest(hotmart, { ...noHeaders, body }, 'segredo')).toBeNull();
});

test('accepts the older hottok in the body, unless a header is wrong', () => {
  const older = Buffer.from('{"hottok":"segredo","event":"PURCHASE_APPROVED"}');
  expect(authenticateRequest(hotmart, { ...noHeaders, body: older }, 'segredo')).toBe('body');
  const headers = { 'x-hotmart-hottok': 'errado' };
  expect(authenticateRequest(hotmart, { headers, query: {}, body: older }, 'segredo')).toBeNull();
});

test('accepts no proof while the secret is empty', () => {
  expect(
    authenticateRequest(hotmart, { headers: { 'x-hotmart-hottok': '' }, query: {}, body }, ''),
  ).toBeNull();
});

test('reads a paid Pix', () => {
  expect(read('approved')).toEqual({
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
      writtenAt: '2026-11-03T19:05:01.456Z',
      paidAt: '2026-11-03T19:05:00.000Z',
      refundedCents: null,
      expiresAt: null,
      subscription: null,
      chargeNumber: null,
      isTest: false,
    },
  });
});

test('reads the end of the guarantee as the payment', () => {
  expect(read('complete')).toMatchObject({
    notice: {
      kind: 'paid',
      transaction: 'HP2611031844',
      occurredAt: '2026-11-03T19:05:00.000Z',
    },
  });
});

test('recognizes the panel’s test', () => {
  expect(read('panel-test')).toMatchObject({ notice: { isTest: true } });
});

test('does not refund the sale when the buyer asks for a refund', () => {
  const protest = read('approved', (text) => text.replace('PURCHASE_APPROVED', 'PURCHASE_PROTEST'));
  expect(protest).toMatchObject({ ok: true, notice: { kind: 'other' } });
});

test('reads a sale in dollars without a value', () => {
  const dollars = read('approved', (text) => text.replaceAll('"BRL"', '"USD"'));
  expect(dollars).toMatchObject({
    ok: true,
    notice: { kind: 'paid', currency: 'USD', valueCents: null },
  });
});

test('reads version 1.0.0, whose dates and prices are texts', () => {
  expect(read('approved-older')).toMatchObject({
    notice: {
      kind: 'paid',
      valueCents: 149_710,
      currency: 'BRL',
      occurredAt: '2026-11-03T19:05:00.000Z',
      writtenAt: '2026-11-03T19:05:01.456Z',
    },
  });
  expect(read('cancelled-older')).toMatchObject({
    notice: { kind: 'canceled', writtenAt: '2026-11-03T19:20:00.000Z' },
  });
});

test('joins the area code and the number when the notice separates them', () => {
  expect(read('approved-older')).toMatchObject({
    notice: { buyer: { phones: ['11999998888'] } },
  });
});

test('reads a refund, but no payment, whose amount is negative or missing', () => {
  const withPrice = (name: string, price: string) =>
    read(name, (text) => text.replace(/"value": 1497.1,/, price));
  expect(withPrice('refunded', '"value": -1497.1,')).toMatchObject({
    notice: { kind: 'refunded', valueCents: 149_710 },
  });
  expect(withPrice('refunded', '')).toMatchObject({
    notice: { kind: 'refunded', valueCents: null },
  });
  expect(withPrice('approved', '"value": -1497.1,')).toMatchObject({ reason: 'value' });
});

test('leaves the sale unchanged when a partial refund has no amount', () => {
  expect(read('partially-refunded')).toMatchObject({
    notice: { kind: 'other', saleKey: 'HP2611031844' },
  });
});

test('reads when a Pix expires', () => {
  expect(read('pix-issued')).toMatchObject({
    notice: { expiresAt: '2026-11-04T19:00:00.000Z' },
  });
});

test('refuses an unknown event', () => {
  const unknown = read('approved', (text) => text.replace('PURCHASE_APPROVED', 'constructor'));
  expect(unknown).toEqual({ ok: false, reason: 'event' });
});

test('reads a renewal’s subscription and charge number', () => {
  const renewal = read('approved', (text) =>
    text.replace(
      '"purchase": {',
      '"subscription": { "subscriber": { "code": "ABC12DEF" } }, "purchase": { "recurrence_number": 4,',
    ),
  );
  expect(renewal).toMatchObject({
    notice: { subscription: 'ABC12DEF', chargeNumber: 4 },
  });
});

test('refuses an invalid currency', () => {
  const odd = read('approved', (text) => text.replaceAll('"BRL"', '"R$$"'));
  expect(odd).toEqual({ ok: false, reason: 'currency' });
});
