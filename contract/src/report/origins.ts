import { ORIGIN_LEVELS, type OriginLevel } from '../ads/origin-levels.ts';
import type { OriginSums, ReportOrigin } from './report.ts';

export const WEEKDAY_LABELS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'];

export type Mutable<Row> = { -readonly [Column in keyof Row]: Row[Column] };

export const NO_REVENUE = {
  pending: 0,
  open: 0,
  sales: 0,
  charges: 0,
  renewals: 0,
  refunded: 0,
  refunds_unknown: 0,
  paid_cents: 0,
  net_cents: 0,
  net_unknown_cents: 0,
  estimated_fees_cents: 0,
  unestimated_cents: 0,
  refunded_cents: 0,
  issued_cents: 0,
  pending_cents: 0,
};

export const NO_ORIGIN_SUMS: Mutable<OriginSums> = {
  visits: 0,
  checkouts: 0,
  leads: 0,
  applications: 0,
  buyers: 0,
  lead_buyers: 0,
  spend_cents: 0,
  cost_cents: 0,
  ...NO_REVENUE,
};

export function sumRows<Sum extends { [Column in keyof Sum]: number }>(
  zero: Sum,
  rows: Iterable<Readonly<Sum>>,
): Sum {
  const sum = { ...zero };
  for (const row of rows) {
    for (const column of Object.keys(zero) as (keyof Sum)[]) {
      sum[column] = (sum[column] + row[column]) as Sum[keyof Sum];
    }
  }
  return sum;
}

type ProfitSums = Pick<
  OriginSums,
  | 'net_cents'
  | 'net_unknown_cents'
  | 'estimated_fees_cents'
  | 'refunded_cents'
  | 'refunds_unknown'
  | 'cost_cents'
>;

/** Returns centavos. If the net of a charge is unknown, its gross less the estimated fees counts instead. */
export const earnedCents = (money: Omit<ProfitSums, 'refunds_unknown' | 'cost_cents'>): number =>
  money.net_cents + money.net_unknown_cents - money.estimated_fees_cents - money.refunded_cents;

export const profitOf = (money: ProfitSums) => ({
  profit_cents: earnedCents(money) - money.cost_cents,
  profit_is_estimate: money.net_unknown_cents > 0 || money.refunds_unknown > 0,
});

/** Returns the earnings for each real that ads cost, in centavos; null if no ads cost anything. */
export const returnPerRealCents = (money: Omit<ProfitSums, 'refunds_unknown'>): number | null =>
  money.cost_cents === 0 ? null : Math.round((earnedCents(money) * 100) / money.cost_cents);

/** Returns fees and commissions of the charges whose net is known, in centavos. */
export const feesCents = (
  money: Pick<OriginSums, 'paid_cents' | 'net_cents' | 'net_unknown_cents'>,
): number => money.paid_cents - money.net_unknown_cents - money.net_cents;

/** Sorts by profit, then by buyers, leads and visits, the highest first. */
export const compareByProfit = (a: ReportOrigin, b: ReportOrigin): number =>
  b.profit_cents - a.profit_cents ||
  b.buyers - a.buyers ||
  b.leads - a.leads ||
  b.visits - a.visits;

export const NOT_JUDGED = { judgement: null, missing_evidence: null };

/** Returns one row for each group, the highest profit first. A group of several creatives has no judgement. */
export function groupOrigins(origins: readonly ReportOrigin[], level: OriginLevel): ReportOrigin[] {
  const columns: readonly (keyof ReportOrigin)[] = ORIGIN_LEVELS[level];
  const emptyNames = { source: '', medium: '', campaign: '', content: '' };
  const keyOf = (origin: ReportOrigin) => JSON.stringify(columns.map((column) => origin[column]));
  return [...Map.groupBy(origins, keyOf).values()]
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const names = Object.fromEntries(columns.map((column) => [column, first[column]]));
      const sums = sumRows<Mutable<OriginSums>>(NO_ORIGIN_SUMS, group);
      const isCreative = group.length === 1 && level === 'creative';
      const { judgement, missing_evidence } = isCreative ? first : NOT_JUDGED;
      return [{ ...emptyNames, ...names, ...sums, ...profitOf(sums), judgement, missing_evidence }];
    })
    .sort(compareByProfit);
}
