import { setTimeout as pause } from 'node:timers/promises';
import { findPort } from '../testkit/find-port.ts';
import { Funil } from '../testkit/funil.ts';
import { queryTables } from '../testkit/query-tables.ts';
import { makeLead } from '../testkit/rows.ts';
import { insert } from '../testkit/start-app.ts';
import { startPostgres } from '../testkit/start-postgres.ts';
import { runFile } from '../testkit/start-process.ts';
import { startReceiver } from '../testkit/start-receiver.ts';
import { peakMemory, sendLeadsBesideBusyCore, sendLeadsSteadily } from './load.ts';

const WAITING = Number(process.env.DELIVERIES ?? 100_000);
/** What the endpoint takes, in ms. */
const ANSWER = 50;
/** Leads a second, and for how long. */
const STEADY = 200;
const SECONDS = 10;
/** How long the same load goes on before it is measured: code that has just begun is not compiled yet. */
const WARM_UP = 6;

type Row = Record<string, string>;

/** A database that is filled past the server. */
interface Kind {
  readonly env: Record<string, string>;
  /** As SQL: numbers from 1. */
  readonly numbers: string;
  readonly uuid: string;
}

const sqlite: Kind = {
  env: {},
  numbers: `(with recursive number(n) as (select 1 union all select n + 1 from number where n < ${WAITING})
    select n from number)`,
  uuid: "lower(hex(randomblob(4))||'-'||hex(randomblob(2))||'-8'||substr(hex(randomblob(2)),2)||'-a'||substr(hex(randomblob(2)),2)||'-'||hex(randomblob(6)))",
};

const postgresAt = (address: string): Kind => ({
  env: { DATABASE_URL: address },
  numbers: `generate_series(1, ${WAITING}) as numbers (n)`,
  uuid: 'gen_random_uuid()',
});

const ask = ({ dataDir }: Funil, { env }: Kind, sql: string) =>
  queryTables({ ...env, DATA_DIR: dataDir }, 20_000)(sql);

async function addEndpoint(funil: Funil, { env }: Kind, url: string) {
  const settings = { ...env, DATA_DIR: funil.dataDir, WEBHOOK_ALLOW_PRIVATE: 'true' };
  const { code, stderr } = await runFile('commands/webhooks.ts', ['add', url], settings);
  if (code !== 0) throw new Error(stderr);
}

/** So many deliveries to every endpoint, all due, each of a lead of its own. */
async function fill(funil: Funil, kind: Kind) {
  const { numbers, uuid } = kind;
  const data = JSON.stringify(makeLead()).replaceAll("'", "''");
  await ask(
    funil,
    kind,
    `insert into funil.outbox_events (type, subject, happened_at, data)
     select 'lead.created', 'lead:waiting-' || n, '2026-11-21T12:00:00.000Z', '${data}' from ${numbers}
     where true returning number`,
  );
  await ask(
    funil,
    kind,
    `insert into funil.deliveries (id, event_number, destination, subject)
     select ${uuid}, outbox_events.number, name, subject
     from funil.outbox_events, funil.destinations where subject like 'lead:waiting-%' returning tries`,
  );
}

async function countLeft(funil: Funil, kind: Kind): Promise<number> {
  const [row] = await ask(
    funil,
    kind,
    "select count(*) as n from funil.deliveries where state = 'waiting'",
  );
  return Number(row?.n);
}

/** From a lead's `201` to its arrival, idle: the worst of twenty, in ms. */
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

const answerLater: Parameters<typeof startReceiver>[0] = (response) =>
  void setTimeout(() => response.writeHead(204).end(), ANSWER);

async function measure(kind: Kind): Promise<Row> {
  const port = process.env.CONSOLE === 'on' ? await findPort() : 0;
  const env = { ...kind.env, WEBHOOK_ALLOW_PRIVATE: 'true', CONSOLE_PORT: String(port) };
  await using funil = new Funil({ env });
  await using receiver = await startReceiver(answerLater);
  await funil.start();
  const load = { url: funil.url, seconds: SECONDS, perSecond: STEADY };
  await sendLeadsSteadily({ ...load, seconds: WARM_UP });
  const quiet = await sendLeadsSteadily(load);
  const beside = await sendLeadsBesideBusyCore(load);
  await addEndpoint(funil, kind, `${receiver.address}/`);
  await pause(2_000);
  const latency = await measureLatency(funil, receiver);
  await funil.stop();
  await fill(funil, kind);
  await funil.start();
  const begin = performance.now();
  await sendLeadsSteadily({ ...load, seconds: WARM_UP });
  const busy = await sendLeadsSteadily(load);
  while ((await countLeft(funil, kind)) > 0) await pause(500);
  const seconds = (performance.now() - begin) / 1000;
  const memory = peakMemory(funil.pid);
  await funil.stop();
  return {
    [`${WAITING} drained, s`]: seconds.toFixed(0),
    'memory MB': memory.toFixed(0),
    'leads p99 ms': quiet.p99.toFixed(1),
    'beside a busy core': beside.p99.toFixed(1),
    'while draining': busy.p99.toFixed(1),
    'idle lead to arrival, worst ms': latency.toFixed(0),
    'beside an endpoint that is down': (await measureBesideDown(kind)).toFixed(0),
  };
}

/** The same while another endpoint refuses every connection, and thousands wait for it. */
async function measureBesideDown(kind: Kind): Promise<number> {
  await using funil = new Funil({
    env: { ...kind.env, WEBHOOK_ALLOW_PRIVATE: 'true', CONSOLE_PORT: '0' },
  });
  await funil.start();
  const closed = await findPort();
  await ask(funil, kind, 'delete from funil.destinations returning name');
  await addEndpoint(funil, kind, `http://127.0.0.1:${closed}/`);
  await ask(funil, kind, 'delete from funil.outbox_events returning number');
  await fill(funil, kind);
  await using receiver = await startReceiver(answerLater);
  await addEndpoint(funil, kind, `${receiver.address}/`);
  await pause(2_000);
  const latency = await measureLatency(funil, receiver);
  await funil.stop();
  return latency;
}

/** KIND names one database, CONSOLE=on has the console's thread beside. What waits is drained while leads come in; what a lead's way outside takes; and beside one who is down. */
export async function benchDeliveries(): Promise<Record<string, Row>> {
  await using postgres = await startPostgres();
  const kinds = {
    SQLite: async () => sqlite,
    PostgreSQL: async () => postgresAt(await postgres.createDatabase()),
  };
  const table: Record<string, Row> = {};
  for (const [name, make] of Object.entries(kinds)) {
    if ((process.env.KIND ?? name) === name) table[name] = await measure(await make());
  }
  return table;
}
