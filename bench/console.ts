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
import { openConsole, type Place } from './open-console.ts';
import { percentile, summarize } from './statistics.ts';

const LEADS = Number(process.env.CONSOLE_LEADS ?? 1_000_000);
/** Leads behind the first views. */
const LEADS_OF_VIEWS = 12_000;
const VIEWS = { Hoje: '/', Leads: '/leads' };

type Row = Record<string, string>;

/** Makes a folder with leads in an embedded database. */
async function makePeople(leads: number) {
  const folder = makeFolder();
  openForWriting(folder.path).close();
  await fillPeople({ DATA_DIR: folder.path }, leads);
  return folder;
}

/** First views, in a browser as slow as a phone. */
async function benchViews(browser: Browser, rounds: number): Promise<Record<string, Row>> {
  using folder = await makePeople(LEADS_OF_VIEWS);
  await using opened = await openConsole({ DATA_DIR: folder.path });
  const table: Record<string, Row> = {};
  for (const [name, path] of Object.entries(VIEWS)) {
    const watched = [];
    const audited = [];
    for (let round = 0; round < rounds; round += 1) {
      watched.push(await watchView(browser, opened, path));
      audited.push(await auditView(opened, path));
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

async function measure(place: Place, bytes: () => Promise<number>, rounds: number): Promise<Row> {
  await using opened = await openConsole(place);
  const { rate, perRow } = await measureListing(opened.database, bytes);
  const answers = await measureQueries(opened, rounds);
  const { alone, besideBusyCore, asked, questions } = await measureCaptures(opened);
  const describe = (times: readonly number[]) =>
    `p50 ${percentile(times, 0.5).toFixed(1)} p95 ${percentile(times, 0.95).toFixed(1)} ms`;
  return {
    ...Object.fromEntries([...answers].map(([name, times]) => [name, describe(times)])),
    'all of them': describe([...answers.values()].flat()),
    'listed a second': String(Math.round(rate)),
    'bytes a row': String(Math.round(perRow)),
    'captures alone, p99 ms': alone.toFixed(1),
    'beside a busy core': besideBusyCore.toFixed(1),
    'while the console is asked': `${asked.toFixed(1)} (${questions.toFixed(0)} questions/s)`,
  };
}

/**
 * The console: first views on a slow phone; pages, searches and filters over a million leads (CONSOLE_LEADS) on both
 * databases, one at a time; captures while it is asked.
 */
export async function benchConsole(rounds: number): Promise<Record<string, Row>> {
  const browser = await chromium.launch(chromiumOptions('benchmarks'));
  const views = await benchViews(browser, rounds);
  await browser.close();
  using folder = await makePeople(LEADS);
  const place = { DATA_DIR: folder.path };
  const size = async () => statSync(join(folder.path, 'funil.db')).size;
  const SQLite = await measure(place, size, rounds);
  await using postgres = await startPostgres();
  const served = { ...place, DATABASE_URL: await postgres.createDatabase() };
  await fillPeople(served, LEADS);
  const pages = 'select pg_database_size(current_database()) as n';
  const bytes = async () => Number((await runQuery(served.DATABASE_URL, pages))[0]?.n);
  const PostgreSQL = await measure(served, bytes, rounds);
  const rows = Object.keys(SQLite).map((name): [string, Row] => [
    name,
    { SQLite: SQLite[name] ?? '', PostgreSQL: PostgreSQL[name] ?? '' },
  ]);
  return { ...views, ...Object.fromEntries(rows) };
}
