import { expect, test } from 'vitest';
import { findRobotSignals } from './Honeypot.tsx';

const typed = { openedAt: 0, honeypot: '', isAutofilledOrPasted: false };

test('suspects nothing in a slow submission with an empty honeypot', () => {
  expect(findRobotSignals({ ...typed, now: 9_000 })).toBeUndefined();
});

test('names a filled honeypot and a fast submission', () => {
  expect(findRobotSignals({ ...typed, now: 9_000, honeypot: 'http://x' })).toBe('honeypot');
  expect(findRobotSignals({ ...typed, now: 2_900 })).toBe('too-fast');
  expect(findRobotSignals({ ...typed, now: 900, honeypot: 'x' })).toBe('honeypot,too-fast');
});

test('suspects no fast submission that the browser filled in', () => {
  expect(findRobotSignals({ ...typed, now: 900, isAutofilledOrPasted: true })).toBeUndefined();
});
