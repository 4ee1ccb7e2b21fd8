import { expect, test } from 'vitest';
import { isSame, readAt, replaceAt, startsWith } from './field-values.ts';

test('changes one field and keeps every other part as the same object', () => {
  const before = { price: { cash: '1' }, receipt: { items: [{ name: 'a' }, { name: 'b' }] } };
  const after = replaceAt(before, ['receipt', 'items', 1, 'name'], 'c');
  expect(after).toEqual({
    price: { cash: '1' },
    receipt: { items: [{ name: 'a' }, { name: 'c' }] },
  });
  expect(after).toHaveProperty('price', before.price);
  expect(Object(after).price).toBe(before.price);
  expect(Object(after).receipt.items[0]).toBe(before.receipt.items[0]);
});

test('adds and removes fields', () => {
  expect(replaceAt({ a: 1 }, ['b', 'c'], 2)).toEqual({ a: 1, b: { c: 2 } });
  expect(replaceAt({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
});

test('reads no inherited property, such as constructor, as a field', () => {
  expect(readAt({}, ['constructor'])).toBeUndefined();
  expect(replaceAt({ a: 1 }, ['__proto__', 'b'], 2)).toEqual({ a: 1, ['__proto__']: { b: 2 } });
  expect(isSame({ constructor: 1 }, { other: 1 })).toBe(false);
});

test('compares values and paths', () => {
  expect(isSame({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(startsWith(['items', 1, 'name'], ['items', 1])).toBe(true);
  expect(startsWith(['items'], ['items', 1])).toBe(false);
});
