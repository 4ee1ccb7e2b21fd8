export interface SendingAllowance {
  /** Messages that may be sent in a row after a quiet time. */
  readonly burst: number;
  /** The time after which one more message may be sent. */
  readonly refillMs: number;
  /** The shortest pause between two messages. */
  readonly restMs: number;
}

/** With fewer messages left, all waiting deliveries go into one message. */
const FLOOD_THRESHOLD = 5;

/** Returns a token bucket, so that thousands of forms neither flood the mailbox nor use up the daily limit. */
export function createSendingPace(
  { burst, refillMs, restMs }: SendingAllowance,
  now: () => number,
) {
  let remaining = burst;
  let refilledAt = now();
  /** Adds the messages of the time since the last call; none if the clock was set back. */
  function refillAllowance() {
    const at = now();
    remaining = Math.min(burst, remaining + Math.max(0, at - refilledAt) / refillMs);
    refilledAt = at;
    return remaining;
  }
  return {
    get isFlood() {
      return refillAllowance() < FLOOD_THRESHOLD;
    },
    get restMs() {
      return Math.max(restMs, Math.ceil((1 - refillAllowance()) * refillMs));
    },
    countMessage() {
      remaining = Math.max(0, refillAllowance() - 1);
    },
  };
}
