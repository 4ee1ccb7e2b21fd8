import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { startReceiver } from '../../../testkit/fakes/receiver.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { createAddressGuard } from '../../src/deliveries/address-guard.ts';
import { readAttempts, readQueueStatus } from '../../src/deliveries/list-deliveries.ts';
import {
  createWebhookDestinationReader,
  testEndpoint,
} from '../../src/deliveries/webhooks/destination.ts';
import {
  addEndpoint,
  findEndpoint,
  markEndpointRemoved,
  readEndpoints,
  removeEndpoint,
  removeMarkedEndpoints,
  restoreEndpoint,
  rotateSecret,
} from '../../src/deliveries/webhooks/endpoints.ts';
import { startConsoleData } from '../console/start-console-data.ts';
import { STORES } from '../store/open-test-store.ts';
import { addressGuard, openDeliveries } from './open-deliveries.ts';
import { makeDelivery } from './webhook-sender.ts';

const URL_A = 'http://127.0.0.1:1/a';
const DELIVERIES =
  'select destination, type, state, outcome from funil.deliveries join funil.outbox_events on number = event_number order by destination';

test.each(STORES)('%s: queues an endpoint’s events from its addition on', async (kind) => {
  await using opened = await openDeliveries(kind);
  await opened.register('mail');
  await opened.store('leads', makeLead());
  const forAllEvents = await opened.addEndpoint('http://127.0.0.1:1/b');
  const before = Date.now();
  const { endpoint, secret, warnings } = await opened.addEndpoint(`${URL_A}#x`, ['sale.paid']);
  expect(endpoint).toMatchObject({ url: URL_A, events: ['sale.paid'] });
  expect(warnings).toEqual(['unencrypted']);
  expect(Date.parse(endpoint.created_at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(endpoint.created_at)).toBeLessThanOrEqual(Date.now());
  expect(await findEndpoint(opened.database, endpoint.id.toUpperCase())).toEqual({
    ...endpoint,
    secret,
    previous: null,
  });
  await opened.store('leads', makeLead());
  await opened.consume();
  expect(await opened.query(DELIVERIES)).toMatchObject([
    { destination: 'mail' },
    { destination: 'mail' },
    { destination: `webhook:${forAllEvents.endpoint.id}`, type: 'lead.created', state: 'waiting' },
  ]);
  // PostgreSQL refuses to compare other texts with a UUID.
  expect(await findEndpoint(opened.database, 'x’; drop')).toBeNull();
  expect(await removeEndpoint(opened.database, randomUUID(), Date.now())).toBeNull();
  expect(await rotateSecret(opened.database, '', Date.now())).toEqual({
    ok: false,
    reason: 'unknown',
  });
});

test('warns about a duplicate address, and stores no forbidden one', async () => {
  await using opened = await openDeliveries();
  expect((await opened.addEndpoint('https://127.0.0.1:1/a')).warnings).toEqual([]);
  expect((await opened.addEndpoint('https://127.0.0.1:1/a')).warnings).toEqual(['known']);
  const strict = createAddressGuard({ allowPrivate: false });
  const added = await addEndpoint(
    opened.database,
    { url: 'http://10.0.0.1/x', events: [] },
    strict,
  );
  expect(added).toEqual({ ok: false, reason: 'private', address: '10.0.0.1' });
  expect(await readEndpoints(opened.database)).toHaveLength(2);
  expect(await opened.query('select name from funil.destinations')).toHaveLength(2);
});

test('keeps the former secret for a day, and rotates no secret again until then', async () => {
  await using opened = await openDeliveries();
  const { endpoint, secret } = await opened.addEndpoint(URL_A);
  const now = Date.now();
  const rotations = await Promise.all([
    rotateSecret(opened.database, endpoint.id, now),
    rotateSecret(opened.database, endpoint.id, now),
  ]);
  const [rotated] = rotations.filter((rotation) => rotation.ok);
  expect(rotations.filter(({ ok }) => ok)).toHaveLength(1);
  expect(rotated?.secret).not.toBe(secret);
  expect(await findEndpoint(opened.database, endpoint.id)).toMatchObject({
    secret: rotated?.secret,
    previous: { secret, until: rotated?.previousUntil },
  });
  expect(Date.parse(rotated?.previousUntil ?? '')).toBe(now + DAY_MS);
  expect(await rotateSecret(opened.database, endpoint.id, Date.now())).toMatchObject({
    ok: false,
    reason: 'rotated',
  });
  await opened.query(
    "update funil.endpoints set previous_until = '2026-01-01T00:00:00.000Z' returning id",
  );
  expect(await rotateSecret(opened.database, endpoint.id, Date.now())).toMatchObject({ ok: true });
});

/** Opens a database with two endpoints, each with a waiting delivery. */
async function openTwoEndpoints() {
  const opened = await openDeliveries();
  const [removed, staying] = [
    await opened.addEndpoint(URL_A),
    await opened.addEndpoint('http://127.0.0.1:1/b'),
  ];
  await opened.store('leads', makeLead());
  await opened.consume();
  const states = async () => {
    const rows = await opened.query(DELIVERIES);
    return rows.map(({ state, outcome }) => `${state} ${outcome}`).toSorted();
  };
  return { ...opened, removed, staying, states };
}

test('cancels the waiting deliveries of a removed endpoint, and keeps its attempts', async () => {
  await using opened = await openTwoEndpoints();
  const destination = `webhook:${opened.removed.endpoint.id}`;
  const [row] = await opened.query(
    `insert into funil.delivery_attempts (delivery, tried_at, duration_ms, status, response)
     select id, '2026-03-01T12:00:01.000Z', 42, 500, 'Erro interno' from funil.deliveries
     where destination = '${destination}' returning delivery`,
  );
  expect(await removeEndpoint(opened.database, opened.removed.endpoint.id, Date.now())).toBe(1);
  expect(await opened.states()).toEqual(['canceled removed', 'waiting null']);
  const attempt = {
    tried_at: '2026-03-01T12:00:01.000Z',
    type: 'lead.created',
    delivery: row?.delivery,
    state: 'canceled',
    status: 500,
    duration_ms: 42,
    response: 'Erro interno',
  };
  expect(await readAttempts(opened.database, { destination }, 1)).toEqual([attempt]);
  expect(await readAttempts(opened.database, { delivery: String(row?.delivery) }, 9)).toEqual([
    attempt,
  ]);
});

test('restores an endpoint that is marked as removed, with its secret', async () => {
  await using opened = await openDeliveries();
  const { endpoint, secret } = await opened.addEndpoint(URL_A, ['sale.paid']);
  expect(await restoreEndpoint(opened.database, endpoint.id)).toBe(false);
  const markedAt = Date.now();
  expect(await markEndpointRemoved(opened.database, endpoint.id, markedAt)).toBe(true);
  expect(await markEndpointRemoved(opened.database, endpoint.id, Date.now())).toBe(false);
  expect(await readEndpoints(opened.database)).toEqual([]);
  expect(await findEndpoint(opened.database, endpoint.id)).toBeNull();
  const readWebhooks = createWebhookDestinationReader(addressGuard);
  expect((await readWebhooks(opened.database))[0]?.isPaused).toBe(true);
  await removeMarkedEndpoints(opened.database, markedAt + 59_000);
  expect(await restoreEndpoint(opened.database, endpoint.id)).toBe(true);
  expect(await readEndpoints(opened.database)).toEqual([{ ...endpoint, secret, previous: null }]);
  expect((await readWebhooks(opened.database))[0]?.isPaused).toBe(false);
});

test('removes a marked endpoint after a minute', async () => {
  await using opened = await openTwoEndpoints();
  await markEndpointRemoved(opened.database, opened.removed.endpoint.id, Date.now());
  await removeMarkedEndpoints(opened.database, Date.now() + 61_000);
  expect(await restoreEndpoint(opened.database, opened.removed.endpoint.id)).toBe(false);
  expect(await opened.query('select id from funil.endpoints')).toEqual([
    { id: opened.staying.endpoint.id },
  ]);
  expect(await opened.states()).toEqual(['canceled removed', 'waiting null']);
});

test('creates a destination for each enabled endpoint, and another when its row changes', async () => {
  await using opened = await openDeliveries();
  const readWebhooks = createWebhookDestinationReader(addressGuard);
  const { endpoint } = await opened.addEndpoint(URL_A);
  const [first] = await readWebhooks(opened.database);
  expect(first?.name).toBe(`webhook:${endpoint.id}`);
  expect((await readWebhooks(opened.database))[0]).toBe(first);
  await rotateSecret(opened.database, endpoint.id, Date.now());
  expect((await readWebhooks(opened.database))[0]).not.toBe(first);
  await opened.query(
    "update funil.destinations set off_at = since, off_reason = 'gone' returning 1",
  );
  expect(await readWebhooks(opened.database)).toEqual([]);
  expect(await readEndpoints(opened.database)).toMatchObject([{ off_reason: 'gone' }]);
});

test('delivers to other endpoints when a row holds an unusable address', async () => {
  await using opened = await openDeliveries();
  await opened.addEndpoint(URL_A);
  await using receiver = await startReceiver();
  await opened.addEndpoint(receiver.address);
  await opened.query("update funil.endpoints set url = '?' where url like '%/a' returning id");
  const readWebhooks = createWebhookDestinationReader(addressGuard);
  const [unusable, usable] = await readWebhooks(opened.database);
  const { signal } = new AbortController();
  expect(await unusable?.send([makeDelivery()], signal)).toMatchObject({ result: 'failed' });
  expect(await usable?.send([makeDelivery()], signal)).toMatchObject({ result: 'delivered' });
});

test('sends a test to an endpoint that is disabled', async () => {
  await using opened = await openDeliveries();
  await using receiver = await startReceiver();
  const { endpoint } = await opened.addEndpoint(receiver.address);
  await opened.query(
    "update funil.destinations set off_at = since, off_reason = 'gone' returning 1",
  );
  const storedEndpoint = await findEndpoint(opened.database, endpoint.id);
  if (!storedEndpoint) throw new Error('no endpoint');
  const tested = await testEndpoint(storedEndpoint, 'person.erased', addressGuard);
  expect(tested.outcome).toMatchObject({ result: 'delivered', status: 204 });
  const [request] = await receiver.wait(1);
  expect(request?.headers['webhook-id']).toBe(tested.id);
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    type: 'person.erased',
    data: { test: true },
  });
});

test('says which endpoint answered its last event with a web page', async () => {
  await using opened = await openDeliveries();
  await using receiver = await startReceiver((response) => response.end('<!doctype html>'));
  await opened.addEndpoint(receiver.address);
  opened.start([], { readDestinations: createWebhookDestinationReader(addressGuard) });
  await opened.store('leads', makeLead());
  await expect
    .poll(() => readQueueStatus(opened.database))
    .toMatchObject([{ delivered_at: expect.any(String), answers_with_page: true }]);
});

/** Starts a console to which an endpoint has been added. */
async function startConsoleWithEndpoint() {
  const console = await startConsoleData('SQLite', { WEBHOOK_ALLOW_PRIVATE: 'true' });
  const endpoint = { url: 'http://127.0.0.1:9/webhook', events: ['lead.created'] };
  const { status, body: added } = await console.call('POST', 'endpoints', endpoint);
  expect([status, added]).toMatchObject([201, { events: ['lead.created'], off_at: null }]);
  return { ...console, added };
}

test('lists endpoints and their queues without secrets, and for managers without full addresses', async () => {
  await using console = await startConsoleWithEndpoint();
  const { added } = console;
  const destination = `webhook:${added.id}`;
  expect(added.secret).toMatch(/^whsec_/);
  const ownerAnswer = await console.get('endpoints');
  expect(JSON.stringify(ownerAnswer)).not.toContain('whsec_');
  const { token } = await console.signIn('bia@escola.test', 'manager');
  const managerAnswer = (await console.call('GET', 'endpoints', undefined, token)).body;
  expect([ownerAnswer, managerAnswer].map(({ items }) => items[0].url)).toEqual([
    'http://127.0.0.1:9/webhook',
    'http://127.0.0.1:9/…hook',
  ]);
  expect(ownerAnswer).toMatchObject({
    queues: [
      {
        destination,
        waiting: 0,
        failing: 0,
        failing_since: null,
        failing_until: null,
        failure: null,
        dead: 0,
        dead_until: null,
        delivered_at: null,
        answers_with_page: false,
        off_reason: null,
      },
    ],
  });
  const replay = await console.call('POST', 'deliveries/replay', { state: 'dead', destination });
  expect([replay.status, replay.body]).toEqual([200, { replayed: 0 }]);
});

test('rotates, tests, removes and restores endpoints', async () => {
  await using console = await startConsoleWithEndpoint();
  const { added } = console;
  const rotated = await console.call('POST', `endpoints/${added.id}/rotate`);
  expect(rotated.body.secret).not.toBe(added.secret);
  const rotatedAgain = await console.call('POST', `endpoints/${added.id}/rotate`);
  expect([rotatedAgain.status, rotatedAgain.body.message]).toEqual([
    422,
    expect.stringContaining('O segredo foi trocado há menos de um dia'),
  ]);
  expect((await console.call('POST', `endpoints/${added.id}/test`)).body).toMatchObject({
    ok: false,
    status: null,
  });
  expect((await console.call('DELETE', `endpoints/${added.id}`)).status).toBe(204);
  expect((await console.get('endpoints')).items).toEqual([]);
  expect((await console.call('DELETE', `endpoints/${added.id}`)).status).toBe(404);
  expect((await console.call('POST', `endpoints/${added.id}/restore`)).status).toBe(204);
  expect((await console.get('endpoints')).items).toMatchObject([{ id: added.id, off_at: null }]);
  expect((await console.call('POST', `endpoints/${added.id}/restore`)).status).toBe(404);
  expect((await console.call('POST', 'endpoints', { url: 'ftp://x.test' })).body).toMatchObject({
    code: 'invalid',
    field: 'url',
  });
});
