import { expect, test } from 'vitest';
import { findEndedTest } from './versions.ts';

const page = (title: string, name?: string) => ({
  hero: { title },
  site: name === undefined ? {} : { test: { name, field: 'hero.title', text: 'Já.' } },
});

test.each([
  ['keeps A', page('Hoje.'), 'a'],
  ['keeps B', page('Já.'), 'b'],
  ['has another text', page('Logo.'), null],
  ['tests another text', page('Hoje.', 'Outro'), 'a'],
])('says that a test ended when the page %s', (_, after, kept) => {
  expect(findEndedTest(page('Hoje.', 'Título'), after)).toEqual({
    name: 'Título',
    texts: { a: 'Hoje.', b: 'Já.' },
    kept,
  });
});

test.each([
  ['goes on', page('Hoje.', 'Título'), page('Hoje.', 'Título')],
  ['begins', page('Hoje.'), page('Hoje.', 'Título')],
])('finds no end when a test %s', (_, before, after) => {
  expect(findEndedTest(before, after)).toBeNull();
});
