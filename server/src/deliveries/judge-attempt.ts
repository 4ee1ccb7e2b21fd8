import type { DeliveryState } from '@funil/contract/deliveries/deliveries';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import type { AttemptOutcome } from './destination.ts';

export interface DeliveryVerdict {
  readonly state: DeliveryState;
  /** The response's status, or a word such as `no-answer`, `gone` or a reason to skip. */
  readonly outcome: string;
  /** Until the next attempt; null: there is none. */
  readonly delayMs: number | null;
}

/**
 * @param attempts the delivery's attempts, including this one
 * @param random from 0 to 1
 */
export function judgeAttempt(
  outcome: AttemptOutcome,
  attempts: number,
  random: number,
): DeliveryVerdict {
  const statusOr = (fallback: string) =>
    outcome.status === null ? fallback : String(outcome.status);
  switch (outcome.result) {
    case 'delivered':
      return { state: 'delivered', outcome: statusOr('delivered'), delayMs: null };
    case 'failed': {
      const delayMs = retryDelayAfter(attempts, random, outcome.retryAfterMs ?? 0);
      return {
        state: delayMs === null ? 'dead' : 'waiting',
        outcome: statusOr('no-answer'),
        delayMs,
      };
    }
    case 'refused':
      return { state: 'dead', outcome: statusOr('refused'), delayMs: null };
    case 'skipped':
      return { state: 'canceled', outcome: outcome.reason, delayMs: null };
    case 'gone':
      return { state: 'canceled', outcome: 'gone', delayMs: null };
  }
}

/** The delay after each failed attempt. The attempt after the last delay is the last one. */
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
/** The share by which a delay varies, so that deliveries that failed together are not retried together. */
const JITTER_SHARE = 0.1;
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

export function retryDelayAfter(attempts: number, random: number, retryAfterMs = 0): number | null {
  const delayMs = RETRY_DELAYS_MS[attempts - 1];
  if (delayMs === undefined) return null;
  const jitteredMs = delayMs * (1 - JITTER_SHARE + 2 * JITTER_SHARE * random);
  return Math.round(Math.max(jitteredMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
}
