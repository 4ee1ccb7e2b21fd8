import type { OriginSum, ReportDay, ReportPeriod } from '@funil/contract/console/report';
import { DAY_MS } from '@funil/contract/durations';
import { startOfDay } from '../visits/brasilia.ts';
import { toCents, toReport } from './export.ts';
import { latestDays, MOST_DAYS, type ReportData } from './model.ts';
import { addBrought, byRevenue, noneBrought, type OriginRow } from './money.ts';
import type { Days } from './period.ts';
import { listSteps } from './tables/steps.ts';
import { countWaits } from './tables/waits.ts';

/** The report as the console draws it: the same numbers as the command's, and what charts need besides. */
export function toBrowserReport(data: ReportData, days: Days): ReportPeriod {
  const { toLead, toMoney } = listSteps(data);
  return {
    ...toReport(data, days),
    steps: { to_lead: toLead, to_money: toMoney },
    series: toSeries(data, days),
    campaigns: sumOrigins(data.money.origins.map((origin) => ({ ...origin, content: '' }))),
    waits: countWaits(data.money),
  };
}

/** Origins of the same words added up, most revenue first. */
export function sumOrigins(origins: readonly OriginRow[]): OriginSum[] {
  const sums = new Map<string, OriginRow>();
  for (const origin of origins) {
    const { source, medium, campaign, content } = origin;
    const key = JSON.stringify([source, medium, campaign, content]);
    const sum = sums.get(key) ?? { source, medium, campaign, content, ...noneBrought() };
    addBrought(sum, origin);
    sums.set(key, sum);
  }
  return [...sums.values()].toSorted(byRevenue).map((sum) => ({
    ...{ source: sum.source, medium: sum.medium, campaign: sum.campaign, content: sum.content },
    ...{ visits: sum.visits, checkouts: sum.checkouts, leads: sum.leads },
    ...{ applications: sum.applications, sales: sum.paid },
    ...toCents(sum),
  }));
}

const NO_DAY = { visits: 0, leads: 0, applications: 0, sales: 0, paid_cents: 0, refunded_cents: 0 };

/** Each day of the period, also those on which nothing was; of an open one, from its first day to its last. */
function toSeries(data: ReportData, { first, last }: Days): ReportDay[] {
  const days = new Map<string, ReportDay>();
  const add = (day: string, more: Partial<ReportDay>) =>
    days.set(day, { ...NO_DAY, ...days.get(day), ...more, day });
  for (const { day, sum } of latestDays(data)) {
    add(day, { visits: sum.visits, leads: sum.leads, applications: sum.applications });
  }
  for (const { name, paid, paidCents, refundedCents } of data.money.days) {
    add(name, { sales: paid, paid_cents: paidCents, refunded_cents: refundedCents });
  }
  const known = [...days.keys()].filter((day) => startOfDay(day) !== null).toSorted();
  const begin = startOfDay(first ?? known[0] ?? '');
  const end = startOfDay(last ?? known.at(-1) ?? '');
  if (begin === null || end === null) return [];
  const count = Math.min(Math.round((end - begin) / DAY_MS) + 1, MOST_DAYS);
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const day = new Date(end - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return days.get(day) ?? { day, ...NO_DAY };
  });
}
