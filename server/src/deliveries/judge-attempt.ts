import type { DeliveryState } from '@funil/contract/console/deliveries';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import type { Outcome } from './destination.ts';

/** What becomes of a delivery after a try. */
export interface Verdict {
  readonly state: DeliveryState;
  /** A word or a status, for whoever looks. */
  readonly outcome: string;
  /** In ms until the next try; null: there is none. */
  readonly wait: number | null;
}

/**
 * @param tries so far, with this one
 * @param random from 0 to 1
 */
export function judgeAttempt(outcome: Outcome, tries: number, random: number): Verdict {
  const word = (fallback: string) => (outcome.status === null ? fallback : String(outcome.status));
  switch (outcome.result) {
    case 'delivered':
      return { state: 'delivered', outcome: word('delivered'), wait: null };
    case 'failed': {
      const wait = retryDelayAfter(tries, random, outcome.retryAfter);
      return { state: wait === null ? 'dead' : 'waiting', outcome: word('no-answer'), wait };
    }
    case 'refused':
      return { state: 'dead', outcome: word('refused'), wait: null };
    case 'unneeded':
      return { state: 'canceled', outcome: outcome.reason, wait: null };
    case 'gone':
      return { state: 'canceled', outcome: 'gone', wait: null };
  }
}

/** After each try that failed, the time until the next, in ms; after the last of them there is none. */
const RETRY_DELAYS_MS = [
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
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * How long to wait, in ms, after a try that failed; null: that was the last.
 * @param tries so far, with this one
 * @param random from 0 to 1
 * @param retryAfter ms that the other side asks for
 */
export function retryDelayAfter(tries: number, random: number, retryAfter = 0): number | null {
  const wait = RETRY_DELAYS_MS[tries - 1];
  if (wait === undefined) return null;
  const jittered = wait * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(jittered, Math.min(retryAfter, MAX_RETRY_AFTER_MS)));
}
