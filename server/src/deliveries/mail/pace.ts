export interface Allowance {
  /** Messages that may be sent in a row after a quiet time. */
  readonly burst: number;
  /** Time after which one more message is allowed. */
  readonly refillMs: number;
  /** Pause between two messages outside a flood. */
  readonly restMs: number;
}

/** With fewer messages left, waiting deliveries are combined, so that the daily limit is not used up. */
const FLOOD_THRESHOLD = 5;

/**
 * Returns a token bucket that limits the messages of one destination. A visitor who submits forms by the thousand
 * neither floods the seller's mailbox nor uses up the mail server's daily limit.
 * @param now in ms since 1970
 */
export function createPace({ burst, refillMs, restMs }: Allowance, now: () => number) {
  let remaining = burst;
  let refilledAt = now();
  /** Adds the messages allowed since the last call; none if the clock was set back. */
  function refill() {
    const at = now();
    remaining = Math.min(burst, remaining + Math.max(0, at - refilledAt) / refillMs);
    refilledAt = at;
    return remaining;
  }
  return {
    /** Whether all waiting deliveries go into one message. */
    get isFlood() {
      return refill() < FLOOD_THRESHOLD;
    },
    /** Pause before the next message. */
    get restMs() {
      return Math.max(restMs, Math.ceil((1 - refill()) * refillMs));
    },
    /** Counts a sent message. */
    spend() {
      remaining = Math.max(0, refill() - 1);
    },
  };
}
