import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { queryTables } from '../testkit/databases/query-tables.ts';
import { startReceiver } from '../testkit/fakes/receiver.ts';
import { makeLead } from '../testkit/rows.ts';
import { makeFolder, postRows } from '../testkit/start-app.ts';
import { runFile, startServer } from '../testkit/start-process.ts';
import { type DatabaseSettings, onBothDatabases } from './databases.ts';
import { type FigureTable, NO_RATE_LIMIT } from './load.ts';

const KILLS = Number(process.env.KILLS ?? 30);
const CLIENTS = 4;
const ENDPOINT_DELAY_MS = 30;
const MAX_PAUSE_MS = 800;
const CLIENT_RETRY_MS = 50;
/** Pause of a client between two rows, so that the endpoint keeps up. */
const CLIENT_REST_MS = 40;
const SECRET = 'hottok';
const NOTICE_SAMPLE = '../testkit/simulate/platforms/hotmart/samples/approved.json';
const NOTICE_BODY = readFileSync(join(import.meta.dirname, NOTICE_SAMPLE), 'utf8');

const sendNotice = (url: string, transaction: string) =>
  fetch(`${url}/postbacks/hotmart`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hotmart-hottok': SECRET },
    body: NOTICE_BODY.replace('HP2611031844', transaction),
  });

const sendLead = (url: string, key: string) =>
  postRows(url, 'leads', makeLead(), { 'idempotency-key': key });

async function sendUntilStored(send: () => Promise<Response>): Promise<void> {
  for (;;) {
    const response = await send().catch(() => null);
    if (response?.ok) return;
    await pause(CLIENT_RETRY_MS);
  }
}

async function startEndpoint() {
  const received = new Map<string, { arrivals: number; readonly event: string }>();
  const receiver = await startReceiver((response, { headers, body }) => {
    const id = String(headers['webhook-id']);
    const { type, data } = JSON.parse(body);
    const delivery = received.get(id);
    if (delivery) delivery.arrivals += 1;
    else received.set(id, { arrivals: 1, event: `${type} ${data.transaction ?? data.lead_ref}` });
    setTimeout(() => response.writeHead(204).end(), ENDPOINT_DELAY_MS);
  });
  return {
    address: `${receiver.address}/`,
    received,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

function startClients(urls: () => readonly string[]) {
  const expected = new Set<string>();
  let isStopped = false;
  const pickUrl = () => urls()[Math.floor(Math.random() * urls().length)] ?? '';
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    while (!isStopped) {
      const key = randomUUID();
      if (client % 2 === 0) {
        await sendUntilStored(() => sendLead(pickUrl(), key));
        expected.add(`lead.created ${key}`);
      } else {
        await sendUntilStored(() => sendNotice(pickUrl(), key));
        expected.add(`sale.paid ${key}`);
      }
      await pause(CLIENT_REST_MS);
    }
  });
  return {
    async stop() {
      isStopped = true;
      await Promise.all(clients);
      return expected;
    },
  };
}

async function measureKills(settings: DatabaseSettings, replicas: number) {
  using folder = makeFolder();
  await using endpoint = await startEndpoint();
  const env = {
    ...settings,
    ...NO_RATE_LIMIT,
    DATA_DIR: folder.path,
    HOTMART_HOTTOK: SECRET,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  const servers = [await startServer(env)];
  const added = await runFile('commands/webhooks.ts', ['add', endpoint.address], env);
  if (added.code !== 0) throw new Error(added.stderr);
  // The server must know the endpoint before the first row arrives.
  await pause(2_000);
  while (servers.length < replicas) servers.push(await startServer(env));
  const clients = startClients(() => servers.map(({ address }) => address));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(Math.random() * MAX_PAUSE_MS);
    const index = kill % servers.length;
    await servers[index]?.stop('SIGKILL');
    servers[index] = await startServer(env);
  }
  // With several servers, the first is killed and not restarted, so that the others must take over its deliveries.
  if (servers.length > 1) await servers.shift()?.stop('SIGKILL');
  const expected = await clients.stop();
  const arrivedEvents = () => new Set([...endpoint.received.values()].map(({ event }) => event));
  const start = performance.now();
  while ([...expected].some((event) => !arrivedEvents().has(event))) {
    if (performance.now() - start > 180_000) break;
    await pause(500);
  }
  const query = queryTables(env, 20_000);
  const count = async (sql: string) => Number((await query(sql))[0]?.n);
  const leads = await count('select count(*) as n from leads');
  const sales = await count('select count(*) as n from funil.sales');
  for (const server of servers) await server.stop('SIGKILL');
  const deliveries = [...endpoint.received.values()];
  const missing = [...expected].filter((event) => !arrivedEvents().has(event)).length;
  return {
    'kill -9': String(KILLS),
    'acknowledged leads and notices': String(expected.size),
    'stored leads and sales': String(leads + sales),
    'events without a delivery': String(missing),
    'events delivered under two ids': String(deliveries.length - arrivedEvents().size),
    'deliveries repeated under the same id': String(
      deliveries.reduce((sum, { arrivals }) => sum + arrivals - 1, 0),
    ),
    'seconds until the last arrived': ((performance.now() - start) / 1_000).toFixed(0),
  };
}

/** Kills servers during captures, notices and deliveries (KILLS times), and counts lost and doubled rows. */
export async function benchKills(): Promise<FigureTable> {
  const withOneServer = await onBothDatabases((settings) => measureKills(settings, 1));
  if (process.env.KIND === 'SQLite') return withOneServer;
  process.env.KIND = 'PostgreSQL';
  const withTwoServers = await onBothDatabases((settings) => measureKills(settings, 2));
  return Object.fromEntries(
    Object.entries(withOneServer).map(([row, figures]) => [
      row,
      { ...figures, 'PostgreSQL, two servers': withTwoServers[row]?.PostgreSQL ?? '' },
    ]),
  );
}
