import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openForWriting } from '@funil/server/store/sqlite/database';
import { type Browser, chromium } from '@playwright/test';
import { chromiumOptions } from '../testkit/chromium.ts';
import { makeFolder } from '../testkit/start-app.ts';
import { runQuery, startPostgres } from '../testkit/start-postgres.ts';
import { measureCaptures, measureListing, measureQueries } from './console-queries.ts';
import { auditView, watchView } from './console-view.ts';
import { fillPeople } from './fill-people.ts';
import { type DatabaseSettings, startConsole } from './start-console.ts';
import { percentile, summarize } from './statistics.ts';

const LEADS = Number(process.env.CONSOLE_LEADS ?? 1_000_000);
const LEADS_OF_VIEWS = 12_000;
const VIEWS = { Hoje: '/', Leads: '/leads' };

type Row = Record<string, string>;

/** Makes a folder with leads in SQLite. */
async function makeDatabaseFolder(leads: number) {
  const folder = makeFolder();
  openForWriting(folder.path).close();
  await fillPeople({ DATA_DIR: folder.path }, leads);
  return folder;
}

async function benchViews(browser: Browser, rounds: number): Promise<Record<string, Row>> {
  using folder = await makeDatabaseFolder(LEADS_OF_VIEWS);
  await using server = await startConsole({ DATA_DIR: folder.path });
  const table: Record<string, Row> = {};
  for (const [name, path] of Object.entries(VIEWS)) {
    const watched = [];
    const audited = [];
    for (let round = 0; round < rounds; round += 1) {
      watched.push(await watchView(browser, server, path));
      audited.push(await auditView(server, path));
    }
    for (const [how, views] of Object.entries({ 'slow line': watched, Lighthouse: audited })) {
      const read = (metric: 'fcp' | 'lcp' | 'cls', digits = 0) =>
        summarize(
          views.map((view) => view[metric]),
          digits,
        );
      const row = { 'FCP ms': read('fcp'), 'LCP ms': read('lcp'), CLS: read('cls', 4) };
      table[`${name}: first view, ${how}`] = row;
    }
  }
  return table;
}

async function measure(
  settings: DatabaseSettings,
  bytes: () => Promise<number>,
  rounds: number,
): Promise<Row> {
  await using server = await startConsole(settings);
  const { rate, perRow } = await measureListing(server.database, bytes);
  const answers = await measureQueries(server, rounds);
  const { alone, withBusyCore, withRequests, requestsPerSecond } = await measureCaptures(server);
  const describe = (times: readonly number[]) =>
    `p50 ${percentile(times, 0.5).toFixed(1)} p95 ${percentile(times, 0.95).toFixed(1)} ms`;
  return {
    ...Object.fromEntries([...answers].map(([name, times]) => [name, describe(times)])),
    'all requests': describe([...answers.values()].flat()),
    'contacts added per second': String(Math.round(rate)),
    'bytes per row': String(Math.round(perRow)),
    'captures alone, p99 ms': alone.toFixed(1),
    'with a busy core': withBusyCore.toFixed(1),
    'during console requests': `${withRequests.toFixed(1)} (${requestsPerSecond.toFixed(0)} requests/s)`,
  };
}

/**
 * Measures first views on a slow phone, and on both databases with a million leads (CONSOLE_LEADS): pages, searches and
 * filters, and captures during console requests.
 */
export async function benchConsole(rounds: number): Promise<Record<string, Row>> {
  const browser = await chromium.launch(chromiumOptions('benchmarks'));
  const views = await benchViews(browser, rounds);
  await browser.close();
  using folder = await makeDatabaseFolder(LEADS);
  const settings = { DATA_DIR: folder.path };
  const size = async () => statSync(join(folder.path, 'funil.db')).size;
  const SQLite = await measure(settings, size, rounds);
  await using postgres = await startPostgres();
  const postgresSettings = { ...settings, DATABASE_URL: await postgres.createDatabase() };
  await fillPeople(postgresSettings, LEADS);
  const pages = 'select pg_database_size(current_database()) as n';
  const bytes = async () => Number((await runQuery(postgresSettings.DATABASE_URL, pages))[0]?.n);
  const PostgreSQL = await measure(postgresSettings, bytes, rounds);
  const rows = Object.keys(SQLite).map((name): [string, Row] => [
    name,
    { SQLite: SQLite[name] ?? '', PostgreSQL: PostgreSQL[name] ?? '' },
  ]);
  return { ...views, ...Object.fromEntries(rows) };
}
