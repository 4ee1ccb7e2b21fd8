import { expect, test } from 'vitest';
import { isOwnVisit } from './own-visit.ts';

// e2e/tracking/own-visit.spec.ts proves marking and unmarking.
test('counts this browser when the stored record is a text and not true', () => {
  expect(isOwnVisit({ read: () => 'true', write() {} })).toBe(false);
});
