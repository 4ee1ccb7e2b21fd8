import { MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { makeDraft, makeLead } from '../../../testkit/rows.ts';
import { makeDestination, openDeliveries } from './open-deliveries.ts';

const DESTINATION_NAMES_SQL = 'select name from funil.destinations order by name';
const STATES = 'select destination, state, outcome from funil.deliveries order by event_number';

test('keeps deliveries for a destination that only another process configures', async () => {
  await using opened = await openDeliveries();
  const mail = makeDestination('mail', { subscribesTo: (type) => type === 'lead.created' });
  const meta = makeDestination('meta');
  const first = opened.start([mail.destination]);
  await expect.poll(() => opened.query(DESTINATION_NAMES_SQL)).toEqual([{ name: 'mail' }]);
  await opened.store('leads', makeLead());
  await expect.poll(() => mail.received.length).toBe(1);
  await first.stop();

  // No process has reported the destination for longer than an hour.
  await opened.query(`update funil.destinations set configured_at = '2026-01-01T00:00:00.000Z'
      returning name`);
  const other = opened.start([meta.destination]);
  await expect
    .poll(() => opened.query(DESTINATION_NAMES_SQL))
    .toEqual([{ name: 'mail' }, { name: 'meta' }]);
  await opened.store('application_drafts', makeDraft());
  await opened.store('leads', makeLead());
  await expect.poll(() => meta.received.length).toBe(2);
  expect(await opened.query(DESTINATION_NAMES_SQL)).toHaveLength(2);
  expect(
    await opened.query("select state from funil.deliveries where destination = 'mail'"),
  ).toEqual([{ state: 'delivered' }, { state: 'waiting' }]);
  await other.stop();

  opened.start([mail.destination]);
  await expect.poll(() => mail.received.length).toBe(2);
  expect(opened.errors).toEqual([]);
});

test('registers a destination again when its row was deleted', async () => {
  await using opened = await openDeliveries();
  const { destination, receivedEvents } = makeDestination('mail');
  opened.start([destination]);
  await expect.poll(() => opened.query(DESTINATION_NAMES_SQL)).toEqual([{ name: 'mail' }]);
  await opened.query('delete from funil.destinations returning name');
  await expect.poll(() => opened.query(DESTINATION_NAMES_SQL)).toEqual([{ name: 'mail' }]);
  await opened.store('leads', makeLead());
  await expect.poll(() => receivedEvents().length).toBe(1);
});

test('removes a destination that no process has reported for an hour, and cancels its deliveries', async () => {
  await using opened = await openDeliveries();
  const mail = makeDestination('mail');
  const meta = makeDestination('meta');
  const first = opened.start([mail.destination, meta.destination]);
  await expect.poll(() => opened.query(DESTINATION_NAMES_SQL)).toHaveLength(2);
  await first.stop();
  opened.start([meta.destination]);
  await opened.store('leads', makeLead());
  await expect
    .poll(() => opened.query(`${STATES}, destination`))
    .toEqual([
      { destination: 'mail', state: 'waiting', outcome: null },
      { destination: 'meta', state: 'delivered', outcome: '200' },
    ]);
  opened.advance(55 * MINUTE_MS);
  await opened.store('leads', makeLead());
  await expect.poll(() => meta.received.length).toBe(2);
  expect(await opened.query(DESTINATION_NAMES_SQL)).toHaveLength(2);
  opened.advance(62 * MINUTE_MS);
  await expect.poll(() => opened.query(DESTINATION_NAMES_SQL)).toEqual([{ name: 'meta' }]);
  expect(
    await opened.query("select state, outcome from funil.deliveries where destination = 'mail'"),
  ).toEqual([
    { state: 'canceled', outcome: 'removed' },
    { state: 'canceled', outcome: 'removed' },
  ]);
  expect(opened.errors).toEqual([]);
});
