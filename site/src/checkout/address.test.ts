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
  key: '0192f3a4-b5c6-7d8e-9f00-112233445566',
  name: ' Marina Prado ',
  phone: '(11) 98765-4321',
};
const checkout = { url: 'https://pay.example/x', funnel: 'anual' };

/** What a link carries of the visitor, beyond the parameters that every link has. */
function contactOn(platform: 'hotmart' | 'kiwify' | 'ticto' | 'hubla', phone = visitor.phone) {
  const link = { ...checkout, platform, prefill: true };
  const { searchParams } = new URL(
    buildCheckoutUrl(link, { utms, visitor: { ...visitor, phone } }),
  );
  const ours = ['name', 'phone', 'phoneac', 'phonenumber'];
  return Object.fromEntries([...searchParams].filter(([name]) => ours.includes(name)));
}

test('fills in name and phone as each platform takes them', () => {
  const name = 'Marina Prado';
  expect(contactOn('hotmart')).toEqual({ name, phoneac: '11', phonenumber: '987654321' });
  expect(contactOn('kiwify')).toEqual({ name, phone: '11987654321' });
  expect(contactOn('ticto')).toEqual({ name });
  expect(contactOn('hubla')).toEqual({});
});

test('fills in a Brazilian number however it was typed, and no foreign one', () => {
  expect(contactOn('kiwify', '+55 (21) 3322-1100').phone).toBe('2133221100');
  expect(contactOn('kiwify', '021987654321').phone).toBe('21987654321');
  expect(contactOn('kiwify', '+351 912 345 678').phone).toBeUndefined();
  // With the digits of a number of area 47.
  expect(contactOn('kiwify', '+47 31 34 56 78').phone).toBeUndefined();
});

test('says nothing of the visitor unless content says so, and on no other checkout', () => {
  const plain = 'https://pay.example/x?funnel=anual&ra=false&utm_source=bio&utm_medium=organico';
  expect(buildCheckoutUrl(checkout, { utms, visitor })).toBe(plain);
  expect(buildCheckoutUrl({ ...checkout, prefill: true }, { utms, visitor })).toBe(plain);
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
  goToCheckout({ url, funnel: 'f' }, { utms, visitor });
  expect(log.mock.calls).toEqual([['checkout', expect.any(Error)]]);
  log.mockRestore();
  vi.unstubAllGlobals();
});
