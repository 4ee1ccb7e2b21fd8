import { configOf } from '../../../testkit/config-of.ts';
import { readPeriodOptions } from '../../src/commands/run/options.ts';
import type { DayLimits } from '../../src/report/period.ts';
import { readReport } from '../../src/report/read-report.ts';
import { buildReportJson } from '../../src/report/tables/export.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { catchUpVisits } from '../../src/visits/open-updater.ts';

/** Returns the JSON of `npm run report`, without its process. */
export async function readReportJson(env: Record<string, string>, days: DayLimits) {
  const { store, spend } = configOf(env);
  await catchUpVisits(store);
  await using database = await openDatabase(store, 'read');
  const scope = { period: readPeriodOptions(days), isReportByLead: false };
  const request = {
    scope,
    includesTextTests: true,
    now: Date.now(),
    sections: [],
    adTax: spend.tax,
  };
  return JSON.parse(JSON.stringify(buildReportJson(await readReport(database, request), days)));
}
