import { expect, test } from 'vitest';
import { readDay, readOneOf, readText, searchReader } from './search-params.ts';

const read = searchReader({ q: readText, from: readDay, state: readOneOf(['open', 'done']) });

test('reads a number as text', () => {
  expect(read({ q: 11987654321 })).toEqual({ q: '11987654321' });
});

test('reads a number as the option of the same digits', () => {
  expect(searchReader({ paid: readOneOf(['1']) })({ paid: 1 })).toEqual({ paid: '1' });
});

test('leaves out empty, unknown and invalid values', () => {
  expect(read({ q: '', from: 'ontem', state: 'open', page: '2' })).toEqual({ state: 'open' });
  expect(read({ q: ['a'], from: '2026-11-21', state: 'lost' })).toEqual({ from: '2026-11-21' });
});
