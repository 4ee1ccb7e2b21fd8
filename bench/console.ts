import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgresStore } from '@funil/server/store/postgres/store';
import { type Browser, chromium } from '@playwright/test';
import { chromiumOptions } from '../testkit/chromium.ts';
import { runQuery, startPostgres } from '../testkit/start-postgres.ts';
import { type Answers, measureAnswers } from './console-answers.ts';
import { timeArrivals } from './console-arrivals.ts';
import { type Captures, timeCaptures } from './console-captures.ts';
import { makePeople, openDesk, type Place } from './console-desk.ts';
import { touchList } from './console-hands.ts';
import { auditView, watchView } from './console-view.ts';
import { fillPostgresPeople } from './fill-people.ts';
import { percentile, summarise } from './statistics.ts';

const LEADS = Number(process.env.CONSOLE_LEADS ?? 1_000_000);
const APPLICATIONS = LEADS / 10;
/** Enough for a list of ten thousand rows. */
const LISTED = 12_000;
const ARRIVALS = 20;
const VIEWS = { Hoje: '/', Leads: '/leads' };

type Row = Record<string, string>;
type Table = Record<string, Row>;

/** First views and touches, in a browser as slow as a phone. */
async function benchBrowser(browser: Browser, rounds: number): Promise<Table> {
  using folder = makePeople(LISTED, LISTED / 30);
  await using desk = await openDesk({ DATA_DIR: folder.path });
  const table: Table = {};
  for (const [name, path] of Object.entries(VIEWS)) {
    const watched = [];
    const audited = [];
    for (let round = 0; round < rounds; round += 1) {
      watched.push(await watchView(browser, desk, path));
      audited.push(await auditView(desk, path));
    }
    table[`${name}: first view, slow line`] = {
      'FCP ms': summarise(watched.map(({ fcp }) => fcp)),
      'LCP ms': summarise(watched.map(({ lcp }) => lcp)),
      CLS: summarise(
        watched.map(({ cls }) => cls),
        4,
      ),
    };
    table[`${name}: first view, Lighthouse`] = {
      'FCP ms': summarise(audited.map(({ fcp }) => fcp)),
      'LCP ms': summarise(audited.map(({ lcp }) => lcp)),
    };
  }
  const touches = [];
  for (let round = 0; round < rounds; round += 1) touches.push(...(await touchList(browser, desk)));
  for (const name of new Set(touches.map((touch) => touch.name))) {
    const times = touches.filter((touch) => touch.name === name).map(({ painted }) => painted);
    table[`touch: ${name}`] = { 'to the paint, ms': summarise(times) };
  }
  const worst = Math.max(...touches.map(({ painted }) => painted));
  table['INP, worst of all'] = { 'to the paint, ms': String(worst) };
  return table;
}

interface Measured {
  readonly answers: Answers;
  readonly captures: Captures;
  readonly arrivals: readonly number[];
}

async function measure(
  browser: Browser,
  { place, bytes, rounds }: { place: Place; bytes: () => Promise<number>; rounds: number },
): Promise<Measured> {
  const answers = await measureAnswers({ ...place }, rounds, bytes);
  await using desk = await openDesk(place);
  const arrivals = await timeArrivals(browser, desk, ARRIVALS);
  return { answers, arrivals, captures: await timeCaptures(desk) };
}

async function preparePostgres(url: string): Promise<void> {
  const { store } = createPostgresStore(url, () => {});
  await store.isReady();
  await store.close();
  await fillPostgresPeople(url, LEADS, APPLICATIONS);
}

const describe = (values: readonly number[]) =>
  `p50 ${percentile(values, 0.5).toFixed(1)} p95 ${percentile(values, 0.95).toFixed(1)} ms`;

function tabulate(columns: Record<string, Measured>): Table {
  const tell = (say: (one: Measured) => string): Row =>
    Object.fromEntries(Object.entries(columns).map(([name, one]) => [name, say(one)]));
  const [first] = Object.values(columns);
  const table: Table = {};
  for (const name of first?.answers.times.keys() ?? []) {
    table[name] = tell(({ answers }) => describe(answers.times.get(name) ?? []));
  }
  table['all of them'] = tell(({ answers }) => describe([...answers.times.values()].flat()));
  table['listed a second'] = tell(({ answers }) => Math.round(answers.rate).toLocaleString('en'));
  table['bytes a row'] = tell(({ answers }) => String(Math.round(answers.perRow)));
  table['201 → row, ms'] = tell(({ arrivals }) => summarise(arrivals));
  table['captures alone, p99 ms'] = tell(({ captures }) => captures.alone.toFixed(1));
  table['beside a busy core'] = tell(({ captures }) => captures.besideBusyCore.toFixed(1));
  table['while the console is asked'] = tell(
    ({ captures: { alone, asked, questions } }) =>
      `${asked.toFixed(1)} (× ${(asked / alone).toFixed(2)}, ${questions.toFixed(0)} questions/s)`,
  );
  return table;
}

/**
 * The console: first views and touches on a slow phone; pages, searches and filters over a million leads
 * (CONSOLE_LEADS) on both databases, one at a time; from a lead's `201` to its row; captures while it is asked.
 */
export async function benchConsole(rounds: number): Promise<Table> {
  const browser = await chromium.launch(chromiumOptions('benchmarks'));
  const seen = await benchBrowser(browser, rounds);
  await using postgres = await startPostgres();
  using folder = makePeople(LEADS, APPLICATIONS);
  const place = { DATA_DIR: folder.path };
  const size = async () => statSync(join(folder.path, 'funil.db')).size;
  const SQLite = await measure(browser, { place, bytes: size, rounds });
  const url = await postgres.createDatabase();
  await preparePostgres(url);
  const bytes = async () =>
    Number((await runQuery(url, 'select pg_database_size(current_database()) as n'))[0]?.n);
  const served = { ...place, DATABASE_URL: url };
  const PostgreSQL = await measure(browser, { place: served, bytes, rounds });
  await browser.close();
  return { ...seen, ...tabulate({ SQLite, PostgreSQL }) };
}
