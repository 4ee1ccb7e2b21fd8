import { expect, test } from 'vitest';
import { addSection, moveItem } from './values.ts';

test('moves an item up, down and not beyond the ends', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
  expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveItem(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});

test('puts a section back after those that precede it in the default order', () => {
  const defaultOrder = ['problema', 'casos', 'videos', 'oferta'];
  expect(addSection(['problema', 'oferta'], 'casos', defaultOrder)).toEqual([
    'problema',
    'casos',
    'oferta',
  ]);
  expect(addSection(['oferta', 'casos'], 'problema', defaultOrder)).toEqual([
    'problema',
    'oferta',
    'casos',
  ]);
  expect(addSection(['oferta', 'casos'], 'videos', defaultOrder)).toEqual([
    'oferta',
    'casos',
    'videos',
  ]);
});
