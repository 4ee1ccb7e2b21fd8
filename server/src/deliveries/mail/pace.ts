export interface SendingAllowance {
  /** Messages that may be sent in a row after a quiet time. */
  readonly burst: number;
  readonly refillMs: number;
  readonly restMs: number;
}

/** With fewer messages left, all waiting deliveries go into one. */
const FLOOD_THRESHOLD = 5;

/** A token bucket: thousands of forms neither flood the mailbox nor use up the daily limit. */
export function createSendingPace(
  { burst, refillMs, restMs }: SendingAllowance,
  now: () => number,
) {
  let remaining = burst;
  let refilledAt = now();
  /** A clock that was set back adds nothing. */
  function refill() {
    const at = now();
    remaining = Math.min(burst, remaining + Math.max(0, at - refilledAt) / refillMs);
    refilledAt = at;
    return remaining;
  }
  return {
    get isFlood() {
      return refill() < FLOOD_THRESHOLD;
    },
    get restMs() {
      return Math.max(restMs, Math.ceil((1 - refill()) * refillMs));
    },
    spend() {
      remaining = Math.max(0, refill() - 1);
    },
  };
}
