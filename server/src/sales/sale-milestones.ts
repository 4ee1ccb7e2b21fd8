import { DAY_MS } from '@funil/contract/durations';
import type { SaleMilestone } from '../store/delivery-tables.ts';
import type { NoticeKind } from './notices/notice.ts';
import type { ReducedSale } from './reduce-sale.ts';
import type { ArrivedNotice } from './sale-inputs.ts';

/** An API's report of a sale that changed longer ago is no news. */
const MAX_REPORT_AGE_MS = 7 * DAY_MS;

/** Whether deliveries tell of the notice. A file's report, or an API's report of an old change, is history instead. */
function isNews({ source = 'notice', occurredAt, receivedAt }: ArrivedNotice): boolean {
  if (source !== 'api') return source === 'notice';
  return Date.parse(receivedAt) - Date.parse(occurredAt) <= MAX_REPORT_AGE_MS;
}

/** ISO times in UTC at which news of each kind first arrived; null: the kind is in history only. */
type FirstArrivals = ReadonlyMap<NoticeKind, string | null>;

/** Returns when news of each kind first arrived. An API's report of a kind that is in history repeats it. */
export function findFirstArrivals(notices: readonly ArrivedNotice[]): FirstArrivals {
  const history = notices.filter((notice) => !isNews(notice));
  const firstArrivals = new Map<NoticeKind, string | null>(history.map(({ kind }) => [kind, null]));
  for (const { kind, source, receivedAt } of notices.filter(isNews)) {
    const earlier = firstArrivals.get(kind);
    if (earlier === null && source === 'api') continue;
    if (earlier == null || receivedAt < earlier) firstArrivals.set(kind, receivedAt);
  }
  return firstArrivals;
}

/** A notice that arrives later was probably sent again at the seller's wish. */
const LATE_MILESTONE_AFTER_MS = 2 * DAY_MS;

/**
 * Whether the milestone's notice arrived too late to be news; null if only history has the milestone. If a payment's
 * own notice was lost, the notice of its refund or chargeback counts instead.
 */
export function isLateMilestone(
  { state, happened_at }: Milestone,
  firstArrivals: FirstArrivals,
): boolean | null {
  const ownReceivedAt = firstArrivals.get(state);
  if (ownReceivedAt === null) return null;
  const returns = (['refunded', 'partial_refund', 'chargeback'] as const).map((kind) =>
    firstArrivals.get(kind),
  );
  const receivedAt = ownReceivedAt ?? returns.find((at) => at != null) ?? null;
  if (receivedAt === null) return null;
  return Date.parse(receivedAt) - Date.parse(happened_at) > LATE_MILESTONE_AFTER_MS;
}

interface Milestone {
  readonly state: SaleMilestone;
  readonly happened_at: string;
}

function milestonesOf({ row, isRefunded }: ReducedSale): Milestone[] {
  if (row.is_test) return [];
  const times = {
    pending: row.pending_at,
    paid: row.paid_at,
    // A partial refund leaves the sale paid.
    refunded: isRefunded ? row.refunded_at : null,
    chargeback: row.chargeback_at,
  };
  return Object.entries(times).flatMap(([state, happened_at]) =>
    happened_at === null ? [] : [{ state: state as SaleMilestone, happened_at }],
  );
}

export const listNewMilestones = (
  sale: ReducedSale,
  storedStates: ReadonlySet<SaleMilestone>,
): Milestone[] =>
  milestonesOf(sale).filter(
    ({ state }) => !storedStates.has(state) && (state !== 'pending' || storedStates.size === 0),
  );
