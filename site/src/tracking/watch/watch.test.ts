import { expect, test } from 'vitest';
import { readPurchase } from './purchase.ts';
import { newDepthSteps } from './scroll-depth.ts';
import { isInView } from './section-view.ts';

const read = (query: string) => readPurchase(new URLSearchParams(query));

test.each([
  ['1497.00', 1497],
  ['1497,50', 1497.5],
  ['1.497,00', 1497],
  ['1,497.00', 1497],
  ['0', 0],
])('reads an amount in each checkout’s format: %s', (text, value) => {
  expect(read(`transaction_id=T1&value=${text}`)).toEqual({
    transaction_id: 'T1',
    value,
    currency: 'BRL',
  });
});

test.each([
  ...['transaction_id=T1', 'value=10', 'transaction_id=&value=10', 'transaction_id=T1&value=dez'],
  ...['transaction_id={{order.id}}&value=10', 'transaction_id=[transaction]&value=10'],
  ...['transaction_id=T1&value=-10', 'transaction_id=T1&value=Infinity'],
])('ignores an incomplete or invalid purchase: %s', (query) => {
  expect(read(query)).toBeUndefined();
});

test('keeps a currency code and replaces nonsense by BRL', () => {
  expect(read('transaction_id=T1&value=10&currency=eur')?.currency).toBe('EUR');
  expect(read('transaction_id=T1&value=10&currency=reais')?.currency).toBe('BRL');
});

test('counts a section as in view when half of it is visible or it fills half of the window', () => {
  expect(isInView({ ratio: 0.5, height: 100, viewport: 740 })).toBe(true);
  expect(isInView({ ratio: 0.49, height: 300, viewport: 740 })).toBe(false);
  expect(isInView({ ratio: 0.12, height: 370, viewport: 740 })).toBe(true);
  expect(isInView({ ratio: 0, height: 0, viewport: 0 })).toBe(false);
});

test('returns every step that a jump passes, without reported steps', () => {
  expect(newDepthSteps(0.2, 0)).toEqual([]);
  expect(newDepthSteps(0.8, 0)).toEqual([25, 50, 75]);
  expect(newDepthSteps(1, 75)).toEqual([100]);
  expect(newDepthSteps(1, 100)).toEqual([]);
});
