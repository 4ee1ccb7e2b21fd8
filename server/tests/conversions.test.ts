import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeApplication, makeEvent, makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { readConfig } from '../src/config/config.ts';
import { replayAll } from '../src/deliveries/replay.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { startConversions } from './start-conversions.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES = ['SQLite', 'PostgreSQL'];

const makeContext = (changes: object = {}) => ({
  consent: 'granted',
  fbp: 'fb.1.1596403881668.1116446470',
  client_id: '1234567890.1700000000',
  session_id: '1746000000',
  page_location: 'https://escola.test/',
  gtag: false,
  fbq: false,
  other_form: false,
  ...changes,
});

const BROWSER = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14)' };

/** A lead as the page saves and tells it: first its row, then its event. */
async function leaveLead(address: string, context: object | null, headers = {}): Promise<string> {
  const key = randomUUID();
  await insert(address, 'leads', makeLead(), { 'idempotency-key': key, ...headers });
  const payload = { currency: 'BRL', value: 0 };
  const event = makeEvent({ name: 'generate_lead', payload, lead_ref: key, context });
  await insert(address, 'jornada', event, BROWSER);
  return key;
}

async function apply(address: string, context: object): Promise<string> {
  const application = makeApplication();
  await insert(address, 'applications', application);
  const { id } = application;
  const payload = { form: 'aplicacao' };
  const event = makeEvent({ name: 'form_complete', payload, lead_ref: id, context });
  await insert(address, 'jornada', event, BROWSER);
  return id;
}

test.each(STORES)('%s: each conversion is told once, by whoever has not told it', async (kind) => {
  await using house = await startConversions(kind, postgres);
  const { address, meta, google } = house;
  const seen = await leaveLead(address, makeContext({ gtag: true, fbq: true }));
  meta.hearFromBrowser('Lead', seen);
  const blocked = await leaveLead(address, makeContext());
  const refuser = await leaveLead(address, null);
  const robot = await leaveLead(address, makeContext(), { 'x-suspect': 'honeypot' });
  const hasty = await leaveLead(address, makeContext(), { 'x-suspect': 'too-fast' });
  const applicant = await apply(address, makeContext());
  const both = await apply(address, makeContext({ other_form: true }));
  await expect.poll(house.outcomes, { timeout: 20_000 }).toEqual({
    [`meta lead.created lead:${seen}`]: 'delivered',
    [`ga4 lead.created lead:${seen}`]: 'told-by-browser',
    [`meta lead.created lead:${blocked}`]: 'delivered',
    [`ga4 lead.created lead:${blocked}`]: 'delivered',
    [`meta lead.created lead:${refuser}`]: 'no-visit',
    [`ga4 lead.created lead:${refuser}`]: 'no-visit',
    [`meta lead.created lead:${robot}`]: 'suspect',
    [`ga4 lead.created lead:${robot}`]: 'suspect',
    [`meta lead.created lead:${hasty}`]: 'delivered',
    [`ga4 lead.created lead:${hasty}`]: 'delivered',
    [`meta application.created application:${applicant}`]: 'delivered',
    [`meta application.created application:${both}`]: 'told-by-other-form',
  });
  const counted = meta.counted.map(({ name, id, from }) => `${name} ${id} ${from}`);
  expect(counted.toSorted()).toEqual(
    [
      `Lead ${seen} browser`,
      `Lead ${blocked} server`,
      `Lead ${hasty} server`,
      `Lead ${applicant} server`,
    ].toSorted(),
  );
  expect(google.counted.map(({ name }) => name)).toEqual(['generate_lead', 'generate_lead']);
  expect([...meta.refused, ...google.thrownAway]).toEqual([]);
  expect(meta.counted[1]?.event.user_data).toMatchObject({
    client_user_agent: 'Mozilla/5.0 (Linux; Android 14)',
    fbp: 'fb.1.1596403881668.1116446470',
  });
});

test('what is sent with a test code counts nowhere', async () => {
  await using house = await startConversions('SQLite', postgres, {
    META_TEST_EVENT_CODE: 'TEST123',
  });
  const key = await leaveLead(house.address, makeContext());
  await expect
    .poll(() => house.meta.tests, { timeout: 20_000 })
    .toMatchObject([{ event_id: key, test_event_code: 'TEST123' }]);
  expect(house.meta.counted).toEqual([]);
});

test('what is replayed counts once all the same', async () => {
  await using house = await startConversions('SQLite', postgres);
  const key = await leaveLead(house.address, makeContext());
  const [lead, hit] = [`meta lead.created lead:${key}`, `ga4 lead.created lead:${key}`];
  const told = { [lead]: 'delivered', [hit]: 'delivered' };
  await expect.poll(house.outcomes, { timeout: 20_000 }).toEqual(told);
  const read = readConfig(house.env);
  if (!read.ok) throw new Error(read.message);
  await using database = await openDatabase(read.config.store, 'write');
  const wanted = { since: null, destination: null, states: ['delivered'] } as const;
  expect(await replayAll(database, { ...wanted, now: new Date().toISOString() })).toBe(2);
  await expect
    .poll(house.outcomes, { timeout: 20_000 })
    .toEqual({ [lead]: 'delivered', [hit]: 'told-before' });
  await sql`update delivery_tries set tried_at = '2026-01-01T00:00:00.000Z'`.execute(database);
  await replayAll(database, { ...wanted, now: new Date().toISOString() });
  await expect
    .poll(house.outcomes, { timeout: 20_000 })
    .toEqual({ [lead]: 'told-before', [hit]: 'told-before' });
  expect(house.meta.counted).toHaveLength(1);
  expect(house.google.counted).toHaveLength(1);
});
