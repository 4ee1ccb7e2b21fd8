import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { insert, makeFolder } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { startServer } from '../../testkit/start-process.ts';
import { startReceiver } from '../../testkit/start-receiver.ts';
import { readConfig } from '../src/config/config.ts';
import { addEndpoint, removeEndpoint } from '../src/deliveries/webhooks/endpoints.ts';
import { createGuard } from '../src/deliveries/webhooks/guard.ts';
import type { Database } from '../src/store/database.ts';
import { openDatabase } from '../src/store/open-database.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES = ['SQLite', 'PostgreSQL'];

/** A server as its own process, and its database. */
async function startHouse(kind: string) {
  const folder = makeFolder();
  const env: Record<string, string> = {
    DATA_DIR: folder.path,
    SITE_DIR: `${folder.path}/site`,
    CONSOLE_PORT: '0',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  if (kind === 'PostgreSQL') env.DATABASE_URL = await postgres.createDatabase();
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.message);
  const server = await startServer(env);
  const database = await openDatabase(read.config.store, 'write');
  return {
    address: server.address,
    database,
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

async function add(database: Database, url: string) {
  const guard = createGuard({ allowPrivate: true });
  const added = await addEndpoint(database, { url, events: [] }, guard);
  if (!added.ok) throw new Error(added.reason);
  return added;
}

const headersOf = (headers: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

async function sendLead(address: string, nome: string) {
  const key = randomUUID();
  const { status } = await insert(address, 'leads', makeLead({ nome }), { 'idempotency-key': key });
  expect(status).toBe(201);
  return key;
}

test.each(STORES)('%s: a lead that is saved arrives signed where it is wanted', async (kind) => {
  await using house = await startHouse(kind);
  await using receiver = await startReceiver();
  const { endpoint, secret } = await add(house.database, `${receiver.address}/crm`);
  const key = await sendLead(house.address, 'Ana de Exemplo');
  const [request] = await receiver.wait(1);
  expect(request?.path).toBe('/crm');
  expect(
    new Webhook(secret).verify(request?.body ?? '', headersOf(request?.headers)),
  ).toMatchObject({
    type: 'lead.created',
    data: { version: 1, lead_ref: key, nome: 'Ana de Exemplo' },
  });

  await removeEndpoint(house.database, endpoint.id);
  await using other = await startReceiver();
  await add(house.database, other.address);
  await sendLead(house.address, 'Bia de Exemplo');
  await other.wait(1);
  expect(receiver.received).toHaveLength(1);
});

test.each(STORES)('%s: an endpoint that answers 410 is sent nothing more', async (kind) => {
  await using house = await startHouse(kind);
  await using receiver = await startReceiver((response) => response.writeHead(410).end());
  const { endpoint } = await add(house.database, receiver.address);
  await sendLead(house.address, 'Ana de Exemplo');
  await receiver.wait(1);
  const schema = kind === 'PostgreSQL' ? house.database.withSchema('funil') : house.database;
  const lane = () => schema.selectFrom('destinations').select(['name', 'off_reason']).execute();
  await expect
    .poll(lane, { timeout: 5_000 })
    .toEqual([{ name: `webhook:${endpoint.id}`, off_reason: 'gone' }]);
});
