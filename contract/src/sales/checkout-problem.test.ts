import { expect, test } from 'vitest';
import { explainCheckoutProblems } from './checkout-problem.ts';

const page = { url: 'https://pay.kiwify.com.br/abc', platform: 'kiwify' } as const;
const mentoring = { names: ['Mentoria', 'Mentoria 2'], url: 'https://pay.hotmart.com/A1' };
const explain = (site: Parameters<typeof explainCheckoutProblems>[0]) =>
  explainCheckoutProblems(site, (platform) => platform === 'kiwify');

test('reports no problem when address, platform and secret of every checkout agree', () => {
  const product = { ...mentoring, url: 'https://pay.kiwify.com.br/def' };
  expect(explain({ checkout: page, products: [product] })).toEqual([]);
});

test.each([
  ...['https://app.monetizze.com.br/checkout/K1', 'https://app.monetizze.com.br/r/A1'],
  ...['https://app.monetizze.com.br/checkout?x=1'],
  ...['https://app.hub.la/checkout/a', 'https://hub.la/g/a', 'https://hotm.art/a'],
  ...['https://go.hotmart.com/A1', 'https://sun.eduzz.com/1', 'https://checkout.ticto.app/O1'],
  ...['https://pay.tmb.com.br/Escola/A1', 'https://financiamento.tmbeducacao.com.br/Escola/A1'],
])('recognizes a checkout or a link to one: %s', (url) => {
  expect(explainCheckoutProblems({ checkout: { url }, products: [] }, () => true)).toEqual([]);
});

test('reports no problem about an example address', () => {
  const checkout = { url: 'https://checkout.example/engrena-ia' };
  expect(explain({ checkout, products: [] })).toEqual([]);
});

test.each([
  ['https://loja.com.br/x', undefined, 'De que plataforma é', 'em loja.com.br? Sem ela, a venda'],
  ['https://pay.kiwify.com.br/x', 'hotmart', 'está marcado como da Hotmart', 'é da Kiwify'],
  ['https://pay.kiwify.com.br/x', 'other', 'está marcado como de outra plataforma', 'é da Kiwify'],
  ['https://pay.hotmart.com/A1', undefined, 'A Hotmart não está ligada', 'por ela'],
  ['https://app-vlc.hotmart.com/products/view/1', undefined, 'o painel ou a vitrine da Hotmart'],
  ['https://hotmart.com/pt-br/marketplace/produtos/a/B2', undefined, 'vitrine da Hotmart'],
  [
    'https://curso.club.hotmart.com/login',
    undefined,
    'vitrine da Hotmart (curso.club.hotmart.com)',
  ],
  ['https://dashboard.kiwify.com/products/edit/1', undefined, 'o link de pagamento do produto'],
  ['https://orbita.eduzz.com/producer/product', 'eduzz', 'o painel ou a vitrine da Eduzz'],
  ['https://app.monetizze.com.br/produtos', undefined, 'o painel ou a vitrine da Monetizze'],
  ['https://dash.ticto.com.br/product/1/offers', undefined, 'o painel ou a vitrine da Ticto'],
  ['https://produtor.tmbeducacao.com.br/produtos', undefined, 'o painel ou a vitrine da TMB'],
  ['https://app.hub.la/user_groups/a', undefined, 'o painel ou a vitrine da Hubla'],
] as const)('explains %s with the platform %s, of the page or of a listed product', (...given) => {
  const [url, platform, ...parts] = given;
  const own = explain({ checkout: { url, platform }, products: [] });
  const listed = explain({ checkout: page, products: [{ ...mentoring, url, platform }] });
  for (const part of parts) {
    expect(own).toEqual([expect.stringContaining(part)]);
    expect(listed).toEqual([expect.stringContaining(part)]);
  }
  expect(own[0]).not.toContain('“');
  expect(listed[0]).toContain('“Mentoria”');
});
