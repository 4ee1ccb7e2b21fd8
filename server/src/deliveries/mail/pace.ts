/** How many messages a destination may still send at once: a token bucket. */
export interface Bucket {
  readonly left: number;
  /** When that was so, in ms. */
  readonly at: number;
}

export interface Allowance {
  /** Messages in a row that a quiet time allows. */
  readonly most: number;
  /** Time in ms that allows one more. */
  readonly refill: number;
}

/** How a destination continues after a message. */
export interface Pace {
  /** Until the next message, in ms. */
  readonly rest: number;
  /** Whether all that waits goes into one message. */
  readonly isFlood: boolean;
}

/** With fewer left, what waits is told together, so that some are left for tomorrow. */
const FEW = 5;

export const fullBucket = ({ most }: Allowance, now: number): Bucket => ({ left: most, at: now });

/** The bucket after one more message. */
export function spend({ left, at }: Bucket, { most, refill }: Allowance, now: number): Bucket {
  const filled = Math.min(most, left + Math.max(0, now - at) / refill);
  return { left: Math.max(0, filled - 1), at: now };
}

/**
 * What a mailbox bears: messages come one by one until there are many, then together and seldom.
 * Whoever fills forms by the thousand so neither buries the seller's mailbox nor uses up what the mail
 * server allows a day.
 * @param rest between two messages in quiet times, in ms
 */
export function paceOf({ left }: Bucket, { refill }: Allowance, rest: number): Pace {
  const wait = left >= 1 ? 0 : Math.ceil((1 - left) * refill);
  return { rest: Math.max(rest, wait), isFlood: left < FEW };
}
