import { expect, test } from 'vitest';
import { tmb } from '../../src/sales/platforms/tmb/adapter.ts';
import { authenticateRequest, readerOf, sample, testHostileNotices } from './test-adapter.ts';

testHostileNotices(tmb, '"valor_principal": 1497.1,');
const read = readerOf(tmb);

const body = sample('tmb/effected');

test('accepts the token in the query, as Bearer, or in its header as proof', () => {
  expect(
    authenticateRequest(tmb, { headers: {}, query: { token: 'segredo' }, body }, 'segredo'),
  ).toBe('query');
  const bearer = { authorization: 'Bearer segredo' };
  expect(authenticateRequest(tmb, { headers: bearer, query: {}, body }, 'segredo')).toBe('bearer');
  const header = { 'x-tmb-token': 'segredo' };
  expect(authenticateRequest(tmb, { headers: header, query: {}, body }, 'segredo')).toBe('header');
});

test('refuses a wrong token, and one without Bearer', () => {
  expect(
    authenticateRequest(tmb, { headers: {}, query: { token: 'segredos' }, body }, 'segredo'),
  ).toBeNull();
  const bare = { authorization: 'segredo' };
  expect(authenticateRequest(tmb, { headers: bare, query: {}, body }, 'segredo')).toBeNull();
  expect(authenticateRequest(tmb, { headers: {}, query: {}, body }, 'segredo')).toBeNull();
});

test('reads an approved order’s amount without interest', () => {
  expect(read('effected')).toMatchObject({
    ok: true,
    notice: {
      kind: 'paid',
      transaction: '550123',
      valueCents: 149_710,
      currency: 'BRL',
      product: { id: '4401', name: 'Engrena IA - Comunidade' },
      buyer: { name: 'Rute Campos', email: 'rute@example.com', phones: ['(71) 99123-4455'] },
      tracking: {
        ref: '0192f3a4b5c67d8e9f00112233445566',
        utm_medium: 'bio',
        utm_content: 'reels',
      },
      occurredAt: '2026-11-04T12:15:30.000Z',
    },
  });
});

test('reads the instalments, and no split', () => {
  expect(read('effected')).toMatchObject({
    notice: { installments: 12, split: { netCents: null, feeCents: null, commissionCents: null } },
  });
});

test('reads a canceled order that had been approved as a refund', () => {
  expect(read('canceled-after')).toMatchObject({
    notice: {
      kind: 'refunded',
      occurredAt: '2026-11-07T19:00:00.000Z',
      paidAt: '2026-11-04T12:15:30.000Z',
    },
  });
});

test('reads a canceled order that had not been approved as canceled', () => {
  const never = read('canceled-after', (text) =>
    text.replace(/"data_efetivado": "[^"]*"/, '"data_efetivado": null'),
  );
  expect(never).toMatchObject({ notice: { kind: 'canceled', paidAt: null } });
});

test('reads no sale in checkout steps and instalments', () => {
  expect(read('checkout-step')).toMatchObject({ notice: { kind: 'other' } });
  expect(read('instalments')).toMatchObject({ notice: { kind: 'other' } });
});
