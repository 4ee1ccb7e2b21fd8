import { expect, test } from 'vitest';
import { findClosestName } from './closest-name.ts';

test.each([
  ['titel', ['eyebrow', 'title', 'intro'], 'title'],
  ['Title', ['subtitle', 'title'], 'title'],
  ['xyz', ['eyebrow', 'title', 'intro'], undefined],
  ['title', [], undefined],
])('finds the name closest to "%s" among %j: %s', (name, candidates, closest) => {
  expect(findClosestName(name, candidates)).toBe(closest);
});
