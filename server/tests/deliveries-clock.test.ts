import { HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { makeDraft, makeLead } from '../../testkit/rows.ts';
import { findVisit } from '../src/deliveries/conversion-history.ts';
import type { Outcome } from '../src/deliveries/destination.ts';
import { createDestinationRegistrar } from '../src/deliveries/registry.ts';
import { DELIVERED, makeDestination, openDeliveries } from './open-deliveries.ts';

const SOON = { timeout: 10_000 };
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

test('an endpoint added while the clock was ahead hears of the next lead', async () => {
  await using opened = await openDeliveries();
  await opened.store('leads', makeLead());
  const { endpoint } = await opened.addEndpoint('http://127.0.0.1:1/funil');
  const name = `webhook:${endpoint.id}`;
  await opened.query(`update funil.destinations set since = '${inHours(3)}' returning name`);
  const key = crypto.randomUUID();
  await opened.store('leads', makeLead(), key);
  await opened.find();
  expect(
    await opened.query(`select subject from funil.deliveries where destination = '${name}'`),
  ).toEqual([{ subject: `lead:${key}` }]);
});

test('sends at once when the clock is set back, and not while a try is under way', async () => {
  await using opened = await openDeliveries();
  let answer: (outcome: Outcome) => void = () => {};
  const { destination, got } = makeDestination('mail', { concurrency: 1 });
  const failing = { result: 'failed', status: 503, answer: '' } as const;
  const slow = {
    ...destination,
    async send(deliveries: Parameters<typeof destination.send>[0]) {
      got.push(...deliveries);
      return new Promise<Outcome>((resolve) => {
        answer = resolve;
      });
    },
  };
  opened.setClockOffset(3 * HOUR_MS);
  opened.start([slow]);
  const names = () => opened.query('select name from funil.destinations');
  await expect.poll(names, SOON).toEqual([{ name: 'mail' }]);
  await opened.store('leads', makeLead());
  await expect.poll(() => got.length, SOON).toBe(1);
  answer(failing);
  const tries = () => opened.query('select tries from funil.deliveries order by event_number');
  await expect.poll(tries, SOON).toEqual([{ tries: 1 }]);
  // Under way when the clock is set back: its lease is shortened, and nobody else takes it.
  await opened.store('leads', makeLead());
  await expect.poll(() => got.length, SOON).toBe(2);
  opened.setClockOffset(0);
  const leases = `select leased_until from funil.deliveries where leased_until < '${inHours(1)}'`;
  await expect.poll(async () => (await opened.query(leases)).length, SOON).toBe(1);
  expect(got).toHaveLength(2);
  answer(DELIVERED);
  await expect.poll(() => got.length, SOON).toBe(3);
  expect(got[2]?.id).toBe(got[0]?.id);
  answer(DELIVERED);
});

test('takes over what a process held and scheduled under a clock that was ahead', async () => {
  await using opened = await openDeliveries();
  const { destination, told } = makeDestination('mail');
  await opened.register(destination);
  await opened.store('leads', makeLead());
  await opened.find();
  await opened.query(`update funil.deliveries
    set due_at = '${inHours(3)}', leased_until = '${inHours(3)}' returning id`);
  opened.start([destination], { lease: 200 });
  await expect.poll(() => told().length, SOON).toBe(1);
});

test('tells of an abandoned draft an hour later when it is dated in the future', async () => {
  await using opened = await openDeliveries();
  const { destination, told } = makeDestination('mail');
  await opened.register(destination);
  for (const hours of [3, 2]) {
    const draft = makeDraft();
    await opened.store('application_drafts', draft);
    await opened.query(`update application_drafts set created_at = '${inHours(hours)}'
      where id = '${draft.id}' returning id`);
  }
  opened.start([destination]);
  await expect.poll(() => told().length, SOON).toBe(2);
  opened.advance(59 * MINUTE_MS);
  await opened.store('leads', makeLead());
  await expect.poll(() => told().length, SOON).toBe(3);
  opened.advance(61 * MINUTE_MS);
  await expect
    .poll(() => told().filter((line) => line.startsWith('application.abandoned')).length, SOON)
    .toBe(2);
});

test('keeps what waits for another process when the clock is set ahead', async () => {
  await using opened = await openDeliveries();
  await using database = await opened.open();
  let [now, uptime] = [Date.now(), 0];
  const clock = { now: () => now, uptime: () => uptime };
  const [mail, meta] = [makeDestination('mail').destination, makeDestination('meta').destination];
  const names = () => opened.query('select name from funil.destinations order by name');
  await createDestinationRegistrar(clock, null)(database, [mail]);
  const registerDestinations = createDestinationRegistrar(clock, null);
  await registerDestinations(database, [meta]);
  now += 3 * HOUR_MS;
  await registerDestinations(database, [meta]);
  expect(await names()).toEqual([{ name: 'mail' }, { name: 'meta' }]);
  now -= 6 * HOUR_MS;
  uptime = 61 * MINUTE_MS;
  await registerDestinations(database, [meta]);
  expect(await names()).toEqual([{ name: 'meta' }]);
});

test('waits for a visit that is still unknown when the clock was set ahead', async () => {
  await using opened = await openDeliveries();
  await using database = await opened.open();
  const lead = { lead_ref: crypto.randomUUID(), created_at: new Date().toISOString() };
  const parts = { database, now: () => Date.now() + 3 * HOUR_MS, signal: AbortSignal.abort() };
  expect(await findVisit(lead, { ...parts, tries: 0 })).toBe('pending');
  expect(await findVisit(lead, { ...parts, tries: 2 })).toBeNull();
});
