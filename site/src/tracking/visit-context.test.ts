import { expect, test } from 'vitest';
import { describeFacebookClick } from './visit-context.ts';

const click = { fbclid: 'IwAR2-AbC', time: 1_700_000_000_000 };

test('Meta’s cookie of the click is told as it is, whatever parts it has', () => {
  expect(describeFacebookClick('fb.1.1600000000000.old', undefined)).toBe('fb.1.1600000000000.old');
  const ofClick = 'fb.1.1700000000321.IwAR2-AbC.AQEBAQIBAQ';
  expect(describeFacebookClick(ofClick, click)).toBe(ofClick);
});

test('a click without a cookie becomes what the cookie would be', () => {
  expect(describeFacebookClick(undefined, click)).toBe('fb.1.1700000000000.IwAR2-AbC');
});

test('of a cookie and another click the newer counts', () => {
  expect(describeFacebookClick('fb.1.1600000000000.old', click)).toBe(
    'fb.1.1700000000000.IwAR2-AbC',
  );
  expect(describeFacebookClick('fb.1.1800000000000.new', click)).toBe('fb.1.1800000000000.new');
  expect(describeFacebookClick(undefined, undefined)).toBeUndefined();
});
