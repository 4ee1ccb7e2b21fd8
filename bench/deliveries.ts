import { setTimeout as pause } from 'node:timers/promises';
import { findPort } from '../testkit/find-port.ts';
import { Funil } from '../testkit/funil.ts';
import { queryTables } from '../testkit/query-tables.ts';
import { makeLead } from '../testkit/rows.ts';
import { insert } from '../testkit/start-app.ts';
import { startPostgres } from '../testkit/start-postgres.ts';
import { runFile } from '../testkit/start-process.ts';
import { startReceiver } from '../testkit/start-receiver.ts';
import { peakMemory, sendLeadsSteadily, sendLeadsWithBusyCore } from './load.ts';
import type { Table } from './statistics.ts';

const QUEUED = Number(process.env.DELIVERIES ?? 100_000);
const ENDPOINT_DELAY_MS = 50;
const LEADS_PER_SECOND = 200;
const SECONDS = 10;
/** The load runs before the measurement, so that code is compiled. */
const WARM_UP_SECONDS = 6;

/** A database and its SQL. */
interface Kind {
  readonly env: Record<string, string>;
  /** A table of the numbers from 1. */
  readonly numbers: string;
  readonly uuid: string;
}

const sqlite: Kind = {
  env: {},
  numbers: `(with recursive number(n) as (select 1 union all select n + 1 from number where n < ${QUEUED})
    select n from number)`,
  uuid: "lower(hex(randomblob(4))||'-'||hex(randomblob(2))||'-8'||substr(hex(randomblob(2)),2)||'-a'||substr(hex(randomblob(2)),2)||'-'||hex(randomblob(6)))",
};

const postgresAt = (address: string): Kind => ({
  env: { DATABASE_URL: address },
  numbers: `generate_series(1, ${QUEUED}) as numbers (n)`,
  uuid: 'gen_random_uuid()',
});

const query = ({ dataDir }: Funil, { env }: Kind, sql: string) =>
  queryTables({ ...env, DATA_DIR: dataDir }, 20_000)(sql);

async function addEndpoint(funil: Funil, { env }: Kind, url: string) {
  const settings = { ...env, DATA_DIR: funil.dataDir, WEBHOOK_ALLOW_PRIVATE: 'true' };
  const { code, stderr } = await runFile('commands/webhooks.ts', ['add', url], settings);
  if (code !== 0) throw new Error(stderr);
}

/** Inserts QUEUED due deliveries to every endpoint, each with another lead. */
async function fill(funil: Funil, kind: Kind) {
  const { numbers, uuid } = kind;
  const data = JSON.stringify(makeLead()).replaceAll("'", "''");
  await query(
    funil,
    kind,
    `insert into funil.outbox_events (type, subject, happened_at, data)
     select 'lead.created', 'lead:queued-' || n, '2026-11-21T12:00:00.000Z', '${data}' from ${numbers}
     where true returning number`,
  );
  await query(
    funil,
    kind,
    `insert into funil.deliveries (id, event_number, destination, subject)
     select ${uuid}, outbox_events.number, name, subject
     from funil.outbox_events, funil.destinations where subject like 'lead:queued-%' returning tries`,
  );
}

async function countWaiting(funil: Funil, kind: Kind): Promise<number> {
  const [row] = await query(
    funil,
    kind,
    "select count(*) as n from funil.deliveries where state = 'waiting'",
  );
  return Number(row?.n);
}

/** Returns the maximum delay from a lead's `201` to its arrival in an idle server, of twenty leads, in ms. */
async function measureLatency(funil: Funil, receiver: Receiver): Promise<number> {
  const delays: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    await pause(150 + Math.random() * 500);
    const before = receiver.received.length;
    await insert(funil.url, 'leads', makeLead());
    const stored = performance.now();
    await receiver.wait(before + 1);
    delays.push(performance.now() - stored);
  }
  return Math.max(...delays);
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const respondLater: Parameters<typeof startReceiver>[0] = (response) =>
  void setTimeout(() => response.writeHead(204).end(), ENDPOINT_DELAY_MS);

async function measure(kind: Kind): Promise<Table[string]> {
  const port = process.env.CONSOLE === 'on' ? await findPort() : 0;
  const env = { ...kind.env, WEBHOOK_ALLOW_PRIVATE: 'true', CONSOLE_PORT: String(port) };
  await using funil = new Funil({ env });
  await using receiver = await startReceiver(respondLater);
  await funil.start();
  const load = { url: funil.url, seconds: SECONDS, perSecond: LEADS_PER_SECOND };
  await sendLeadsSteadily({ ...load, seconds: WARM_UP_SECONDS });
  const idle = await sendLeadsSteadily(load);
  const withBusyCore = await sendLeadsWithBusyCore(load);
  await addEndpoint(funil, kind, `${receiver.address}/`);
  await pause(2_000);
  const latency = await measureLatency(funil, receiver);
  await funil.stop();
  await fill(funil, kind);
  await funil.start();
  const start = performance.now();
  await sendLeadsSteadily({ ...load, seconds: WARM_UP_SECONDS });
  const draining = await sendLeadsSteadily(load);
  while ((await countWaiting(funil, kind)) > 0) await pause(500);
  const seconds = (performance.now() - start) / 1000;
  const memory = peakMemory(funil.pid);
  await funil.stop();
  return {
    [`${QUEUED} drained, s`]: seconds.toFixed(0),
    'memory MB': memory.toFixed(0),
    'leads p99 ms': idle.p99.toFixed(1),
    'with a busy core': withBusyCore.p99.toFixed(1),
    'while draining': draining.p99.toFixed(1),
    'idle lead to arrival, max ms': latency.toFixed(0),
    'with a failing endpoint': (await measureWithFailingEndpoint(kind)).toFixed(0),
  };
}

/** Measures the delay while another endpoint with a long queue refuses every connection. */
async function measureWithFailingEndpoint(kind: Kind): Promise<number> {
  await using funil = new Funil({
    env: { ...kind.env, WEBHOOK_ALLOW_PRIVATE: 'true', CONSOLE_PORT: '0' },
  });
  await funil.start();
  const closed = await findPort();
  await query(funil, kind, 'delete from funil.destinations returning name');
  await addEndpoint(funil, kind, `http://127.0.0.1:${closed}/`);
  await query(funil, kind, 'delete from funil.outbox_events returning number');
  await fill(funil, kind);
  await using receiver = await startReceiver(respondLater);
  await addEndpoint(funil, kind, `${receiver.address}/`);
  await pause(2_000);
  const latency = await measureLatency(funil, receiver);
  await funil.stop();
  return latency;
}

/**
 * Measures captures while a queue drains, and the delay of deliveries with and without a failing endpoint. KIND selects one
 * database, CONSOLE=on starts the console's thread.
 */
export async function benchDeliveries(): Promise<Table> {
  await using postgres = await startPostgres();
  const kinds = {
    SQLite: async () => sqlite,
    PostgreSQL: async () => postgresAt(await postgres.createDatabase()),
  };
  const table: Table = {};
  for (const [name, make] of Object.entries(kinds)) {
    if ((process.env.KIND ?? name) === name) table[name] = await measure(await make());
  }
  return table;
}
