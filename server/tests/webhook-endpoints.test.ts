import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { startReceiver } from '../../testkit/start-receiver.ts';
import { readAttempts } from '../src/deliveries/list-deliveries.ts';
import { createWebhookDestinations } from '../src/deliveries/webhooks/destination.ts';
import {
  addEndpoint,
  findEndpoint,
  readEndpoints,
  removeEndpoint,
  rotateSecret,
} from '../src/deliveries/webhooks/endpoints.ts';
import { createGuard } from '../src/deliveries/webhooks/guard.ts';
import { testEndpoint } from '../src/deliveries/webhooks/test-endpoint.ts';
import { guard, openEndpointTest } from './open-endpoint-test.ts';
import { makeDelivery } from './send-delivery.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES = ['SQLite', 'PostgreSQL'];
const openHouse = (kind: string) => openEndpointTest(kind, postgres);

test.each(STORES)('%s: an endpoint is told what happens from its addition on', async (kind) => {
  await using house = await openHouse(kind);
  const { endpoint, secret } = await house.add('http://127.0.0.1:1/a#x', ['sale.paid']);
  expect(endpoint).toMatchObject({ url: 'http://127.0.0.1:1/a', events: ['sale.paid'] });
  expect(Math.abs(Date.parse(endpoint.created_at) - Date.now())).toBeLessThan(10_000);
  expect(await readEndpoints(house.database)).toEqual([{ ...endpoint, secret, previous: null }]);
  const [lane] = await house.query(
    `select name, since, off_at from ${house.table('destinations')}`,
  );
  expect(lane).toMatchObject({ name: `webhook:${endpoint.id}`, off_at: null });
  expect(Math.abs(new Date(String(lane?.since)).getTime() - Date.now())).toBeLessThan(10_000);
});

test.each(STORES)('%s: an address that is there already is taken with a warning', async (kind) => {
  await using house = await openHouse(kind);
  expect((await house.add('https://127.0.0.1:1/a')).warnings).toEqual([]);
  expect((await house.add('https://127.0.0.1:1/a')).warnings).toEqual(['known']);
  expect(await readEndpoints(house.database)).toHaveLength(2);
});

test.each(STORES)('%s: a forbidden address leaves nothing behind', async (kind) => {
  await using house = await openHouse(kind);
  const strict = createGuard({ allowPrivate: false });
  const added = await addEndpoint(house.database, { url: 'http://10.0.0.1/x', events: [] }, strict);
  expect(added).toEqual({ ok: false, reason: 'private', address: '10.0.0.1' });
  expect(await house.query(`select * from ${house.table('endpoints')}`)).toEqual([]);
  expect(await house.query(`select * from ${house.table('destinations')}`)).toEqual([]);
});

test.each(STORES)('%s: nobody has an id that is none', async (kind) => {
  await using house = await openHouse(kind);
  expect(await findEndpoint(house.database, 'x’; drop')).toBeNull();
  expect(await removeEndpoint(house.database, randomUUID())).toBeNull();
  expect(await rotateSecret(house.database, '')).toEqual({ ok: false, reason: 'unknown' });
});

test.each(STORES)('%s: a new secret signs beside the one before for a day', async (kind) => {
  await using house = await openHouse(kind);
  const { endpoint, secret } = await house.add('http://127.0.0.1:1/a');
  const rotated = await rotateSecret(house.database, endpoint.id);
  if (!rotated.ok) throw new Error(rotated.reason);
  const found = await findEndpoint(house.database, endpoint.id.toUpperCase());
  expect(found).toMatchObject({
    secret: rotated.secret,
    previous: { secret, until: rotated.previousUntil },
  });
  expect(rotated.secret).not.toBe(secret);
  const left = Date.parse(rotated.previousUntil) - Date.now();
  expect(Math.abs(left - 24 * 60 * 60_000)).toBeLessThan(10_000);
});

test.each(STORES)('%s: the one secret that a receiver may know is not dropped', async (kind) => {
  await using house = await openHouse(kind);
  const { endpoint, secret } = await house.add('http://127.0.0.1:1/a');
  const both = await Promise.all([
    rotateSecret(house.database, endpoint.id),
    rotateSecret(house.database, endpoint.id),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const refused = await rotateSecret(house.database, endpoint.id);
  expect(refused).toMatchObject({ ok: false, reason: 'rotated' });
  expect(await findEndpoint(house.database, endpoint.id)).toMatchObject({ previous: { secret } });
  const passed = "previous_until = '2026-01-01T00:00:00.000Z'";
  await house.execute([`update ${house.table('endpoints')} set ${passed}`]);
  expect(await rotateSecret(house.database, endpoint.id)).toMatchObject({ ok: true });
});

test.each(STORES)('%s: what waits is canceled with its endpoint', async (kind) => {
  await using house = await openHouse(kind);
  const { endpoint } = await house.add('http://127.0.0.1:1/a');
  const destination = `webhook:${endpoint.id}`;
  const [waiting, done] = [randomUUID(), randomUUID()];
  const deliveries = house.table('deliveries');
  await house.execute([
    `insert into ${house.table('announcements')} (type, subject, happened_at, data) values
     ('lead.created', 'lead:1', '2026-03-01T12:00:00.000Z', '{}'),
     ('lead.created', 'lead:2', '2026-03-01T12:00:00.000Z', '{}')`,
    `insert into ${deliveries} (id, announcement, destination, subject, state) values
     ('${waiting}', 1, '${destination}', 'lead:1', 'waiting'),
     ('${done}', 2, '${destination}', 'lead:2', 'delivered')`,
    `insert into ${house.table('delivery_tries')} (delivery, tried_at, took, status, answer)
     values ('${waiting}', '2026-03-01T12:00:01.000Z', 42, 500, 'Erro interno'),
     ('${done}', '2026-03-01T12:00:02.000Z', 7, 204, '')`,
  ]);
  expect(await removeEndpoint(house.database, endpoint.id)).toBe(1);
  expect(await readEndpoints(house.database)).toEqual([]);
  expect(
    await house.query(`select id, state, outcome from ${deliveries} order by subject`),
  ).toEqual([
    { id: waiting, state: 'canceled', outcome: 'removed' },
    { id: done, state: 'delivered', outcome: null },
  ]);
  expect(await readAttempts(house.database, { destination }, 1)).toMatchObject([
    { delivery: done },
  ]);
  expect(await readAttempts(house.database, { delivery: waiting }, 9)).toEqual([
    {
      tried_at: '2026-03-01T12:00:01.000Z',
      type: 'lead.created',
      delivery: waiting,
      state: 'canceled',
      status: 500,
      took: 42,
      answer: 'Erro interno',
    },
  ]);
});

test.each(STORES)(
  '%s: endpoints that are on are lanes, made anew when they change',
  async (kind) => {
    await using house = await openHouse(kind);
    const webhooks = createWebhookDestinations(guard);
    const { endpoint } = await house.add('http://127.0.0.1:1/a', ['sale.paid']);
    const [first] = await webhooks.read(house.database);
    expect(first?.name).toBe(`webhook:${endpoint.id}`);
    const [again] = await webhooks.read(house.database);
    expect(again).toBe(first);
    await rotateSecret(house.database, endpoint.id);
    const [changed] = await webhooks.read(house.database);
    expect(changed).not.toBe(first);
    const lanes = house.table('destinations');
    await house.execute([`update ${lanes} set off_at = since, off_reason = 'gone'`]);
    expect(await webhooks.read(house.database)).toEqual([]);
    expect(await readEndpoints(house.database)).toMatchObject([{ off_reason: 'gone' }]);
    webhooks.close();
  },
);

test('a row that somebody spoilt by hand holds up no other endpoint', async () => {
  await using house = await openHouse('SQLite');
  await house.add('http://127.0.0.1:1/a');
  await using receiver = await startReceiver();
  await house.add(receiver.address);
  await house.execute([`update endpoints set url = '?', secret = '' where url like '%/a'`]);
  const webhooks = createWebhookDestinations(guard);
  const [spoilt, whole] = await webhooks.read(house.database);
  const { signal } = new AbortController();
  expect(await spoilt?.send([makeDelivery()], signal)).toMatchObject({ result: 'failed' });
  expect(await whole?.send([makeDelivery()], signal)).toMatchObject({ result: 'delivered' });
  webhooks.close();
});

test('a test is sent to an endpoint that was switched off, too', async () => {
  await using house = await openHouse('SQLite');
  await using receiver = await startReceiver();
  const { endpoint } = await house.add(receiver.address);
  await house.execute([`update destinations set off_at = since, off_reason = 'gone'`]);
  const found = await findEndpoint(house.database, endpoint.id);
  if (!found) throw new Error('no endpoint');
  const tested = await testEndpoint({ endpoint: found, type: 'person.erased', guard });
  expect(tested.outcome).toMatchObject({ result: 'delivered', status: 204 });
  const [request] = await receiver.wait(1);
  expect(request?.headers['webhook-id']).toBe(tested.id);
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    type: 'person.erased',
    data: { test: true },
  });
});
