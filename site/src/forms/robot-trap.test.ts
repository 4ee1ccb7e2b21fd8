import { expect, test } from 'vitest';
import { findRobotSignals } from './RobotTrap.tsx';

const typed = { openedAt: 0, trap: '', isAutofilledOrPasted: false };

test('suspects nothing in a slow submission with an empty trap', () => {
  expect(findRobotSignals({ ...typed, now: 9_000 })).toBeUndefined();
});

test('names a filled trap and a fast submission', () => {
  expect(findRobotSignals({ ...typed, now: 9_000, trap: 'http://x' })).toBe('honeypot');
  expect(findRobotSignals({ ...typed, now: 2_900 })).toBe('too-fast');
  expect(findRobotSignals({ ...typed, now: 900, trap: 'x' })).toBe('honeypot,too-fast');
});

test('suspects no fast submission that the browser filled in', () => {
  expect(findRobotSignals({ ...typed, now: 900, isAutofilledOrPasted: true })).toBeUndefined();
});
