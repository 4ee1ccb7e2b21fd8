import { expect, test } from 'vitest';
import { isFactorFresh, lastFactorAtS } from './authenticate.ts';

const VERIFIED_S = 1_800_000_000;
const auth = {
  operator: { id: '', email: '', role: 'owner', sessionId: '' },
  aal: 'aal2',
  hasFactor: true,
  factorVerifiedAtS: VERIFIED_S,
} as const;

test.each([
  [0, true],
  [600, true],
  [601, false],
  // Another replica's clock may be a little ahead; but a clock that was set back must not keep the factor fresh.
  [-5, true],
  [-6, false],
  [-86_400, false],
])('tells whether a factor is fresh %s s after its verification: %s', (seconds, expected) => {
  expect(isFactorFresh(auth, (VERIFIED_S + seconds) * 1000)).toBe(expected);
});

test('does not count a password as a second factor', () => {
  expect(isFactorFresh({ ...auth, aal: 'aal1' }, VERIFIED_S * 1000)).toBe(false);
  expect(
    lastFactorAtS([
      { method: 'totp', timestamp: 100 },
      { method: 'mfa/recovery_code', timestamp: 200 },
      { method: 'password', timestamp: 300 },
      { method: 'invite', timestamp: 400 },
    ]),
  ).toBe(200);
  expect(lastFactorAtS([])).toBe(0);
});
