import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { DAY_MS, SECOND_MS } from '@funil/contract/durations';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeApplication, makeDraft, makeLead } from '../../../testkit/rows.ts';
import {
  type AttemptOutcome,
  type Delivery,
  type Destination,
  failedAttempt,
} from '../../src/deliveries/destination.ts';
import { findDelivery, listDeliveryPage } from '../../src/deliveries/list-deliveries.ts';
import { removeOldEvents } from '../../src/deliveries/outbox/store-events.ts';
import { claimDueDeliveries } from '../../src/deliveries/queue.ts';
import { replayAll, replayOne, requeueWithheld } from '../../src/deliveries/replay.ts';
import { STORES } from '../store/open-test-store.ts';
import { DELIVERED, makeDestination, openDeliveries } from './open-deliveries.ts';

const FAILED: AttemptOutcome = { result: 'failed', status: 500, response: 'down' };
const MIB = 1024 * 1024;

/** Sends nothing until the attempt is aborted. */
const hang: Destination['send'] = (_deliveries, signal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(FAILED)));

const SELECT_STATES =
  'select destination, state, outcome, attempts from funil.deliveries order by event_number';

test.each(STORES)('%s: sends no event of a subject while an earlier one waits', async (kind) => {
  await using opened = await openDeliveries(kind);
  let isDown = true;
  const sent: string[] = [];
  const { destination } = await opened.register('mail', {
    async send([{ event }]) {
      if (isDown && event.type === 'application.started') return FAILED;
      sent.push(event.type);
      return DELIVERED;
    },
  });
  const draft = makeDraft();
  await opened.store('application_drafts', draft);
  await opened.store('applications', makeApplication({ ...draft }));
  await opened.store('leads', makeLead());
  opened.start([destination]);
  await expect.poll(() => sent).toEqual(['lead.created']);
  await expect
    .poll(() => opened.query("select attempts from funil.deliveries where outcome = '500'"))
    .toEqual([{ attempts: 1 }]);
  isDown = false;
  opened.advance(6_000);
  await expect
    .poll(() => sent)
    .toEqual(['lead.created', 'application.started', 'application.created']);
});

/** Opens the queue of a digest's destination, whose leases are of one second. */
async function openDigest(kind: string) {
  const opened = await openDeliveries(kind);
  await opened.register('mail:leads');
  const start = Date.now();
  return {
    ...opened,
    /** Claims deliveries at a time in seconds after the start, and returns the names of their people. */
    async claim(seconds: number, maxDeliveries: number) {
      const now = start + seconds * SECOND_MS;
      const limits = { maxDeliveries, maxBytes: null, now, leaseMs: SECOND_MS };
      const claim = { destination: 'mail:leads', ...limits };
      const claimed = await claimDueDeliveries(opened.database, claim);
      return claimed.map(({ event }) => Object(event.data).nome);
    },
  };
}

test.each(STORES)(
  '%s: claims each digest of an ended process again, separately, when its lease is over',
  async (kind) => {
    await using digest = await openDigest(kind);
    for (const nome of ['Ana', 'Bia', 'Carla', 'Dora', 'Eva']) {
      await digest.store('leads', makeLead({ nome }));
    }
    await digest.consume();
    expect(await digest.claim(60, 2)).toEqual(['Ana', 'Bia']);
    expect(await digest.claim(60.5, 2)).toEqual(['Carla', 'Dora']);
    expect(await digest.claim(70, 9)).toEqual(['Ana', 'Bia']);
    expect(await digest.claim(70, 9)).toEqual(['Carla', 'Dora']);
    expect(await digest.claim(70, 9)).toEqual(['Eva']);
  },
);

test.each(STORES)(
  '%s: claims the digest of an ended process while an older delivery waits for an earlier event',
  async (kind) => {
    await using digest = await openDigest(kind);
    const draft = makeDraft({ nome: 'Ana' });
    await digest.store('application_drafts', draft);
    await digest.store('applications', makeApplication({ ...draft }));
    await digest.consume();
    await digest.query(`update funil.deliveries set due_at = '2999-01-01T00:00:00.000Z'
      where event_number = (select min(event_number) from funil.deliveries) returning id`);
    await digest.store('leads', makeLead({ nome: 'Bia' }));
    await digest.consume();
    expect(await digest.claim(60, 9)).toEqual(['Bia']);
    expect(await digest.claim(70, 9)).toEqual(['Bia']);
  },
);

test('claims no delivery of a person whose data an erasure has emptied meanwhile', async () => {
  await using digest = await openDigest('SQLite');
  await digest.store('leads', makeLead({ nome: 'Ana' }));
  await digest.store('leads', makeLead({ nome: 'Bia' }));
  await digest.consume();
  await digest.query("update funil.outbox_events set data = '' where number = 1 returning number");
  expect(await digest.claim(60, 9)).toEqual(['Bia']);
});

test('delivers to one destination while others hang or fail, and releases deliveries that a stop aborts', async () => {
  await using opened = await openDeliveries();
  const hanging = await opened.register('meta', { send: hang });
  const down = await opened.register('ga4', { send: async () => FAILED });
  const working = await opened.register('mail');
  for (let n = 0; n < 40; n += 1) await opened.store('leads', makeLead());
  const deliveries = opened.start([hanging.destination, down.destination, working.destination]);
  await expect.poll(() => working.received.length).toBe(40);
  await deliveries.stop();
  expect(
    await opened.query(`select attempts from funil.deliveries
      where destination = 'meta' and (attempts > 0 or leased_until is not null)`),
  ).toEqual([]);
  const tried = await opened.query(
    "select id from funil.deliveries where destination = 'ga4' and attempts = 1",
  );
  // After a few failures one attempt at a time is enough.
  expect(tried.length).toBeLessThan(30);
});

test('aborts the attempt of a removed destination when it stops', async () => {
  await using opened = await openDeliveries();
  const begun = Promise.withResolvers<void>();
  const hanging = await opened.register('meta', {
    send(...attempt) {
      begun.resolve();
      return hang(...attempt);
    },
  });
  await opened.store('leads', makeLead());
  let destinations = [hanging.destination];
  let readsWithout = 0;
  const deliveries = opened.start([], {
    async readDestinations() {
      if (destinations.length === 0) readsWithout += 1;
      return destinations;
    },
  });
  await begun.promise;
  destinations = [];
  // The second reading begins after the dispatcher has acted on the first.
  await expect.poll(() => readsWithout).toBeGreaterThan(1);
  await deliveries.stop();
  expect(
    await opened.query('select state, attempts, leased_until from funil.deliveries'),
  ).toMatchObject([{ attempts: 0, leased_until: null }]);
});

test('counts a failed attempt once when the release of an aborted one fails', async () => {
  await using opened = await openDeliveries();
  const aborted = Promise.withResolvers<void>();
  const hanging = await opened.register('meta', {
    send: (...attempt) => hang(...attempt).finally(aborted.resolve),
  });
  const down = await opened.register('ga4', { send: async () => FAILED });
  await opened.store('leads', makeLead());
  await sql`create trigger refuse_results before insert on delivery_attempts
    begin select raise(abort, 'disk error'); end`.execute(opened.database);
  // `fail` keeps the inserted row, unlike `abort`, so that the trigger refuses only the first release.
  await sql`create table refused_releases (id)`.execute(opened.database);
  await sql`create trigger refuse_release before update on deliveries
    when new.leased_until is null and new.destination = 'meta'
      and not exists (select 1 from refused_releases)
    begin insert into refused_releases values (new.id); select raise(fail, 'disk error'); end
  `.execute(opened.database);
  const deliveries = opened.start([hanging.destination, down.destination]);
  await expect.poll(() => opened.errors.join('\n')).toContain('cannot be stored');
  const stopping = deliveries.stop();
  await aborted.promise;
  await sql`drop trigger refuse_results`.execute(opened.database);
  await stopping;
  expect(await opened.query('select * from refused_releases')).toHaveLength(1);
  const states = 'select destination, attempts, leased_until from funil.deliveries order by 1';
  expect(await opened.query(states)).toEqual([
    { destination: 'ga4', attempts: 1, leased_until: null },
    { destination: 'meta', attempts: 0, leased_until: null },
  ]);
});

test('disables a destination that is gone, and cancels its deliveries', async () => {
  await using opened = await openDeliveries();
  const { destination } = await opened.register('webhook:a', {
    concurrency: 1,
    send: async () => ({ result: 'gone', status: 410, response: '' }),
  });
  for (let n = 0; n < 3; n += 1) await opened.store('leads', makeLead());
  opened.start([destination]);
  const off = "select off_reason from funil.destinations where name = 'webhook:a'";
  await expect.poll(() => opened.query(off)).toEqual([{ off_reason: 'gone' }]);
  const canceled = { destination: 'webhook:a', state: 'canceled', outcome: 'gone' };
  expect(await opened.query(SELECT_STATES)).toMatchObject([canceled, canceled, canceled]);
  await opened.store('leads', makeLead());
  await opened.consume();
  expect(await opened.query(SELECT_STATES)).toHaveLength(3);
});

test('sends withheld conversions again only to destinations that are enabled and exist', async () => {
  await using opened = await openDeliveries();
  for (const name of ['meta', 'ga4', 'webhook:1']) await opened.register(name);
  await opened.store('leads', makeLead());
  await opened.consume();
  await opened.query(
    "update funil.deliveries set state = 'canceled', outcome = 'suspect', ended_at = due_at returning 1",
  );
  await opened.query("update funil.destinations set off_at = since where name = 'ga4' returning 1");
  await opened.query("delete from funil.destinations where name = 'webhook:1' returning 1");
  const [{ subject } = {}] = await opened.query('select subject from funil.outbox_events');
  await requeueWithheld(opened.database, [String(subject)], new Date().toISOString());
  expect(
    await opened.query('select destination, state from funil.deliveries order by destination'),
  ).toEqual([
    { destination: 'ga4', state: 'canceled' },
    { destination: 'meta', state: 'waiting' },
    { destination: 'webhook:1', state: 'canceled' },
  ]);
});

test('sends a waiting delivery at once when an operator asks, and counts the attempt like any other', async () => {
  await using opened = await openDeliveries();
  let isDown = true;
  const { destination } = await opened.register('mail', {
    send: async () => (isDown ? failedAttempt('down') : DELIVERED),
  });
  await opened.store('leads', makeLead({ nome: 'Ana' }));
  opened.start([destination]);
  await expect.poll(() => opened.query(SELECT_STATES)).toMatchObject([{ attempts: 1 }]);
  await opened.query(
    "update funil.deliveries set due_at = '2999-01-01T00:00:00.000Z' returning id",
  );
  isDown = false;
  const { items } = await listDeliveryPage(opened.database, { after: null, limit: 10 });
  expect(items).toMatchObject([{ person: 'Ana', state: 'waiting' }]);
  await replayOne(opened.database, items[0]?.id ?? '', new Date().toISOString());
  await expect
    .poll(() => opened.query(SELECT_STATES))
    .toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

test('keeps the lease of a delivery that is replayed while it is being sent, and names no erased person', async () => {
  await using opened = await openDeliveries();
  await opened.register('mail');
  await opened.store('leads', makeLead());
  await opened.consume();
  const until = '2999-01-01T00:00:00.000Z';
  const [row] = await opened.query(
    `update funil.deliveries set leased_until = '${until}', due_at = '${until}' returning id`,
  );
  await replayOne(opened.database, String(row?.id), new Date().toISOString());
  const leases = await opened.query(
    'select leased_until, due_at < leased_until as due from funil.deliveries',
  );
  expect(leases).toEqual([{ leased_until: until, due: 1 }]);
  await opened.query("update funil.outbox_events set data = '' returning number");
  expect(await findDelivery(opened.database, String(row?.id))).toMatchObject({ person: null });
});

test('gives up a delivery after ten attempts over days, and sends it again when it is replayed', async () => {
  await using opened = await openDeliveries();
  const ids = new Set<string>();
  const attemptsBefore: number[] = [];
  let isDown = true;
  const { destination } = await opened.register('mail', {
    async send([{ id, attempts }]) {
      ids.add(id);
      attemptsBefore.push(attempts);
      return isDown ? failedAttempt('down') : DELIVERED;
    },
  });
  await opened.store('leads', makeLead());
  const deliveries = opened.start([destination]);
  for (let attempts = 1; attempts <= 10; attempts += 1) {
    await expect.poll(() => opened.query(SELECT_STATES)).toMatchObject([{ attempts }]);
    opened.advance(attempts * 2 * DAY_MS);
    deliveries.wake('row');
  }
  expect(await opened.query(SELECT_STATES)).toMatchObject([
    { state: 'dead', outcome: 'no-answer' },
  ]);
  expect(attemptsBefore).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(await opened.query('select number from funil.delivery_attempts')).toHaveLength(5);
  isDown = false;
  const at = new Date().toISOString();
  const filter = { since: null, destination: null, states: ['dead'], at } as const;
  expect(await replayAll(opened.database, { ...filter, destination: 'meta' })).toBe(0);
  expect(await replayAll(opened.database, filter)).toBe(1);
  await expect.poll(() => opened.query(SELECT_STATES)).toMatchObject([{ state: 'delivered' }]);
  expect(ids.size).toBe(1);
  await opened.query("update funil.outbox_events set data = '' returning number");
  expect(await replayAll(opened.database, { ...filter, states: ['delivered'] })).toBe(0);
});

test('sends a burst as one digest, and then pauses', async () => {
  await using opened = await openDeliveries();
  const sizes: number[] = [];
  const times: number[] = [];
  const restMs = 300;
  const { destination } = await opened.register('mail:leads', {
    concurrency: 1,
    maxBatchSize: 100,
    restMs,
    async send(deliveries) {
      sizes.push(deliveries.length);
      times.push(performance.now());
      return DELIVERED;
    },
  });
  opened.start([destination]);
  await opened.store('leads', makeLead());
  await expect.poll(() => sizes).toEqual([1]);
  // A single transaction stores them, so that also a slow machine consumes them together.
  await Promise.all(Array.from({ length: 9 }, () => opened.store('leads', makeLead())));
  await expect.poll(() => sizes).toEqual([1, 9]);
  const [first = 0, second = 0] = times;
  // A timer may run a millisecond early.
  expect(second - first).toBeGreaterThanOrEqual(restMs - 1);
});

/** Stores deliveries of applications with 64 KiB, the most that a form allows. */
async function storeLongApplications(
  opened: Awaited<ReturnType<typeof openDeliveries>>,
  count: number,
) {
  await opened.register('mail');
  await opened.query(`
    with recursive number (n) as (select 0 union all select n + 1 from number where n < ${count - 1})
    insert into outbox_events (type, subject, happened_at, data)
    select 'application.created', 'application:' || n, '2026-03-01T12:00:00.000Z',
      json_object('nome', 'Ana ' || n, 'principais_desafios', replace(hex(zeroblob(16384)), '00', 'áá'))
    from number returning number`);
  await opened.query(`insert into deliveries (id, event_number, destination, subject)
    select lower(hex(randomblob(16))), number, 'mail', subject from outbox_events returning id`);
}

const textOf = ({ event }: Delivery) => String(Object(event.data).principais_desafios);

test('bounds the attempts under way by the size of their data', async () => {
  await using opened = await openDeliveries();
  await storeLongApplications(opened, 200);
  let [activeBytes, maxBytes, ended] = [0, 0, 0];
  const release = Promise.withResolvers<void>();
  const { destination } = makeDestination('mail', {
    concurrency: 200,
    async send(deliveries) {
      const bytes = Buffer.byteLength(JSON.stringify(deliveries));
      activeBytes += bytes;
      maxBytes = Math.max(maxBytes, activeBytes);
      await release.promise;
      activeBytes -= bytes;
      ended += 1;
      return DELIVERED;
    },
  });
  opened.start([destination]);
  await expect.poll(() => activeBytes).toBeGreaterThan(7 * MIB);
  release.resolve();
  await expect.poll(() => ended).toBe(200);
  expect(maxBytes).toBeLessThan(9 * MIB);
});

test('reads only the beginning of long texts for a digest, and all of a single event', async () => {
  await using opened = await openDeliveries();
  await storeLongApplications(opened, 120);
  const batches: Delivery[][] = [];
  const { destination } = makeDestination('mail', {
    concurrency: 1,
    maxBatchSize: 119,
    async send(deliveries) {
      batches.push([...deliveries]);
      return DELIVERED;
    },
  });
  opened.start([destination]);
  await expect.poll(() => batches.map(({ length }) => length)).toEqual([119, 1]);
  const [digest = [], [single] = []] = batches;
  expect(new Set(digest.map(textOf))).toEqual(new Set(['á'.repeat(200)]));
  expect(Object(digest[0]?.event.data)).toMatchObject({ nome: 'Ana 0' });
  expect(single && textOf(single)).toBe('á'.repeat(32 * 1024));
});

test('PostgreSQL: replicas share the deliveries, and send none twice', async () => {
  await using opened = await openDeliveries('PostgreSQL');
  const { destination, received } = await opened.register('mail', {
    async send(deliveries) {
      await turn();
      received.push(...deliveries);
      return DELIVERED;
    },
  });
  for (let n = 0; n < 200; n += 1) await opened.store('leads', makeLead(), randomUUID());
  for (let n = 0; n < 3; n += 1) opened.start([destination]);
  await expect.poll(() => received.length).toBe(200);
  expect(new Set(received.map(({ id }) => id)).size).toBe(200);
  expect(new Set(received.map(({ event }) => event.subject)).size).toBe(200);
});

test('deletes events a month old, except those with a waiting delivery', async () => {
  await using opened = await openDeliveries();
  await opened.register('mail');
  await opened.store('leads', makeLead());
  await opened.store('leads', makeLead());
  await opened.consume();
  await opened.query(`update funil.deliveries set state = 'delivered'
    where event_number = (select min(number) from funil.outbox_events) returning id`);
  await removeOldEvents(opened.database, Date.now() + 29 * DAY_MS);
  expect(await opened.query(SELECT_STATES)).toHaveLength(2);
  await removeOldEvents(opened.database, Date.now() + 31 * DAY_MS);
  expect(await opened.query(SELECT_STATES)).toMatchObject([{ state: 'waiting' }]);
  expect(await opened.query('select number from funil.outbox_events')).toHaveLength(1);
});

test('the command lists deliveries, and replays one by its id', async () => {
  await using opened = await openDeliveries();
  const { destination, received } = await opened.register('mail');
  await opened.store('leads', makeLead());
  const deliveries = opened.start([destination]);
  await expect.poll(() => opened.query(SELECT_STATES)).toMatchObject([{ state: 'delivered' }]);
  const [{ stdout }, dead] = await Promise.all([
    opened.run('deliveries', ['--json', '-']),
    opened.run('deliveries', ['--dead']),
  ]);
  const [listed] = JSON.parse(stdout);
  expect(listed).toMatchObject({
    type: 'lead.created',
    destination: 'mail',
    state: 'delivered',
    outcome: '200',
    attempts: 1,
    response: 'ok',
  });
  expect(dead.stdout).toContain('0 entregas');
  const run = await opened.run('deliveries', ['--replay', listed.id]);
  expect(run.stdout).toBe(`A entrega ${listed.id} sai de novo, para mail.\n`);
  deliveries.wake('row');
  await expect.poll(() => received.map(({ id }) => id)).toEqual([listed.id, listed.id]);
  const refused = await Promise.all(
    ['x', 'todas', randomUUID()].map((id) => opened.run('deliveries', ['--replay', id])),
  );
  expect(refused.map(({ code }) => code)).toEqual([1, 1, 1]);
  expect(refused.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining('espera o id de uma entrega'),
    expect.stringContaining('Diga quais'),
    expect.stringContaining('Nenhuma entrega tem o id'),
  ]);
});
