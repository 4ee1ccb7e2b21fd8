import type { DeliveryState } from '@funil/contract/console/deliveries';
import { waitAfter } from './backoff.ts';
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
export function judge(outcome: Outcome, tries: number, random: number): Verdict {
  const word = (fallback: string) => (outcome.status === null ? fallback : String(outcome.status));
  switch (outcome.result) {
    case 'delivered':
      return { state: 'delivered', outcome: word('delivered'), wait: null };
    case 'failed': {
      const wait = waitAfter(tries, random, outcome.retryAfter);
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
