import { expect, test } from 'vitest';
import { buildCheckoutUrl } from './address.ts';

const utms = {
  utm_source: 'bio',
  utm_medium: 'organico',
  utm_campaign: '',
  utm_content: 'a b&c',
  utm_term: '',
};
const visitor = {
  key: '0192f3a4-b5c6-7d8e-9f00-112233445566',
  name: 'Marina Prado',
  phone: '(11) 98765-4321',
};

test('carries funnel, ra and the UTMs that say something', () => {
  const checkout = {
    url: 'https://pay.example/x',
    funnel: 'anual',
    platform: 'other' as const,
    prefill: true,
  };
  expect(buildCheckoutUrl(checkout, utms, visitor)).toBe(
    'https://pay.example/x?funnel=anual&ra=false&utm_source=bio&utm_medium=organico&utm_content=a+b%26c',
  );
});

test('tells a known checkout who comes, and fills in what it takes when asked to', () => {
  const checkout = {
    url: 'https://pay.kiwify.example/x',
    funnel: 'f',
    platform: 'kiwify' as const,
  };
  const { searchParams } = new URL(buildCheckoutUrl({ ...checkout, prefill: true }, utms, visitor));
  expect(searchParams.get('s1')).toBe('0192f3a4b5c67d8e9f00112233445566');
  expect(searchParams.get('phone')).toBe('11987654321');
  const quiet = new URL(buildCheckoutUrl({ ...checkout, prefill: false }, utms, visitor));
  expect(quiet.searchParams.get('sck')).toBe('0192f3a4b5c67d8e9f00112233445566');
  expect(quiet.searchParams.has('phone')).toBe(false);
});
