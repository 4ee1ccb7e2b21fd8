import { expect, test } from 'vitest';
import { listDifferences } from './compare-values.ts';

test('lists the smallest parts that differ', () => {
  const before = { title: 'a', price: { cash: '1,00' }, list: [{ x: 1 }, { x: 2 }] };
  const after = { title: 'a', price: { cash: '2,00' }, list: [{ x: 1 }, { x: 3 }], note: 'n' };
  expect(listDifferences(before, after)).toEqual([
    { path: ['price', 'cash'], before: '1,00', after: '2,00' },
    { path: ['list', 1, 'x'], before: 2, after: 3 },
    { path: ['note'], before: undefined, after: 'n' },
  ]);
});

test('compares lists as a whole when an item was added', () => {
  expect(listDifferences(['a'], ['b', 'a'])).toEqual([
    { path: [], before: ['a'], after: ['b', 'a'] },
  ]);
});

test('compares a field that is named as every object’s own', () => {
  expect(listDifferences({}, { constructor: 'x' })).toEqual([
    { path: ['constructor'], before: undefined, after: 'x' },
  ]);
});

test('takes a list in another order as one difference', () => {
  expect(listDifferences({ a: [1, 2, 3] }, { a: [3, 1, 2] })).toEqual([
    { path: ['a'], before: [1, 2, 3], after: [3, 1, 2] },
  ]);
});

test('names each field of an added group', () => {
  expect(listDifferences({}, { a: { b: { c: 1 } } })).toEqual([
    { path: ['a', 'b', 'c'], before: undefined, after: 1 },
  ]);
});
