import { HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { makeDraft, makeLead } from '../../../testkit/rows.ts';
import { findVisit } from '../../src/deliveries/conversion-history.ts';
import type { AttemptOutcome } from '../../src/deliveries/destination.ts';
import { createDestinationRegistrar } from '../../src/deliveries/registry.ts';
import { DELIVERED, makeDestination, openDeliveries } from './open-deliveries.ts';

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

test('queues the next lead for an endpoint that was added while the clock was ahead', async () => {
  await using opened = await openDeliveries();
  await opened.store('leads', makeLead());
  const { endpoint } = await opened.addEndpoint('http://127.0.0.1:1/funil');
  const name = `webhook:${endpoint.id}`;
  await opened.query(`update funil.destinations set since = '${inHours(3)}' returning name`);
  const key = crypto.randomUUID();
  await opened.store('leads', makeLead(), key);
  await opened.consume();
  expect(
    await opened.query(`select subject from funil.deliveries where destination = '${name}'`),
  ).toEqual([{ subject: `lead:${key}` }]);
});

test('retries at once when the clock is set back, but not while an attempt is under way', async () => {
  await using opened = await openDeliveries();
  let answer: (outcome: AttemptOutcome) => void = () => {};
  const { destination, received } = makeDestination('mail', { concurrency: 1 });
  const failing = { result: 'failed', status: 503, response: '' } as const;
  const slow = {
    ...destination,
    async send(deliveries: Parameters<typeof destination.send>[0]) {
      received.push(...deliveries);
      return new Promise<AttemptOutcome>((resolve) => {
        answer = resolve;
      });
    },
  };
  opened.setClockOffset(3 * HOUR_MS);
  opened.start([slow]);
  const listDestinations = () => opened.query('select name from funil.destinations');
  await expect.poll(listDestinations).toEqual([{ name: 'mail' }]);
  await opened.store('leads', makeLead());
  await expect.poll(() => received.length).toBe(1);
  answer(failing);
  const attempts = () =>
    opened.query('select attempts from funil.deliveries order by event_number');
  await expect.poll(attempts).toEqual([{ attempts: 1 }]);
  // This attempt is under way when the clock is set back: its lease is shortened, and it is not repeated.
  await opened.store('leads', makeLead());
  await expect.poll(() => received.length).toBe(2);
  opened.setClockOffset(0);
  const leases = `select leased_until from funil.deliveries where leased_until < '${inHours(1)}'`;
  await expect.poll(async () => (await opened.query(leases)).length).toBe(1);
  expect(received).toHaveLength(2);
  answer(DELIVERED);
  await expect.poll(() => received.length).toBe(3);
  expect(received[2]?.id).toBe(received[0]?.id);
  answer(DELIVERED);
});

test('does not repeat an attempt that is under way when the clock is set ahead', async () => {
  await using opened = await openDeliveries();
  const answered = Promise.withResolvers<void>();
  const { destination, received } = await opened.register('mail', {
    async send(deliveries) {
      received.push(...deliveries);
      await answered.promise;
      return DELIVERED;
    },
  });
  opened.start([destination]);
  await opened.store('leads', makeLead());
  await expect.poll(() => received.length).toBe(1);
  opened.setClockOffset(3 * HOUR_MS);
  await opened.store('leads', makeLead());
  await expect.poll(() => received.at(-1)?.id).not.toBe(received[0]?.id);
  answered.resolve();
  const states = 'select state, attempts, count(*) as n from funil.deliveries group by 1, 2';
  await expect
    .poll(() => opened.query(states))
    .toEqual([{ state: 'delivered', attempts: 1, n: 2 }]);
  expect(received).toHaveLength(2);
});

test('sends deliveries that were leased and scheduled while the clock was ahead', async () => {
  await using opened = await openDeliveries();
  const { destination, receivedEvents } = await opened.register('mail');
  await opened.store('leads', makeLead());
  await opened.consume();
  await opened.query(`update funil.deliveries
    set due_at = '${inHours(3)}', leased_until = '${inHours(3)}' returning id`);
  opened.start([destination], { leaseMs: 200 });
  await expect.poll(() => receivedEvents().length).toBe(1);
});

test('reports an abandoned draft after an hour when it is dated in the future', async () => {
  await using opened = await openDeliveries();
  const { destination, receivedEvents } = await opened.register('mail');
  for (const hours of [3, 2]) {
    const draft = makeDraft();
    await opened.store('application_drafts', draft);
    await opened.query(`update funil.changes set due_at = '${inHours(hours)}'
      where kind = 'abandoned' and key = (
        select save_id from application_drafts where id = '${draft.id}') returning number`);
  }
  opened.start([destination]);
  await expect.poll(() => receivedEvents().length).toBe(2);
  opened.advance(59 * MINUTE_MS);
  await opened.store('leads', makeLead());
  await expect.poll(() => receivedEvents().length).toBe(3);
  opened.advance(61 * MINUTE_MS);
  await expect
    .poll(() => receivedEvents().filter((line) => line.startsWith('application.abandoned')).length)
    .toBe(2);
});

test('lets operators be alerted again after alerts that were stored while the clock was ahead', async () => {
  await using opened = await openDeliveries();
  await opened.query(`insert into funil.operator_alerts (kind, about, alerted_at)
    values ('summary', '{}', '${inHours(3_000)}') returning kind`);
  opened.start([]);
  await expect.poll(() => opened.query('select kind from funil.operator_alerts')).toEqual([]);
});

test('keeps another process’s destination when the clock is set ahead', async () => {
  await using opened = await openDeliveries();
  let [now, uptime] = [Date.now(), 0];
  const clock = { now: () => now, uptime: () => uptime };
  const [mail, meta] = [makeDestination('mail').destination, makeDestination('meta').destination];
  const listDestinations = () => opened.query('select name from funil.destinations order by name');
  await createDestinationRegistrar(clock, null)(opened.database, [mail]);
  const registerDestinations = createDestinationRegistrar(clock, null);
  await registerDestinations(opened.database, [meta]);
  now += 3 * HOUR_MS;
  await registerDestinations(opened.database, [meta]);
  expect(await listDestinations()).toEqual([{ name: 'mail' }, { name: 'meta' }]);
  now -= 6 * HOUR_MS;
  uptime = 61 * MINUTE_MS;
  await registerDestinations(opened.database, [meta]);
  expect(await listDestinations()).toEqual([{ name: 'meta' }]);
});

test('waits for an unknown visit when the clock was set ahead', async () => {
  await using opened = await openDeliveries();
  const lead = { lead_ref: crypto.randomUUID(), created_at: new Date().toISOString() };
  const deps = {
    database: opened.database,
    now: () => Date.now() + 3 * HOUR_MS,
    signal: AbortSignal.abort(),
  };
  expect(await findVisit(lead, { ...deps, attempts: 0 })).toBe('pending');
  expect(await findVisit(lead, { ...deps, attempts: 2 })).toBeNull();
});
