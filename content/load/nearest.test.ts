import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

test('a misspelt name finds the one that was meant', () => {
  expect(nearest('titel', ['eyebrow', 'title', 'lead'])).toBe('title');
});

test('capitals do not matter', () => {
  expect(nearest('Title', ['subtitle', 'title'])).toBe('title');
});

test('nothing is suggested when no name is near', () => {
  expect(nearest('xyz', ['eyebrow', 'title', 'lead'])).toBeUndefined();
});

test('nothing is suggested when there is nothing to choose from', () => {
  expect(nearest('title', [])).toBeUndefined();
});
