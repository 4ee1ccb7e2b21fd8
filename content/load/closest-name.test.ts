import { expect, test } from 'vitest';
import { findClosestName } from './closest-name.ts';

test('a misspelt name finds the one that was meant', () => {
  expect(findClosestName('titel', ['eyebrow', 'title', 'lead'])).toBe('title');
});

test('capitals do not matter', () => {
  expect(findClosestName('Title', ['subtitle', 'title'])).toBe('title');
});

test('nothing is suggested when no name is near', () => {
  expect(findClosestName('xyz', ['eyebrow', 'title', 'lead'])).toBeUndefined();
});

test('nothing is suggested when there is nothing to choose from', () => {
  expect(findClosestName('title', [])).toBeUndefined();
});
