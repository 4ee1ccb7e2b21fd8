import { expect, test, vi } from 'vitest';
import { buildCheckoutUrl, goToCheckout } from './address.ts';

const departure = {
  utms: {
    utm_source: 'bio',
    utm_medium: 'organico',
    utm_campaign: '',
    utm_content: 'a b&c',
    utm_term: '',
  },
  visitor: {
    key: '0192f3a4-b5c6-7d8e-9f00-112233445566',
    name: 'Marina Prado',
    phone: '(11) 98765-4321',
  },
};
const utmsOf = (utm_term: string) => ({ ...departure, utms: { ...departure.utms, utm_term } });

test('carries funnel, ra and the UTMs that say something, and nothing of who goes', () => {
  const url = buildCheckoutUrl({ url: 'https://pay.example/x', funnel: 'anual' }, departure);
  expect(url).toBe(
    'https://pay.example/x?funnel=anual&ra=false&utm_source=bio&utm_medium=organico&utm_content=a+b%26c',
  );
  const named = { url: 'https://pay.example/x', funnel: 'anual', platform: 'other' } as const;
  expect(buildCheckoutUrl({ ...named, prefill: true }, departure)).toBe(url);
});

test('keeps what the address had', () => {
  const url = buildCheckoutUrl(
    { url: 'https://pay.example/x?cupom=ia#pix', funnel: 'f' },
    departure,
  );
  expect(new URL(url).searchParams.get('cupom')).toBe('ia');
  expect(new URL(url).hash).toBe('#pix');
});

test('the reference follows where the platform gives it back', () => {
  const url = buildCheckoutUrl(
    { url: 'https://pay.example/x', funnel: 'f', platform: 'kiwify' },
    departure,
  );
  expect(url).toBe(
    'https://pay.example/x?funnel=f&ra=false&utm_source=bio&utm_medium=organico&utm_content=a+b%26c' +
      '&s1=0192f3a4b5c67d8e9f00112233445566&sck=0192f3a4b5c67d8e9f00112233445566',
  );
});

test('where only UTMs come back, the visitor’s own term stays before the reference', () => {
  const checkout = { url: 'https://pay.example/x', funnel: 'f', platform: 'hubla' } as const;
  const termOf = (own: string) =>
    new URL(buildCheckoutUrl(checkout, utmsOf(own))).searchParams.get('utm_term');
  expect(termOf('curso de ia')).toBe('curso de ia|0192f3a4b5c67d8e9f00112233445566');
  expect(termOf('')).toBe('0192f3a4b5c67d8e9f00112233445566');
});

test('a parameter named for another checkout carries the reference', () => {
  const url = buildCheckoutUrl(
    { url: 'https://pay.example/x', funnel: 'f', refParameter: 'aff_sub' },
    departure,
  );
  expect(new URL(url).searchParams.get('aff_sub')).toBe('0192f3a4b5c67d8e9f00112233445566');
});

test.each([
  ['the browser refuses to navigate', 'https://pay.example/x'],
  ['its address is none', 'pay.example'],
])('only logs a failed redirect when %s', (_case, url) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const assign = () => {
    throw new Error('refused');
  };
  vi.stubGlobal('window', { location: { assign } });
  goToCheckout({ url, funnel: 'f' }, departure);
  expect(log.mock.calls).toEqual([['checkout', expect.any(Error)]]);
  log.mockRestore();
  vi.unstubAllGlobals();
});
