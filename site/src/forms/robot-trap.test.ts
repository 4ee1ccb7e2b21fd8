import { expect, test } from 'vitest';
import { findSuspicion } from './RobotTrap.tsx';

test('a person is not suspected', () => {
  expect(findSuspicion({ openedAt: 0, now: 9_000, trap: '' })).toBeUndefined();
});

test('a filled trap and a hasty send are told apart', () => {
  expect(findSuspicion({ openedAt: 0, now: 9_000, trap: 'http://x' })).toBe('honeypot');
  expect(findSuspicion({ openedAt: 0, now: 900, trap: '' })).toBe('too-fast');
  expect(findSuspicion({ openedAt: 0, now: 900, trap: 'x' })).toBe('honeypot,too-fast');
});
