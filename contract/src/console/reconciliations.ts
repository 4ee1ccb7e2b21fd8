/**
 * Comparisons of the stored sales with the platforms' APIs. Timestamps are ISO texts in UTC. Without zod, which the
 * console would load with its list of sales.
 */

/** The days until now that an operator may have compared. */
export const RECONCILE_DAYS = [7, 30, 90] as const;

/** The comparison with a platform whose credentials are set. */
export interface Reconciliation {
  readonly platform: string;
  /** `waiting`: an operator asked for a comparison that has not begun. */
  readonly state: 'idle' | 'waiting' | 'running';
  /** When a comparison last succeeded; null: never. */
  readonly checked_at: string | null;
  /** The last comparison: its period, null before the first; and its numbers of sales. */
  readonly from: string | null;
  readonly until: string | null;
  readonly found: number;
  /** Sales that were missing here. */
  readonly new: number;
  readonly changed: number;
  /** Why the last comparison failed, and what to do, in Portuguese; null if it succeeded. */
  readonly problem: { readonly message: string; readonly remedy: string } | null;
}
