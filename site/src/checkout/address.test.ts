import { resolveCheckout } from '@funil/contract/sales/checkout';
import { expect, test, vi } from 'vitest';
import { buildCheckoutUrl, goToCheckout } from './address.ts';

const utms = {
  utm_source: 'bio',
  utm_medium: 'organico',
  utm_campaign: '',
  utm_content: '',
  utm_term: '',
};
const visitor = {
  leadKey: '0192f3a4-b5c6-7d8e-9f00-112233445566',
  name: ' Marina Prado ',
  phone: '(11) 98765-4321',
};
const plainCheckout = { url: 'https://pay.example/x', funnel: 'anual' };
const checkout = resolveCheckout(plainCheckout);

/** Returns the link's parameters with the visitor's name and phone. */
function contactParameters(
  platform: 'hotmart' | 'kiwify' | 'ticto' | 'hubla',
  phone = visitor.phone,
) {
  const link = resolveCheckout({ ...plainCheckout, platform, prefill: true });
  const { searchParams } = new URL(
    buildCheckoutUrl(link, { utms, visitor: { ...visitor, phone } }),
  );
  const ours = ['name', 'phone', 'phoneac', 'phonenumber'];
  return Object.fromEntries([...searchParams].filter(([name]) => ours.includes(name)));
}

test('prefills name and phone with each platform’s parameters', () => {
  const name = 'Marina Prado';
  expect(contactParameters('hotmart')).toEqual({ name, phoneac: '11', phonenumber: '987654321' });
  expect(contactParameters('kiwify')).toEqual({ name, phone: '11987654321' });
  expect(contactParameters('ticto')).toEqual({ name });
  expect(contactParameters('hubla')).toEqual({});
});

test('prefills Brazilian numbers in any format, and no foreign ones', () => {
  expect(contactParameters('kiwify', '+55 (21) 3322-1100').phone).toBe('2133221100');
  expect(contactParameters('kiwify', '021987654321').phone).toBe('21987654321');
  expect(contactParameters('kiwify', '+351 912 345 678').phone).toBeUndefined();
  // Without the `+`, these digits of a phone in Norway would be a Brazilian number with area code 47.
  expect(contactParameters('kiwify', '+47 31 34 56 78').phone).toBeUndefined();
});

test('prefills nothing without content’s permission or on an unknown platform', () => {
  const plain = 'https://pay.example/x?funnel=anual&ra=false&utm_source=bio&utm_medium=organico';
  expect(buildCheckoutUrl(checkout, { utms, visitor })).toBe(plain);
  expect(
    buildCheckoutUrl(resolveCheckout({ ...plainCheckout, prefill: true }), { utms, visitor }),
  ).toBe(plain);
});

test.each([
  ['the browser refuses to navigate', 'https://pay.example/x'],
  ['the address is invalid', 'pay.example'],
])('only logs a failed redirect when %s', (_case, url) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const assign = () => {
    throw new Error('refused');
  };
  vi.stubGlobal('window', { location: { assign } });
  goToCheckout({ url, funnel: 'f', referenceParameters: [] }, { utms, visitor });
  expect(log.mock.calls).toEqual([['checkout', expect.any(Error)]]);
  log.mockRestore();
});
