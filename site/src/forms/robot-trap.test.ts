import { expect, test } from 'vitest';
import { findSuspicion } from './RobotTrap.tsx';

const typed = { openedAt: 0, trap: '', isFilled: false };

test('suspects nothing in a slow submission with an empty trap', () => {
  expect(findSuspicion({ ...typed, now: 9_000 })).toBeUndefined();
});

test('names a filled trap and a fast submission', () => {
  expect(findSuspicion({ ...typed, now: 9_000, trap: 'http://x' })).toBe('honeypot');
  expect(findSuspicion({ ...typed, now: 2_900 })).toBe('too-fast');
  expect(findSuspicion({ ...typed, now: 900, trap: 'x' })).toBe('honeypot,too-fast');
});

test('suspects no fast submission that the browser filled in', () => {
  expect(findSuspicion({ ...typed, now: 900, isFilled: true })).toBeUndefined();
});
