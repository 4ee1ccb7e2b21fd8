import type { CampaignOrigin } from '@funil/contract/ads/origin-levels';
import { type Mutable, NO_REVENUE, sumRows } from '@funil/contract/report/origins';
import type { MoneySums, ReportJson, ReportSlot } from '@funil/contract/report/report';

export type MoneyTotals = Mutable<MoneySums>;

export const NO_MONEY: MoneyTotals = {
  ...NO_REVENUE,
  buyers: 0,
  lead_buyers: 0,
  spend_cents: 0,
  cost_cents: 0,
};

export const sumMoney = (rows: Iterable<MoneyTotals>): MoneyTotals => sumRows(NO_MONEY, rows);

/** The name is a day in Brasília, a platform or a product. */
export interface NamedMoney extends MoneyTotals {
  name: string;
}

/** The origin is null if unknown. */
export interface DailyMoney extends MoneyTotals {
  day: string;
  origin: CampaignOrigin | null;
}

export interface SalesTotals extends Pick<ReportJson, 'origins' | 'methods' | 'lifetimes'> {
  hasNotices: boolean;
  failedNotices: number;
  total: MoneyTotals;
  /** Sales without a known lead, and spend that matches no origin. */
  withoutOrigin: MoneyTotals;
  /** Paid charges without a value in reais. */
  paidWithoutValue: number;
  /** Platforms and products are sorted by gross, highest first. */
  platforms: NamedMoney[];
  products: NamedMoney[];
  days: NamedMoney[];
  daily: DailyMoney[];
  slots: ReportSlot[];
  /** Days from lead to payment, sorted. */
  waits: number[];
  /** Sums of the requested further periods, without ad spend. */
  furtherPeriods: MoneyTotals[];
  /** Days within which nine in ten buyers of all periods pay after their lead; null if unknown. */
  usualWaitDays: number | null;
  isMaturing: boolean;
}

/** Returns the days from the lead within which half, and nine in ten, of the buyers paid. */
export const waitPercentiles = ({ waits }: Pick<SalesTotals, 'waits'>) => ({
  median: findPercentile(waits, 0.5),
  p90: findPercentile(waits, 0.9),
});

const findPercentile = (sortedNumbers: readonly number[], share: number): number | null =>
  sortedNumbers[Math.max(0, Math.ceil(sortedNumbers.length * share) - 1)] ?? null;
