import { expect, test } from 'vitest';
import { addSection, isSame, isSamePath, moveItem, replaceAt, startsWith } from './values.ts';

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

test('moves an item up, down and not beyond the ends', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
  expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveItem(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});

test('puts a section back in its usual place among the others', () => {
  const usual = ['problema', 'casos', 'videos', 'oferta'];
  expect(addSection(['problema', 'oferta'], 'casos', usual)).toEqual([
    'problema',
    'casos',
    'oferta',
  ]);
  expect(addSection(['oferta', 'casos'], 'problema', usual)).toEqual([
    'problema',
    'oferta',
    'casos',
  ]);
  expect(addSection(['oferta', 'casos'], 'videos', usual)).toEqual(['oferta', 'casos', 'videos']);
});

test('compares values and paths', () => {
  expect(isSame({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(isSamePath(['items', 1], ['items', 1])).toBe(true);
  expect(isSamePath(['items', 1], ['items', 11])).toBe(false);
  expect(startsWith(['items', 1, 'name'], ['items', 1])).toBe(true);
  expect(startsWith(['items'], ['items', 1])).toBe(false);
});
