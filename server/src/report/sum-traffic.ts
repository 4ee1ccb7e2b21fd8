import { addDays, dayOf } from '@funil/contract/brasilia';
import type { Traffic } from '@funil/contract/console/page-test';
import { DAY_MS } from '@funil/contract/durations';
import { addStages, type ReportData } from './model.ts';
import type { Days } from './period.ts';

const TRAFFIC_DAYS = 30;

/** Returns the whole days of Brasília before a time, in ms since 1970, whose traffic foretells that of a test. */
export function listTrafficDays(now: number) {
  const today = dayOf(now);
  return { first: addDays(today, -TRAFFIC_DAYS), last: addDays(today, -1) } satisfies Days;
}

/** Returns the traffic of a report by lead. Its days begin with the first visit: a page may be newer than the report. */
export function sumTraffic(
  { stages, leads, salesTotals }: ReportData,
  { first, last }: ReturnType<typeof listTrafficDays>,
): Traffic {
  const begin = stages[0]?.day ?? first;
  return {
    days: (Date.parse(last) - Date.parse(begin)) / DAY_MS + 1,
    visitors: addStages(stages).visits,
    leads: leads.stored,
    buyers: salesTotals.total.buyers,
  };
}
