import type { Outcome } from '../destination.ts';

/** Why something is not to be sent, as the list of deliveries shows it. */
export type Reason =
  /** Its person was forgotten. */
  | 'forgotten'
  /** The trap that only robots fill was filled. */
  | 'suspect'
  /** Older than the platform takes, or than it would know a repeat. */
  | 'too-old'
  /** Nothing is kept of its visit: refused, blocked, without a lead, or erased. */
  | 'no-visit'
  | 'no-user-agent'
  | 'no-value'
  | 'no-transaction'
  /** The page has no id of this platform. */
  | 'no-id'
  /** The browser told it. */
  | 'told-by-browser'
  /** It was told before, and told again it would count again. */
  | 'told-before'
  /** The platform heard of this visitor by the other form. */
  | 'told-by-other-form'
  /** What it would take back was never told. */
  | 'never-told';

export const unneeded = (reason: Reason): Outcome => ({
  result: 'unneeded',
  reason,
  status: null,
  answer: '',
});

export const failed = (answer: string, retryAfter?: number): Outcome => ({
  result: 'failed',
  status: null,
  answer,
  ...(retryAfter !== undefined && { retryAfter }),
});
