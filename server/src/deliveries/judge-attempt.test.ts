import { expect, test } from 'vitest';
import { RETENTION } from '../store/retention.ts';
import { judgeAttempt, retryDelayAfter } from './judge-attempt.ts';

test.each([
  [{ result: 'delivered', status: 204 }, 'delivered', '204'],
  [{ result: 'refused', status: 400 }, 'dead', '400'],
  [{ result: 'skipped', status: null, reason: 'no-visit' }, 'canceled', 'no-visit'],
  [{ result: 'gone', status: 410 }, 'canceled', 'gone'],
] as const)('retries no attempt with the outcome %j', (outcome, state, word) => {
  const verdict = { state, outcome: word, delayMs: null };
  expect(judgeAttempt({ ...outcome, response: '' }, 1, 0)).toEqual(verdict);
});

test('returns nine delays, which grow from seconds to a day', () => {
  const delays = Array.from({ length: 10 }, (_, index) => retryDelayAfter(index + 1, 0.5));
  expect(delays).toEqual([
    5_000,
    300_000,
    1_800_000,
    7_200_000,
    18_000_000,
    36_000_000,
    50_400_000,
    72_000_000,
    86_400_000,
    null,
  ]);
});

test('varies a delay at random', () => {
  expect(retryDelayAfter(1, 0)).toBe(4_500);
  expect(retryDelayAfter(1, 1)).toBe(5_500);
});

test('keeps an e-mail to an operator longer than all delays together at their longest', () => {
  const delays = Array.from({ length: 9 }, (_, index) => retryDelayAfter(index + 1, 1) ?? 0);
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  expect(RETENTION.operatorAlert.ms).toBeGreaterThan(total);
});

test('honors a longer delay that the receiver asks for, up to a day', () => {
  expect(retryDelayAfter(1, 0.5, 60_000)).toBe(60_000);
  expect(retryDelayAfter(2, 0.5, 60_000)).toBe(300_000);
  expect(retryDelayAfter(1, 0.5, 604_800_000)).toBe(86_400_000);
});
