import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { createWebhookDestinations } from '../src/deliveries/webhooks/destination.ts';
import {
  findEndpoint,
  leaveEndpoint,
  readEndpoints,
  removeLeft,
  restoreEndpoint,
} from '../src/deliveries/webhooks/endpoints.ts';
import { guard, openEndpointTest } from './open-endpoint-test.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES = ['SQLite', 'PostgreSQL'];
const openHouse = (kind: string) => openEndpointTest(kind, postgres);

test.each(STORES)('%s: an endpoint that was taken off comes back with its secret', async (kind) => {
  await using house = await openHouse(kind);
  const { endpoint, secret } = await house.add('http://127.0.0.1:1/a', ['sale.paid']);
  expect(await restoreEndpoint(house.database, endpoint.id)).toBe(false);
  expect(await leaveEndpoint(house.database, endpoint.id, Date.now())).toBe(true);
  expect(await leaveEndpoint(house.database, endpoint.id, Date.now())).toBe(false);
  expect(await readEndpoints(house.database)).toEqual([]);
  expect(await findEndpoint(house.database, endpoint.id)).toBeNull();
  const webhooks = createWebhookDestinations(guard);
  const [paused] = await webhooks.read(house.database);
  expect(paused?.isPaused).toBe(true);
  await removeLeft(house.database, Date.now() + 50_000);
  expect(await restoreEndpoint(house.database, endpoint.id)).toBe(true);
  expect(await readEndpoints(house.database)).toEqual([{ ...endpoint, secret, previous: null }]);
  expect((await webhooks.read(house.database))[0]?.isPaused).toBe(false);
  webhooks.close();
});

test.each(STORES)(
  '%s: an endpoint that does not come back is gone after a minute',
  async (kind) => {
    await using house = await openHouse(kind);
    const { endpoint } = await house.add('http://127.0.0.1:1/a');
    const staying = await house.add('http://127.0.0.1:1/b');
    const deliveries = house.table('deliveries');
    await house.execute([
      `insert into ${house.table('announcements')} (type, subject, happened_at, data) values
     ('lead.created', 'lead:1', '2026-03-01T12:00:00.000Z', '{}')`,
      `insert into ${deliveries} (id, announcement, destination, subject) values
     ('${randomUUID()}', 1, 'webhook:${endpoint.id}', 'lead:1'),
     ('${randomUUID()}', 1, 'webhook:${staying.endpoint.id}', 'lead:1')`,
    ]);
    await leaveEndpoint(house.database, endpoint.id, Date.now());
    await removeLeft(house.database, Date.now() + 61_000);
    expect(await restoreEndpoint(house.database, endpoint.id)).toBe(false);
    expect((await readEndpoints(house.database)).map(({ id }) => id)).toEqual([
      staying.endpoint.id,
    ]);
    const states = await house.query(`select destination, state from ${deliveries}`);
    expect(new Map(states.map(({ destination, state }) => [destination, state]))).toEqual(
      new Map([
        [`webhook:${endpoint.id}`, 'canceled'],
        [`webhook:${staying.endpoint.id}`, 'waiting'],
      ]),
    );
  },
);

test('an endpoint is removed once captures leave room', async () => {
  await using house = await openHouse('SQLite');
  const { endpoint } = await house.add('http://127.0.0.1:1/a');
  await leaveEndpoint(house.database, endpoint.id, Date.now());
  const left = () => house.query('select id from endpoints');
  let leftBefore: unknown;
  await using beside = await house.open(async () => {
    leftBefore = await left();
  });
  await removeLeft(beside, Date.now() + 61_000);
  expect(leftBefore).toEqual([{ id: endpoint.id }]);
  expect(await left()).toEqual([]);
});
