/**
 * Comparisons of the stored sales with the platforms' APIs. Timestamps are ISO texts in UTC. Without zod, which the
 * console would load with its list of sales.
 */

/** How many days until now an operator may ask to compare. */
export const RECONCILE_DAYS = [7, 30, 90] as const;

/** The comparison with a platform whose credentials are set. */
export interface Reconciliation {
  readonly platform: string;
  /** `waiting`: an operator asked for a comparison that has not begun. */
  readonly state: 'idle' | 'waiting' | 'running';
  /** When a comparison last succeeded; null: never. */
  readonly checked_at: string | null;
  /** Period and numbers of sales of the last comparison; the period is null before the first. */
  readonly from: string | null;
  readonly until: string | null;
  /** Sales that the platform listed. */
  readonly found: number;
  /** Sales that were missing here. */
  readonly new: number;
  readonly changed: number;
  /** Why the last comparison failed, and what to do, in Portuguese; null if it succeeded. */
  readonly problem: { readonly message: string; readonly remedy: string } | null;
}
