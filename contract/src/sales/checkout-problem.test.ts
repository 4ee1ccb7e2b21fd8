import { expect, test } from 'vitest';
import { explainCheckouts } from './checkout-problem.ts';

const page = { url: 'https://pay.kiwify.com.br/abc', platform: 'kiwify' } as const;
const mentoring = { names: ['Mentoria', 'Mentoria 2'], url: 'https://pay.hotmart.com/A1' };
const explain = (site: Parameters<typeof explainCheckouts>[0]) =>
  explainCheckouts(site, (platform) => platform === 'kiwify');

test('reports no problem when address, platform and secret of every checkout agree', () => {
  const product = { ...mentoring, url: 'https://pay.kiwify.com.br/def' };
  expect(explain({ checkout: page, products: [product] })).toEqual([]);
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
