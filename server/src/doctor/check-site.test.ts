import { expect, test } from 'vitest';
import { readSiteInfo } from '../../../testkit/start-app.ts';
import { checkPublishedContent } from './check-site.ts';

const site = readSiteInfo({
  url: 'https://minha.com.br',
  checkout: { url: 'https://pay.kiwify.com.br/abc', platform: 'kiwify' },
  tracking: { gtag: 'G-ABC123XYZ9', adsConversion: null, pixel: '1234567890', consent: 'notice' },
});
const check = (changes: Partial<typeof site> = {}) =>
  checkPublishedContent({ ...site, ...changes }).map(({ level, what }) => `${level}: ${what}`);

test('reports the seller’s own page and its ids for Google and Meta', () => {
  expect(check()).toEqual([
    'green: A página no ar é a sua.',
    'green: O botão leva ao checkout em pay.kiwify.com.br, da Kiwify.',
    'green: Tag do Google: G-ABC123XYZ9.',
    'green: Conversão do Google Ads: sem código, nada é enviado.',
    'green: Pixel da Meta: 1234567890.',
  ]);
});

test('warns of the demonstration and of an example checkout', () => {
  const checkout = { ...site.checkout, url: 'https://checkout.example/engrena-ia' };
  expect(check({ isDemo: true, checkout }).slice(0, 2)).toEqual([
    'yellow: A página no ar é uma demonstração.',
    'yellow: O checkout (checkout.example) é um endereço de exemplo: ninguém consegue comprar.',
  ]);
});

test('warns of a checkout that does not agree with its platform, and names the listed product', () => {
  const checkout = { ...site.checkout, url: 'https://loja.com.br/x', platform: null };
  const products = [
    { names: ['Mentoria', 'M1'], url: 'https://pay.kiwify.com.br/x', platform: 'hotmart' as const },
    { names: ['Livro'], url: 'https://pay.hotmart.com/A1', platform: 'hotmart' as const },
  ];
  expect(check({ checkout, products }).slice(1, 4)).toEqual([
    expect.stringContaining('yellow: De que plataforma é o checkout em loja.com.br?'),
    expect.stringContaining('yellow: O checkout de “Mentoria” está marcado como da Hotmart'),
    'green: O checkout de “Livro” fica em pay.hotmart.com, da Hotmart.',
  ]);
});

test('warns of an invalid id', () => {
  const tracking = { ...site.tracking, gtag: 'UA-12345-1' };
  expect(check({ tracking })).toContain(
    'yellow: Tag do Google: “UA-12345-1” não tem a forma de um código.',
  );
});

test('warns of a page of another release', () => {
  expect(checkPublishedContent(null)).toMatchObject([
    { level: 'yellow', command: 'Rode npm run publish.' },
  ]);
});
