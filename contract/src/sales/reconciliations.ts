// Comparisons of stored sales with the platforms' APIs. Timestamps are ISO texts in UTC. This file imports no zod,
// because the console loads it.

export const RECONCILE_DAYS = [7, 30, 90] as const;

export interface Reconciliation {
  readonly platform: string;
  /** `waiting`: an operator asked for a comparison that has not begun. */
  readonly state: 'idle' | 'waiting' | 'running';
  readonly checked_at: string | null;
  /** The period of the last comparison, in ISO times; null before the first comparison. */
  readonly from: string | null;
  readonly until: string | null;
  readonly found: number;
  readonly new: number;
  readonly changed: number;
  /** Why the last comparison failed, and what to do, in Portuguese; null if it succeeded. */
  readonly problem: { readonly message: string; readonly remedy: string } | null;
}
