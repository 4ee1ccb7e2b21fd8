import { expect, test } from 'vitest';
import { findSuspicion } from './RobotTrap.tsx';

test('suspects nothing in a slow submission with an empty trap', () => {
  expect(findSuspicion({ openedAt: 0, now: 9_000, trap: '' })).toBeUndefined();
});

test('names a filled trap and a fast submission', () => {
  expect(findSuspicion({ openedAt: 0, now: 9_000, trap: 'http://x' })).toBe('honeypot');
  expect(findSuspicion({ openedAt: 0, now: 900, trap: '' })).toBe('too-fast');
  expect(findSuspicion({ openedAt: 0, now: 900, trap: 'x' })).toBe('honeypot,too-fast');
});
