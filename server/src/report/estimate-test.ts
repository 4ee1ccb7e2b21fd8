import { addDays, dayOf } from '@funil/contract/brasilia';
import { DAY_MS } from '@funil/contract/durations';
import type { PageTraffic, TestEstimate } from '@funil/contract/page/page-test';
import { findLeastNumber } from './judge-creatives.ts';
import { isDifferenceShown } from './judge-versions.ts';
import type { DayLimits } from './period.ts';
import type { ReportData } from './report-data.ts';
import { sumStages } from './stage-sums.ts';

const TRAFFIC_DAYS = 30;

/** Returns the last whole days in Brasília. A test is expected to get their traffic. */
export function trafficDaysBefore(now: number) {
  const today = dayOf(now);
  return { first: addDays(today, -TRAFFIC_DAYS), last: addDays(today, -1) } satisfies DayLimits;
}

/** Returns the traffic from the first day with visits on, because the page may be newer than `first`. */
export function sumTraffic(
  { stages, leads, salesTotals }: ReportData,
  { first, last }: ReturnType<typeof trafficDaysBefore>,
): PageTraffic {
  const firstDay = stages[0]?.day ?? first;
  return {
    days: (Date.parse(last) - Date.parse(firstDay)) / DAY_MS + 1,
    visitors: sumStages(stages).visits,
    leads: leads.stored,
    buyers: salesTotals.total.buyers,
  };
}

const MAX_TEST_DAYS = 60;
const ESTIMATED_DIFFERENCES = [0.2, 0.5];

export function estimateTest(traffic: PageTraffic): TestEstimate {
  const neededByDifference = ESTIMATED_DIFFERENCES.map((difference) => {
    const ratio = 1 + difference;
    const events = findLeastNumber(0, (sum) =>
      isDifferenceShown({ a: sum / (1 + ratio), b: (sum * ratio) / (1 + ratio) }),
    );
    const neededFor = (count: number) => {
      if (count === 0 || traffic.visitors === 0) return null;
      const visitors = Math.ceil((events * traffic.visitors) / (count * (1 + difference / 2)));
      return { visitors, days: Math.ceil((visitors * traffic.days) / traffic.visitors) };
    };
    return { difference, leads: neededFor(traffic.leads), buyers: neededFor(traffic.buyers) };
  });
  const isShortEnough = neededByDifference.some(
    ({ leads, buyers }) =>
      Math.min(leads?.days ?? MAX_TEST_DAYS + 1, buyers?.days ?? MAX_TEST_DAYS + 1) <=
      MAX_TEST_DAYS,
  );
  return { traffic, needed: neededByDifference, is_advised: isShortEnough };
}
