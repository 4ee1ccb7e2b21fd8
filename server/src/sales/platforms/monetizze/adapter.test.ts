import { expect, test } from 'vitest';
import { kept, proofOf, sample, testHostileNotices } from '../testing.ts';
import { monetizze } from './adapter.ts';
import { readForm, writeForm } from './form.ts';

testHostileNotices(monetizze, '"valor": "1497.10",');

/** A sample as PHP sends it. */
function asForm(name: string): Buffer {
  return Buffer.from(writeForm(JSON.parse(sample(name).toString())));
}
const prove = (body: Uint8Array, secret = 'monetizze-de-teste') =>
  proofOf(monetizze, { headers: {}, query: {}, body }, secret);

test('the key in the form proves the notice, in JSON, too', () => {
  expect(prove(asForm('monetizze/approved'))).toBe('body');
  expect(prove(sample('monetizze/approved'))).toBe('body');
  expect(prove(asForm('monetizze/approved'), 'outra')).toBeNull();
  expect(prove(Buffer.from('chave_unica=%ZZ&chave_unica=a%2Fb'), 'a/b')).toBe('body');
});

test('reads a payment from the form', () => {
  const form = { ...kept('monetizze/approved'), body: asForm('monetizze/approved') };
  expect(monetizze.read(form)).toEqual(monetizze.read(kept('monetizze/approved')));
  expect(monetizze.read(form)).toMatchObject({
    ok: true,
    notice: {
      kind: 'paid',
      saleKey: '61540871',
      valueCents: 149_710,
      method: 'pix',
      product: { id: '88213', name: 'Engrena IA - Comunidade' },
      buyer: { name: 'Sílvia Rocha', email: 'silvia@example.com', phones: ['62998877665'] },
      tracking: { ref: '0192f3a4b5c67d8e9f00112233445566', utm_content: 'reels' },
      occurredAt: '2026-11-03T14:52:10.000Z',
      paidAt: '2026-11-03T14:52:10.000Z',
      isTest: false,
    },
  });
});

test.each([
  ['pix-issued', 'pending', '2026-11-03T14:40:00.000Z'],
  ['complete', 'paid', '2026-11-03T14:52:10.000Z'],
  ['refunded', 'refunded', '2026-11-21T12:00:00.000Z'],
])('reads %s as %s', (name, kind, occurredAt) => {
  expect(monetizze.read(kept(`monetizze/${name}`))).toMatchObject({ notice: { kind, occurredAt } });
});

test('a cart that was left is named by its address, and the panel’s X-Wing is a test', () => {
  expect(monetizze.read(kept('monetizze/cart-left'))).toMatchObject({
    notice: { kind: 'abandoned', transaction: expect.stringMatching(/^cart:[0-9a-f]{32}$/) },
  });
  expect(monetizze.read(kept('monetizze/panel-test'))).toMatchObject({ notice: { isTest: true } });
});

test('a form’s names are only names, however deep or strange they are', () => {
  const read = (text: string) => readForm(Buffer.from(text));
  expect(read('__proto__[x]=1&constructor[prototype][y]=2')).toMatchObject({ ok: true });
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  expect(read(`a${'[b]'.repeat(50)}=1`)).toEqual({ ok: false, reason: 'deep' });
  expect(read('a=1&a[b]=2&[]=3&=4')).toMatchObject({ ok: true });
});
