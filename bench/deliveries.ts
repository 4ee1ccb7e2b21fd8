import { setTimeout as pause } from 'node:timers/promises';
import { queryTables } from '../testkit/databases/query-tables.ts';
import { startReceiver } from '../testkit/fakes/receiver.ts';
import { makeEvent, makeLead } from '../testkit/rows.ts';
import { postRows } from '../testkit/start-app.ts';
import { runFile } from '../testkit/start-process.ts';
import {
  type DatabaseSettings,
  onBothDatabases,
  type ServerWithConsole,
  startWithConsole,
} from './databases.ts';
import { dialectFor } from './fill.ts';
import { type FigureTable, sendLeads, summarize } from './load.ts';

const QUEUED_DELIVERIES = Number(process.env.DELIVERIES ?? 10_000);
const ENDPOINT_DELAY_MS = 50;
const LOAD_SECONDS = 15;
const POLL_INTERVAL_MS = 20;
const WAIT_LIMIT_MS = 60_000;

type Query = ReturnType<typeof queryTables>;

async function queueDeliveries(query: Query, { DATABASE_URL }: DatabaseSettings) {
  const { rows, uuid } = dialectFor(DATABASE_URL);
  const data = JSON.stringify(makeLead()).replaceAll("'", "''");
  await query(
    `insert into funil.outbox_events (type, subject, happened_at, data)
     select 'lead.created', 'lead:queued-' || i, '2026-11-21T12:00:00.000Z', '${data}' from ${rows(1, QUEUED_DELIVERIES)}
     where true returning number`,
  );
  await query(
    `insert into funil.deliveries (id, event_number, destination, subject)
     select ${uuid('outbox_events.number')}, outbox_events.number, name, subject
     from funil.outbox_events, funil.destinations
     where subject like 'lead:queued-%' and name like 'webhook:%' returning id`,
  );
}

/** Returns the time in ms from a start until a condition holds. @throws after {@link WAIT_LIMIT_MS}. */
async function waitFor(
  start: number,
  condition: () => boolean | Promise<boolean>,
): Promise<number> {
  while (!(await condition())) {
    if (performance.now() - start > WAIT_LIMIT_MS) throw new Error('A row did not show in time.');
    await pause(POLL_INTERVAL_MS);
  }
  return performance.now() - start;
}

interface FreshnessDependencies {
  readonly server: ServerWithConsole;
  readonly receiver: Awaited<ReturnType<typeof startReceiver>>;
  readonly query: Query;
  readonly settings: DatabaseSettings;
}

/** Measures how long a stored lead takes to be listed and delivered, and a stored event to be counted as a visit. */
async function measureFreshness({ server, receiver, query, settings }: FreshnessDependencies) {
  const listDelaysMs: number[] = [];
  const deliveryDelaysMs: number[] = [];
  const visitDelaysMs: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    await pause(Math.random() * 1_000);
    const nome = `Pessoa ${crypto.randomUUID().slice(0, 8)}`;
    const session_id = crypto.randomUUID();
    await postRows(server.funil.url, 'leads', makeLead({ nome }));
    const leadStoredAt = performance.now();
    await postRows(server.funil.url, 'jornada', makeEvent({ session_id }));
    const eventStoredAt = performance.now();
    const [listMs, deliveryMs, visitMs] = await Promise.all([
      waitFor(leadStoredAt, async () => (await server.ask('leads?limit=200')).includes(nome)),
      waitFor(leadStoredAt, () => receiver.received.some(({ body }) => body.includes(nome))),
      waitFor(
        eventStoredAt,
        async () => (await query(selectVisit(session_id, settings))).length > 0,
      ),
    ]);
    listDelaysMs.push(listMs);
    deliveryDelaysMs.push(deliveryMs);
    visitDelaysMs.push(visitMs);
  }
  return `console ${summarize(listDelaysMs)}, delivery ${summarize(deliveryDelaysMs)}, visit ${summarize(visitDelaysMs)} ms`;
}

const selectVisit = (session: string, { DATABASE_URL }: DatabaseSettings) =>
  DATABASE_URL === undefined
    ? `select 1 from visits where session_id = unhex('${session.replaceAll('-', '')}')`
    : `select 1 from funil.visits where session_id = '${session}'`;

async function measureDeliveries(settings: DatabaseSettings): Promise<Record<string, string>> {
  await using server = await startWithConsole({ ...settings, WEBHOOK_ALLOW_PRIVATE: 'true' });
  await using receiver = await startReceiver();
  const { funil } = server;
  const env = { ...settings, DATA_DIR: funil.dataDir, WEBHOOK_ALLOW_PRIVATE: 'true' };
  const query = queryTables(env, 20_000);
  await sendLeads(funil.url, 5);
  const figures: Record<string, string> = {
    'leads at 200/s': await sendLeads(funil.url, LOAD_SECONDS),
  };
  const added = await runFile('commands/webhooks.ts', ['add', `${receiver.address}/`], env);
  if (added.code !== 0) throw new Error(added.stderr);
  await pause(2_000);
  const deps = { server, receiver, query, settings };
  figures['time to show, idle'] = await measureFreshness(deps);
  const backgroundLoad = sendLeads(funil.url, LOAD_SECONDS);
  figures['time to show at 200 leads/s'] = await measureFreshness(deps);
  figures['leads during that'] = await backgroundLoad;
  receiver.respond(
    (response) => void setTimeout(() => response.writeHead(204).end(), ENDPOINT_DELAY_MS),
  );
  await queueDeliveries(query, settings);
  const start = performance.now();
  figures[`leads beside ${QUEUED_DELIVERIES} deliveries`] = await sendLeads(
    funil.url,
    LOAD_SECONDS,
  );
  const selectWaiting = "select id from funil.deliveries where state = 'waiting' limit 1";
  while ((await query(selectWaiting)).length > 0) await pause(500);
  figures['all delivered after, s'] = ((performance.now() - start) / 1_000).toFixed(0);
  await funil.stop();
  return figures;
}

/** The variable DELIVERIES states how many deliveries are queued. */
export const benchDeliveries = (): Promise<FigureTable> => onBothDatabases(measureDeliveries);
