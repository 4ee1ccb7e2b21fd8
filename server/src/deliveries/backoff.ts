import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@funil/contract/durations';

/** After each try that failed, the time until the next, in ms; after the last of them there is none. */
const WAITS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** By how much a wait is shorter or longer, so that what failed together is not tried together. */
const JITTER = 0.1;
/** Longest that another side may put off a try, in ms. */
const LONGEST_WISH = 24 * HOUR_MS;

/**
 * How long to wait, in ms, after a try that failed; null: that was the last.
 * @param tries so far, with this one
 * @param random from 0 to 1
 * @param retryAfter ms that the other side asks for
 */
export function waitAfter(tries: number, random: number, retryAfter = 0): number | null {
  const wait = WAITS[tries - 1];
  if (wait === undefined) return null;
  const jittered = wait * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(jittered, Math.min(retryAfter, LONGEST_WISH)));
}
