import { expect, test } from 'vitest';
import { interpolate, placeholdersIn } from './interpolate.ts';

test('a name in braces becomes its value, wherever the text is', () => {
  const values = new Map([['seats', '8']]);
  const value = { badge: 'Restam {seats} vagas', steps: [{ text: 'Apenas {seats}' }], count: 3 };
  expect(interpolate(value, values)).toEqual({
    badge: 'Restam 8 vagas',
    steps: [{ text: 'Apenas 8' }],
    count: 3,
  });
});

test('null and false stay what they are', () => {
  expect(interpolate({ gtag: null, demo: false }, new Map())).toEqual({ gtag: null, demo: false });
});

test('a value that holds braces itself is not replaced again', () => {
  const values = new Map([
    ['product', 'A {seats} B'],
    ['seats', '8'],
  ]);
  expect(interpolate('{product}', values)).toBe('A {seats} B');
});

test('all names of a text are found', () => {
  expect(placeholdersIn('{projectMin} a {projectMax}')).toEqual(['projectMin', 'projectMax']);
});
