import { expect, test } from 'vitest';
import { areValuesEqual, isPathWithin, replaceAtPath, valueAtPath } from './field-values.ts';

test('changes one field and keeps every other part as the same object', () => {
  const before = { price: { cash: '1' }, receipt: { items: [{ name: 'a' }, { name: 'b' }] } };
  const after = replaceAtPath(before, ['receipt', 'items', 1, 'name'], 'c');
  expect(after).toEqual({
    price: { cash: '1' },
    receipt: { items: [{ name: 'a' }, { name: 'c' }] },
  });
  expect(after).toHaveProperty('price', before.price);
  expect(Object(after).price).toBe(before.price);
  expect(Object(after).receipt.items[0]).toBe(before.receipt.items[0]);
});

test('adds and removes fields', () => {
  expect(replaceAtPath({ a: 1 }, ['b', 'c'], 2)).toEqual({ a: 1, b: { c: 2 } });
  expect(replaceAtPath({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
});

test('reads no inherited property, such as constructor, as a field', () => {
  expect(valueAtPath({}, ['constructor'])).toBeUndefined();
  expect(replaceAtPath({ a: 1 }, ['__proto__', 'b'], 2)).toEqual({ a: 1, ['__proto__']: { b: 2 } });
  expect(areValuesEqual({ constructor: 1 }, { other: 1 })).toBe(false);
});

test('compares values and paths', () => {
  expect(areValuesEqual({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(areValuesEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(areValuesEqual([1, 2], [2, 1])).toBe(false);
  expect(isPathWithin(['items', 1, 'name'], ['items', 1])).toBe(true);
  expect(isPathWithin(['items'], ['items', 1])).toBe(false);
});
