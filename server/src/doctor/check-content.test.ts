import { expect, test } from 'vitest';
import { checkContent } from './check-content.ts';

const facts = {
  url: 'https://minha.com.br',
  isDemo: false,
  checkout: { url: 'https://pay.kiwify.com.br/abc', platform: 'kiwify' as const },
  tracking: { gtag: 'G-ABC123XYZ9', adsConversion: null, pixel: '1234567890' },
};
const check = (changes: Partial<typeof facts> = {}) =>
  checkContent({ state: 'read', facts: { ...facts, ...changes } }).map(
    ({ level, what }) => `${level}: ${what}`,
  );

test('a page of one’s own is green, with what it tells Google and Meta', () => {
  expect(check()).toEqual([
    'green: A página no ar é a sua (demo: false).',
    'green: O botão leva ao checkout em pay.kiwify.com.br.',
    'green: Google Analytics ou Tag: G-ABC123XYZ9.',
    'green: Google Ads: sem código, nada é enviado.',
    'green: Meta: 1234567890.',
  ]);
});

test('a demonstration, and a checkout where nobody can buy, are yellow', () => {
  const checkout = { url: 'https://checkout.example/engrena-ia', platform: 'kiwify' as const };
  expect(check({ isDemo: true, checkout }).slice(0, 2)).toEqual([
    'yellow: A página no ar é uma demonstração (demo: true).',
    'yellow: O checkout (checkout.example) é um endereço de exemplo: ninguém consegue comprar.',
  ]);
});

test('a page of an earlier release, or with fields that do not fit, is yellow', () => {
  expect(checkContent({ state: 'missing' })).toMatchObject([
    { level: 'yellow', remedy: 'Rode npm run publish.' },
  ]);
  expect(checkContent({ state: 'odd', fields: ['tracking.gtag'] })).toMatchObject([
    { level: 'yellow', what: 'A página no ar diz algo que não serve em: tracking.gtag.' },
  ]);
});
