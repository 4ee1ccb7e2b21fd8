import { expect, test } from 'vitest';
import { kept, proofOf, sample, testHostileNotices } from '../testing.ts';
import { tmb } from './adapter.ts';

testHostileNotices(tmb, '"valor_principal": 1497.1,');

const body = sample('tmb/effected');

test('the token in the address, as Bearer, or in its header proves the notice', () => {
  expect(proofOf(tmb, { headers: {}, query: { token: 'segredo' }, body }, 'segredo')).toBe('query');
  const bearer = { authorization: 'Bearer segredo' };
  expect(proofOf(tmb, { headers: bearer, query: {}, body }, 'segredo')).toBe('bearer');
  const header = { 'x-tmb-token': 'segredo' };
  expect(proofOf(tmb, { headers: header, query: {}, body }, 'segredo')).toBe('header');
});

test('a wrong token, or the bare one as Authorization, proves nothing', () => {
  expect(proofOf(tmb, { headers: {}, query: { token: 'segredos' }, body }, 'segredo')).toBeNull();
  const bare = { authorization: 'segredo' };
  expect(proofOf(tmb, { headers: bare, query: {}, body }, 'segredo')).toBeNull();
  expect(proofOf(tmb, { headers: {}, query: {}, body }, 'segredo')).toBeNull();
});

test('reads an order that stands, by its sum without interest', () => {
  expect(tmb.read(kept('tmb/effected'))).toMatchObject({
    ok: true,
    notice: {
      kind: 'paid',
      transaction: '550123',
      valueCents: 149_710,
      currency: 'BRL',
      product: { id: '4401', name: 'Engrena IA - Comunidade' },
      buyer: { name: 'Rute Campos', email: 'rute@example.com', phones: ['(71) 99123-4455'] },
      tracking: { ref: '0192f3a4b5c67d8e9f00112233445566', utm_medium: 'bio' },
      occurredAt: '2026-11-04T12:15:30.000Z',
    },
  });
});

test('an order that stood and is cancelled is money given back', () => {
  expect(tmb.read(kept('tmb/canceled-after'))).toMatchObject({
    notice: {
      kind: 'refunded',
      occurredAt: '2026-11-07T19:00:00.000Z',
      paidAt: '2026-11-04T12:15:30.000Z',
    },
  });
});

test('an order that never stood is only cancelled', () => {
  const never = kept('tmb/canceled-after', {}, (text) =>
    text.replace(/"data_efetivado": "[^"]*"/, '"data_efetivado": null'),
  );
  expect(tmb.read(never)).toMatchObject({ notice: { kind: 'canceled', paidAt: null } });
});

test('steps and instalments are no sales, though a step names the sum', () => {
  expect(tmb.read(kept('tmb/checkout-step'))).toMatchObject({ notice: { kind: 'other' } });
  expect(tmb.read(kept('tmb/instalments'))).toMatchObject({ notice: { kind: 'other' } });
});

test('an order that awaits its payment is pending', () => {
  expect(tmb.read(kept('tmb/awaiting-payment'))).toMatchObject({
    notice: { kind: 'pending', valueCents: 149_710 },
  });
});

test('the reference is found in utm_content, and is no part of it', () => {
  expect(tmb.read(kept('tmb/effected'))).toMatchObject({
    notice: { tracking: { ref: '0192f3a4b5c67d8e9f00112233445566', utm_content: 'reels' } },
  });
});
