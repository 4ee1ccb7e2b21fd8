import { expect, test } from 'vitest';
import { type Checkout, checkoutAddress } from './checkout.ts';

const KEY = '0192F3A4-b5c6-7d8e-9f00-112233445566';
const REF = '0192f3a4b5c67d8e9f00112233445566';

const utms = {
  utm_source: 'bio',
  utm_medium: 'organico',
  utm_campaign: '',
  utm_content: 'a b&c',
  utm_term: '',
};

function addressOf(checkout: Partial<Checkout>, more: Partial<typeof utms> = {}): URL {
  const any = { url: 'https://pay.example/x', funnel: 'anual', platform: 'other' } as const;
  return checkoutAddress({ ...any, ...checkout }, { ...utms, ...more }, KEY);
}

const parametersOf = (checkout: Partial<Checkout>, more: Partial<typeof utms> = {}) =>
  Object.fromEntries(addressOf(checkout, more).searchParams);

test('another checkout’s address carries funnel, ra and the UTMs that say something, nothing else', () => {
  expect(addressOf({}).href).toBe(
    'https://pay.example/x?funnel=anual&ra=false&utm_source=bio&utm_medium=organico&utm_content=a+b%26c',
  );
});

test('keeps what the address had', () => {
  const url = addressOf({ url: 'https://pay.example/x?cupom=ia#pix' });
  expect(url.searchParams.get('cupom')).toBe('ia');
  expect(url.hash).toBe('#pix');
});

test.each([
  ['hotmart', { sck: REF, utm_content: 'a b&c' }],
  ['kiwify', { s1: REF, sck: REF, utm_content: 'a b&c' }],
  ['eduzz', { utm_term: REF, utm_content: `a b&c|${REF}` }],
  ['hubla', { utm_term: REF, utm_content: 'a b&c' }],
  ['ticto', { sck: REF, utm_content: 'a b&c' }],
  ['tmb', { utm_term: REF, utm_content: `a b&c|${REF}` }],
  ['monetizze', { src: REF, utm_content: `a b&c|${REF}` }],
] as const)('%s gives the reference back where it is put', (platform, expected) => {
  const { src, sck, s1, utm_content, utm_term } = parametersOf({ platform });
  const given = JSON.parse(JSON.stringify({ src, sck, s1, utm_content, utm_term }));
  expect(given).toEqual(expected);
});

test('another checkout gives it back in the parameter that content names', () => {
  expect(parametersOf({ refParameter: 'aff_sub' }).aff_sub).toBe(REF);
  expect(parametersOf({ platform: 'hubla', refParameter: 'aff_sub' }).aff_sub).toBeUndefined();
});

test('what the parameter held stays before the reference', () => {
  const { utm_term } = parametersOf({ platform: 'eduzz' }, { utm_term: 'ia para empresas' });
  expect(utm_term).toBe(`ia para empresas|${REF}`);
  const url = 'https://pay.example/x?sck=parceira';
  expect(parametersOf({ platform: 'ticto', url }).sck).toBe(`parceira|${REF}`);
});

test('a long term is cut between characters, the reference never', () => {
  const term = parametersOf({ platform: 'tmb' }, { utm_term: '🙂'.repeat(255) }).utm_term ?? '';
  expect([...term]).toHaveLength(255);
  expect(term.endsWith(`🙂|${REF}`)).toBe(true);
  expect(term.isWellFormed()).toBe(true);
});
