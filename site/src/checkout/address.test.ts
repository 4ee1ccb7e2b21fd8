import { expect, test } from 'vitest';
import { buildCheckoutUrl } from './address.ts';

const utms = {
  utm_source: 'bio',
  utm_medium: 'organico',
  utm_campaign: '',
  utm_content: 'a b&c',
  utm_term: '',
};

test('carries funnel, ra and the UTMs that say something', () => {
  const url = buildCheckoutUrl({ url: 'https://pay.example/x', funnel: 'anual' }, utms);
  expect(url).toBe(
    'https://pay.example/x?funnel=anual&ra=false&utm_source=bio&utm_medium=organico&utm_content=a+b%26c',
  );
});

test('keeps what the address had', () => {
  const url = buildCheckoutUrl({ url: 'https://pay.example/x?cupom=ia#pix', funnel: 'f' }, utms);
  expect(new URL(url).searchParams.get('cupom')).toBe('ia');
  expect(new URL(url).hash).toBe('#pix');
});
