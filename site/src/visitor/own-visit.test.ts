import { expect, test } from 'vitest';
import { isOwnVisit } from './own-visit.ts';

// own-visit.spec.ts proves the rest.
test('counts this browser when the record is not the mark itself', () => {
  expect(isOwnVisit({ read: () => 'true', write() {} })).toBe(false);
});
