import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Funil } from '../testkit/funil.ts';
import { runQuery, startPostgres } from '../testkit/start-postgres.ts';
import { fillPostgres, fillSqlite } from './fill-events.ts';
import { sendEvents } from './send-events.ts';
import { sendLeads } from './send-leads.ts';

const EVENTS = Number(process.env.SCALE_EVENTS ?? 10_000_000);
const isWanted = (kind: string) => (process.env.KIND ?? kind) === kind;
const SECONDS = 8;
const STEADY = 5_000;
const REPORT = join(import.meta.dirname, '../server/src/commands/report.ts');

type Row = Record<string, string>;

/** What a database needs of its kind. */
interface Kind {
  readonly env: Record<string, string>;
  fill(funil: Funil): Promise<void>;
  /** Bytes of the events with their indexes. */
  measure(funil: Funil): Promise<number>;
  /** Events that are not in their visits yet. */
  countUnread(funil: Funil): Promise<number>;
}

const fileOf = ({ dataDir }: Funil) => join(dataDir, 'funil.db');

const sqlite: Kind = {
  env: {},
  fill: async (funil) => fillSqlite(fileOf(funil), EVENTS),
  measure: async (funil) => statSync(fileOf(funil)).size,
  async countUnread(funil) {
    using database = new DatabaseSync(fileOf(funil), { readOnly: true });
    const row = database
      .prepare('select (select max(number) from events) - last_number as n from visit_progress')
      .get();
    return Number(row?.n);
  },
};

function postgresAt(address: string): Kind {
  async function ask(sql: string): Promise<number> {
    const [row] = await runQuery(address, sql);
    return Number(row?.n);
  }
  return {
    env: { DATABASE_URL: address },
    fill: () => fillPostgres(address, EVENTS),
    measure: () => ask("select pg_total_relation_size('public.jornada') as n"),
    countUnread: () =>
      ask(`select (select last_value from public.jornada_number_seq) - last_number as n
        from funil.visit_progress`),
  };
}

function runReport(funil: Funil, { env }: Kind, ...args: string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [REPORT, '--json', '-', ...args], {
    env: { ...process.env, ENV_FILE: '', DATA_DIR: funil.dataDir, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return (performance.now() - start) / 1000;
}

/** Sends events steadily, and says how long, in seconds, the last of them took into its visit. */
async function measureLag(funil: Funil, kind: Kind): Promise<number> {
  await sendEvents(funil.url, SECONDS, STEADY);
  const end = performance.now();
  while ((await kind.countUnread(funil)) > 0) await pause(100);
  return (performance.now() - end) / 1000;
}

async function measure(kind: Kind): Promise<Row> {
  await using funil = new Funil({ env: kind.env });
  await funil.start();
  const empty = await sendEvents(funil.url, SECONDS);
  await funil.stop();
  const before = await kind.measure(funil);
  await kind.fill(funil);
  const bytes = ((await kind.measure(funil)) - before) / EVENTS;
  const rebuild = runReport(funil, kind, '--rebuild');
  await funil.start();
  const full = await sendEvents(funil.url, SECONDS);
  while ((await kind.countUnread(funil)) > 0) await pause(200);
  const report = runReport(funil, kind);
  const lag = await measureLag(funil, kind);
  const quiet = await sendLeads(funil.url, SECONDS);
  const [busy] = await Promise.all([
    sendLeads(funil.url, SECONDS),
    sendEvents(funil.url, SECONDS, STEADY),
  ]);
  await funil.stop();
  return {
    'bytes an event': bytes.toFixed(0),
    'events/s, empty': empty.toFixed(0),
    'events/s, full': `${full.toFixed(0)} (${((full / empty) * 100).toFixed(0)} %)`,
    'rebuild s': rebuild.toFixed(1),
    'report s': report.toFixed(2),
    'lag s': lag.toFixed(1),
    'leads p99 ms': quiet.latency.p99.toFixed(0),
    'with 5,000 events/s': busy.latency.p99.toFixed(0),
  };
}

/**
 * Ten million events (or SCALE_EVENTS) on either database (or KIND alone): storing, reading, and what lies
 * between.
 */
export async function benchScale(): Promise<Record<string, Row>> {
  await using postgres = await startPostgres();
  const rows: Record<string, Row> = {};
  if (isWanted('SQLite')) rows.SQLite = await measure(sqlite);
  if (isWanted('PostgreSQL')) {
    rows.PostgreSQL = await measure(postgresAt(await postgres.createDatabase()));
  }
  return rows;
}
