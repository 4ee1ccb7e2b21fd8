import { expect, test } from 'vitest';
import { type Checkout, platformOfAddress, resolveCheckout } from './checkout.ts';
import { checkoutAddress } from './checkout-address.ts';

const KEY = '0192F3A4-b5c6-7d8e-9f00-112233445566';
const REF = '0192f3a4b5c67d8e9f00112233445566';

const utms = {
  utm_source: 'bio',
  utm_medium: 'organico',
  utm_campaign: '',
  utm_content: 'a b&c',
  utm_term: '',
};

function addressOf(checkout: Partial<Checkout>, utm: Partial<typeof utms> = {}): URL {
  const base = { url: 'https://pay.example/x', funnel: 'anual', platform: 'other' } as const;
  return checkoutAddress(resolveCheckout({ ...base, ...checkout }), { ...utms, ...utm }, KEY);
}

const parametersOf = (checkout: Partial<Checkout>, utm: Partial<typeof utms> = {}) =>
  Object.fromEntries(addressOf(checkout, utm).searchParams);

test('adds only funnel, ra and non-empty UTMs when the platform is unknown', () => {
  expect(addressOf({}).href).toBe(
    'https://pay.example/x?funnel=anual&ra=false&utm_source=bio&utm_medium=organico&utm_content=a+b%26c',
  );
});

test('keeps parameters that the address already has', () => {
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
] as const)('adds the reference in the parameters that %s returns', (platform, expected) => {
  const { src, sck, s1, utm_content, utm_term } = parametersOf({ platform });
  const given = JSON.parse(JSON.stringify({ src, sck, s1, utm_content, utm_term }));
  expect(given).toEqual(expected);
});

test('adds the reference in the parameter that content names when the platform is unknown', () => {
  expect(parametersOf({ refParameter: 'aff_sub' }).aff_sub).toBe(REF);
  expect(parametersOf({ platform: 'hubla', refParameter: 'aff_sub' }).aff_sub).toBeUndefined();
});

test("keeps a parameter's value before the reference", () => {
  const { utm_term } = parametersOf({ platform: 'eduzz' }, { utm_term: 'ia para empresas' });
  expect(utm_term).toBe(`ia para empresas|${REF}`);
  const url = 'https://pay.example/x?sck=parceira';
  expect(parametersOf({ platform: 'ticto', url }).sck).toBe(`parceira|${REF}`);
});

test('cuts a long value between characters, never the reference', () => {
  const term = parametersOf({ platform: 'tmb' }, { utm_term: '🙂'.repeat(255) }).utm_term ?? '';
  expect([...term]).toHaveLength(255);
  expect(term.endsWith(`🙂|${REF}`)).toBe(true);
  expect(term.isWellFormed()).toBe(true);
});

test.each([
  ['https://pay.kiwify.com.br/abc', 'kiwify'],
  ['https://pay.hotmart.com/A1?off=x', 'hotmart'],
  ['https://chk.eduzz.com/123', 'eduzz'],
  ['https://pay.hub.la/x', 'hubla'],
  ['https://checkout.ticto.app/O1', 'ticto'],
  ['https://pay.tmbeducacao.com.br/x', 'tmb'],
  ['https://app.monetizze.com.br/checkout/K1', 'monetizze'],
  [' https://pay.hotmart.com/A1', 'hotmart'],
  // The short links that sellers copy, and TMB’s newer host.
  ['https://kiwify.app/abc?afid=x', 'kiwify'],
  ['https://hotm.art/abc', 'hotmart'],
  ['https://edzz.la/ABC?a=1', 'eduzz'],
  ['http://mon.net.br/abc', 'monetizze'],
  ['https://pay.tmb.com.br/Escola/P1', 'tmb'],
  ['https://kiwify.com.br.example/abc', null],
  ['https://minhakiwify.com.br/abc', null],
  ['kiwify', null],
])('infers the platform of %s', (url, platform) => {
  expect(platformOfAddress(url)).toBe(platform);
});

test('carries the reference for the host’s platform when none is stated', () => {
  expect(parametersOf({ url: 'https://pay.kiwify.com.br/a', platform: undefined }).s1).toBe(REF);
});
