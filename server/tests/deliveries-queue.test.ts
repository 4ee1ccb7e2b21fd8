import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '@funil/contract/durations';
import { afterAll, expect, test } from 'vitest';
import { makeApplication, makeDraft, makeLead } from '../../testkit/rows.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import type { Outcome } from '../src/deliveries/destination.ts';
import { DELIVERED, makeDestination, openDelivering } from './start-delivering.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const SOON = { timeout: 10_000 };
const DATABASES = ['SQLite', 'PostgreSQL'];
const FAILED: Outcome = { result: 'failed', status: 500, answer: 'down' };

const STATES =
  'select destination, state, outcome, tries from funil.deliveries order by announcement';

test.each(DATABASES)('%s: of one subject nothing later goes before what waits', async (kind) => {
  await using opened = await openDelivering(kind, postgres);
  let isDown = true;
  const heard: string[] = [];
  const { destination } = makeDestination('mail', {
    async send([{ announcement }]) {
      if (isDown && announcement.type === 'application.started') return FAILED;
      heard.push(announcement.type);
      return DELIVERED;
    },
  });
  await opened.register(destination);
  const draft = makeDraft();
  await opened.store('application_drafts', draft);
  await opened.store('applications', makeApplication({ ...draft }));
  await opened.store('leads', makeLead());
  opened.start([destination]);
  await expect.poll(() => heard, SOON).toEqual(['lead.created']);
  await expect
    .poll(() => opened.query("select tries from funil.deliveries where outcome = '500'"), SOON)
    .toEqual([{ tries: 1 }]);
  isDown = false;
  opened.goOn(6_000);
  await expect
    .poll(() => heard, SOON)
    .toEqual(['lead.created', 'application.started', 'application.created']);
});

test.each(DATABASES)('%s: a destination that hangs or fails holds up no other', async (kind) => {
  await using opened = await openDelivering(kind, postgres);
  const hanging = makeDestination('meta', {
    send: (_deliveries, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(FAILED))),
  });
  const down = makeDestination('ga4', { send: async () => FAILED });
  const well = makeDestination('mail');
  await opened.register(hanging.destination, down.destination, well.destination);
  for (let n = 0; n < 40; n += 1) await opened.store('leads', makeLead());
  const deliveries = opened.start([hanging.destination, down.destination, well.destination]);
  await expect.poll(() => well.got.length, SOON).toBe(40);
  const begin = performance.now();
  await deliveries.stop();
  expect(performance.now() - begin).toBeLessThan(4_000);
  // Cut off, not tried: somebody else may take them at once.
  expect(
    await opened.query(`select tries from funil.deliveries
      where destination = 'meta' and (tries > 0 or leased_until is not null)`),
  ).toEqual([]);
  const [failed] = await opened.query(
    "select count(*) as n from funil.deliveries where destination = 'ga4' and tries = 1",
  );
  // After a few failures one try at a time is enough.
  expect(Number(failed?.n)).toBeLessThan(30);
});

test.each(DATABASES)(
  '%s: whoever is gone is switched off, and hears nothing more',
  async (kind) => {
    await using opened = await openDelivering(kind, postgres);
    const { destination } = makeDestination('webhook:a', {
      concurrency: 1,
      send: async () => ({ result: 'gone', status: 410, answer: '' }),
    });
    await opened.register(destination);
    for (let n = 0; n < 3; n += 1) await opened.store('leads', makeLead());
    opened.start([destination]);
    const off = "select off_reason from funil.destinations where name = 'webhook:a'";
    await expect.poll(() => opened.query(off), SOON).toEqual([{ off_reason: 'gone' }]);
    const canceled = { destination: 'webhook:a', state: 'canceled', outcome: 'gone' };
    expect(await opened.query(STATES)).toMatchObject([canceled, canceled, canceled]);
  },
);

test.each(DATABASES)('%s: what is refused or not needed is not tried again', async (kind) => {
  await using opened = await openDelivering(kind, postgres);
  const { destination } = makeDestination('meta', {
    send: async ([{ announcement }]) =>
      JSON.stringify(announcement.data).includes('Ana')
        ? { result: 'refused', status: 400, answer: 'no such pixel' }
        : { result: 'unneeded', reason: 'refused-consent', status: null, answer: '' },
  });
  await opened.register(destination);
  await opened.store('leads', makeLead({ nome: 'Ana' }));
  await opened.store('leads', makeLead({ nome: 'Bia' }));
  opened.start([destination]);
  await expect
    .poll(() => opened.query(STATES), SOON)
    .toEqual([
      { destination: 'meta', state: 'dead', outcome: '400', tries: 1 },
      { destination: 'meta', state: 'canceled', outcome: 'refused-consent', tries: 1 },
    ]);
});

test.each(DATABASES)(
  '%s: ten tries over days, then it is given up, and may be replayed',
  async (kind) => {
    await using opened = await openDelivering(kind, postgres);
    const ids = new Set<string>();
    let isDown = true;
    const { destination } = makeDestination('mail', {
      async send([{ id }]) {
        ids.add(id);
        return isDown ? FAILED : DELIVERED;
      },
    });
    await opened.register(destination);
    await opened.store('leads', makeLead());
    opened.start([destination]);
    for (let tries = 1; tries <= 10; tries += 1) {
      await expect.poll(() => opened.query(STATES), SOON).toMatchObject([{ tries }]);
      opened.goOn(tries * 2 * DAY_MS);
    }
    expect(await opened.query(STATES)).toMatchObject([{ state: 'dead', outcome: '500' }]);
    expect(await opened.query('select number from funil.delivery_tries')).toHaveLength(5);
    isDown = false;
    const words = ['--replay', 'todas', '--dead'];
    const run = await opened.run('deliveries', words);
    expect(run).toMatchObject({ code: 0, stdout: '1 entrega sai de novo.\n', stderr: '' });
    await expect.poll(() => opened.query(STATES), SOON).toMatchObject([{ state: 'delivered' }]);
    expect(ids.size).toBe(1);
  },
);

test.each(DATABASES)('%s: a burst becomes a digest, and then there is rest', async (kind) => {
  await using opened = await openDelivering(kind, postgres);
  const sizes: number[] = [];
  const { destination } = makeDestination('mail:leads', {
    concurrency: 1,
    batch: 100,
    rest: 300,
    async send(deliveries) {
      sizes.push(deliveries.length);
      return DELIVERED;
    },
  });
  await opened.register(destination);
  opened.start([destination]);
  await opened.store('leads', makeLead());
  await expect.poll(() => sizes, SOON).toEqual([1]);
  for (let n = 0; n < 9; n += 1) await opened.store('leads', makeLead());
  const sum = () => sizes.reduce((all, size) => all + size, 0);
  await expect.poll(sum, SOON).toBe(10);
  expect(sizes.length).toBeLessThan(5);
});

test('PostgreSQL: replicas share the work, and nothing is sent twice', async () => {
  await using opened = await openDelivering('PostgreSQL', postgres);
  const { destination, got } = makeDestination('mail', {
    async send(deliveries) {
      await pause(5);
      got.push(...deliveries);
      return DELIVERED;
    },
  });
  await opened.register(destination);
  for (let n = 0; n < 200; n += 1) await opened.store('leads', makeLead(), randomUUID());
  for (let n = 0; n < 3; n += 1) opened.start([destination]);
  await expect.poll(() => got.length, SOON).toBe(200);
  expect(new Set(got.map(({ id }) => id)).size).toBe(200);
  expect(new Set(got.map(({ announcement }) => announcement.subject)).size).toBe(200);
});
