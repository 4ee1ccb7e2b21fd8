import { MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { fullBucket, paceOf, spend } from './pace.ts';

const ALLOWANCE = { most: 30, refill: 5 * MINUTE_MS };

/** So many messages, one after the other as soon as the pace lets them. */
function sendFor(time: number) {
  let now = 0;
  let bucket = fullBucket(ALLOWANCE, now);
  const moments: number[] = [];
  while (now < time) {
    moments.push(now);
    bucket = spend(bucket, ALLOWANCE, now);
    now += 1_000 + paceOf(bucket, ALLOWANCE, 0).rest;
  }
  return moments;
}

test('after a quiet time messages go one by one', () => {
  const bucket = spend(fullBucket(ALLOWANCE, 0), ALLOWANCE, 0);
  expect(paceOf(bucket, ALLOWANCE, 0)).toEqual({ rest: 0, isFlood: false });
});

test('in quiet times the rest is what it was asked to be', () => {
  expect(paceOf(fullBucket(ALLOWANCE, 0), ALLOWANCE, MINUTE_MS)).toMatchObject({ rest: MINUTE_MS });
});

test('what comes in masses is told together, every five minutes at last', () => {
  const moments = sendFor(60 * MINUTE_MS);
  expect(moments.length).toBeLessThanOrEqual(43);
  const [before = 0, last = 0] = moments.slice(-2);
  expect(last - before).toBe(5 * MINUTE_MS);
});

test('a flood of a whole day stays within what mail servers allow', () => {
  expect(sendFor(24 * 60 * MINUTE_MS).length).toBeLessThan(330);
});

test('a quiet time fills the bucket, never beyond its brim, and a clock set back empties none', () => {
  const empty = { left: 0, at: 0 };
  expect(spend(empty, ALLOWANCE, 60 * MINUTE_MS).left).toBe(11);
  expect(spend(empty, ALLOWANCE, 9_999 * MINUTE_MS).left).toBe(29);
  expect(spend({ left: 10, at: 60 * MINUTE_MS }, ALLOWANCE, 0).left).toBe(9);
});
