import { randomUUID } from 'node:crypto';
import { WEBHOOK_EVENTS } from '@funil/contract/deliveries/webhook-events';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { startReceiver } from '../../../testkit/fakes/receiver.ts';
import { makeApplication, makeEvent, makeLead } from '../../../testkit/rows.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { createDestinationReader } from '../../src/deliveries/destinations.ts';
import { replayAll } from '../../src/deliveries/replay.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { notice, SECRETS, send } from '../sales/start-sales.ts';
import { openDeliveries } from './open-deliveries.ts';
import { startConversions } from './start-conversions.ts';

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

/** Stores a lead as the page does: first its row, then its event. */
async function storeLead(address: string, context: object | null): Promise<string> {
  const key = randomUUID();
  const lead = makeLead({ email: 'Maria@Exemplo.com.br' });
  await postRows(address, 'leads', lead, { 'idempotency-key': key });
  const payload = { currency: 'BRL', value: 0 };
  const event = makeEvent({ name: 'generate_lead', payload, lead_ref: key, context });
  await postRows(address, 'jornada', event, BROWSER);
  return key;
}

async function storeApplication(address: string, context: object): Promise<string> {
  const application = makeApplication();
  await postRows(address, 'applications', application);
  const { id } = application;
  const payload = { form: 'aplicacao' };
  const event = makeEvent({ name: 'form_complete', payload, lead_ref: id, context });
  await postRows(address, 'jornada', event, BROWSER);
  return id;
}

/** Makes all ended deliveries due again. */
async function replay({ env }: { env: Record<string, string> }): Promise<number> {
  const config = configOf(env);
  await using database = await openDatabase(config.store, 'write');
  const filter = { since: null, destination: null, states: ['delivered'] } as const;
  return await replayAll(database, { ...filter, at: new Date().toISOString() });
}

test('PostgreSQL: reports each lead that the browser has not reported, and only once when deliveries are replayed', async () => {
  await using started = await startConversions('PostgreSQL');
  const { address, meta, google } = started;
  const trackedLead = await storeLead(address, makeContext({ gtag: true, fbq: true }));
  meta.receiveFromBrowser('Lead', trackedLead);
  const untrackedLead = await storeLead(address, makeContext({ fbc: 'fb.1.1700000000000.' }));
  const refuser = await storeLead(address, null);
  const applicant = await storeApplication(address, makeContext());
  const expected = {
    [`meta lead.created lead:${trackedLead}`]: 'delivered',
    [`ga4 lead.created lead:${trackedLead}`]: 'sent-by-browser',
    [`meta lead.created lead:${untrackedLead}`]: 'delivered',
    [`ga4 lead.created lead:${untrackedLead}`]: 'delivered',
    [`meta lead.created lead:${refuser}`]: 'no-visit',
    [`ga4 lead.created lead:${refuser}`]: 'no-visit',
    [`meta application.created application:${applicant}`]: 'delivered',
  };
  await expect.poll(started.outcomes).toEqual(expected);
  const counted = meta.counted.map(({ name, id, from }) => `${name} ${id} ${from}`);
  const leads = [
    `Lead ${trackedLead} browser`,
    `Lead ${untrackedLead} server`,
    `Lead ${applicant} server`,
  ];
  expect(counted.toSorted()).toEqual(leads.toSorted());
  expect(google.counted.map(({ name }) => name)).toEqual(['generate_lead']);
  expect([...meta.refused, ...google.violations]).toEqual([]);
  const sent = meta.counted.find(({ id }) => id === untrackedLead);
  expect(sent?.event.user_data).toMatchObject({
    client_user_agent: 'Mozilla/5.0 (Linux; Android 14)',
    fbp: 'fb.1.1596403881668.1116446470',
    // SHA-256 of maria@exemplo.com.br.
    em: ['61e98e9932860e1e01dfc3c537de3158c0181ffea92011c1793b3c2db4e3e42d'],
  });

  expect(await replay(started)).toBe(4);
  const again = {
    ...expected,
    [`ga4 lead.created lead:${untrackedLead}`]: 'sent-before',
  };
  await expect.poll(started.outcomes).toEqual(again);
  await started.query(
    "update funil.delivery_attempts set tried_at = '2026-01-01T00:00:00.000Z' returning number",
  );
  expect(await replay(started)).toBe(3);
  await expect.poll(started.outcomes).toMatchObject({
    [`meta lead.created lead:${untrackedLead}`]: 'sent-before',
  });
  expect(meta.counted).toHaveLength(3);
  expect(google.counted).toHaveLength(1);
});

test('SQLite: reports a sale and its refund once each', async () => {
  await using started = await startConversions('SQLite', {
    HOTMART_HOTTOK: SECRETS.HOTMART_HOTTOK,
    PURCHASE_OWNER: 'funil',
  });
  const { address, meta, google } = started;
  const storeRef = async (context: object | null) =>
    (await storeLead(address, context)).replaceAll('-', '');
  const [buyer, refuser] = [await storeRef(makeContext({ gtag: true })), await storeRef(null)];
  const sell = (transaction: string, ref: string, phone = '11987654321') =>
    send(address, 'hotmart', notice({ transaction, ref, phone }));
  const refund = (transaction: string, ref: string, event = 'PURCHASE_REFUNDED', after = 1) =>
    send(
      address,
      'hotmart',
      notice({ transaction, ref, event, noticed: Date.now() + after * 1_000, phone: '1' }),
    );
  await sell('REFUNDED', buyer);
  await sell('REFUSED', refuser, '1');
  await sell('DISPUTED', buyer);
  await sell('OLD', buyer);
  const paid = (transaction: string) => `ga4 sale.paid sale:hotmart:${transaction}`;
  await expect.poll(started.outcomes).toMatchObject({
    [paid('REFUNDED')]: 'delivered',
    [paid('REFUSED')]: 'no-visit',
    'meta sale.paid sale:hotmart:REFUSED': 'no-visit',
    [paid('DISPUTED')]: 'delivered',
    [paid('OLD')]: 'delivered',
    'meta sale.paid sale:hotmart:OLD': 'delivered',
  });
  const sold = () =>
    meta.counted.filter(({ name }) => name === 'Purchase').map(({ id, event }) => [id, event]);
  expect(sold()).toHaveLength(3);
  expect(sold()).toContainEqual([
    'REFUNDED',
    expect.objectContaining({
      custom_data: expect.objectContaining({ currency: 'BRL', value: 1497.1 }),
    }),
  ]);

  // A purchase whose replay is too old still counts as reported.
  await started.query(`update funil.outbox_events set happened_at = '2026-01-01T00:00:00.000Z'
    where type = 'sale.paid' and subject like '%OLD' returning number`);
  await replay(started);
  await expect.poll(started.outcomes).toMatchObject({ [paid('OLD')]: 'too-old' });
  await refund('REFUNDED', buyer);
  await refund('REFUSED', refuser);
  await refund('OLD', buyer);
  await refund('DISPUTED', buyer);
  await refund('DISPUTED', buyer, 'PURCHASE_CHARGEBACK', 2);
  await expect.poll(started.outcomes).toMatchObject({
    'ga4 sale.refunded sale:hotmart:REFUNDED': 'delivered',
    'ga4 sale.refunded sale:hotmart:REFUSED': 'never-sent',
    'ga4 sale.refunded sale:hotmart:OLD': 'delivered',
    'ga4 sale.refunded sale:hotmart:DISPUTED': 'delivered',
    'ga4 sale.chargeback sale:hotmart:DISPUTED': 'sent-before',
  });
  const counted = google.counted.map(({ name, params }) => `${name} ${params.transaction_id}`);
  expect(counted.filter((event) => /purchase|refund/.test(event)).toSorted()).toEqual([
    ...['purchase DISPUTED', 'purchase OLD', 'purchase REFUNDED'],
    ...['refund DISPUTED', 'refund OLD', 'refund REFUNDED'],
  ]);
  expect(google.counted.find(({ name }) => name === 'purchase')).toMatchObject({
    clientId: '1234567890.1700000000',
    params: { session_id: '1746000000', value: 1497.1, currency: 'BRL' },
  });
  expect(sold()).toHaveLength(3);
  expect([...meta.refused, ...google.violations]).toEqual([]);
});

test('counts a lead as sent to Google, but not to Meta, when the answer breaks off after its status', async () => {
  await using receiver = await startReceiver((response) => {
    response.writeHead(200, { 'content-length': '100' }).write('GIF89a', () => response.destroy());
  });
  const apis = { GA4_API_URL: receiver.address, META_API_URL: receiver.address };
  await using started = await startConversions('SQLite', apis);
  await storeLead(started.address, makeContext());
  const attempts = 'select destination, state from funil.deliveries where attempts > 0 order by 1';
  await expect
    .poll(() => started.query(attempts))
    .toMatchObject([
      { destination: 'ga4', state: 'delivered' },
      { destination: 'meta', state: 'waiting' },
    ]);
});

test('skips an event as unreadable when its data does not fit the contract', async () => {
  await using opened = await openDeliveries();
  const config = configOf({ ...opened.env, META_CAPI_TOKEN: 'x' });
  const [meta] = await createDestinationReader(config)(opened.database);
  const happenedAt = new Date().toISOString();
  const event = {
    number: 1,
    type: 'lead.created',
    subject: 'lead:1',
    happenedAt,
    data: {},
  } as const;
  const delivery = { id: randomUUID(), event, attempts: 0 };
  expect(await meta?.send([delivery], AbortSignal.timeout(9_000))).toMatchObject({
    result: 'skipped',
    reason: 'unreadable',
  });
});

test.each([
  ['checkout', ['lead.created', 'application.created'], ['lead.created']],
  [
    'funil',
    ['lead.created', 'application.created', 'sale.paid'],
    ['lead.created', 'sale.paid', 'sale.refunded', 'sale.chargeback'],
  ],
])('subscribes Meta and Google to events with PURCHASE_OWNER %s', async (owner, meta, ga4) => {
  await using opened = await openDeliveries();
  const env = { META_CAPI_TOKEN: 'x', GA4_API_SECRET: 'x', PURCHASE_OWNER: owner };
  const config = configOf({ ...opened.env, ...env });
  const destinations = await createDestinationReader(config)(opened.database);
  expect(
    destinations.map(({ name, subscribesTo }) => [
      name,
      WEBHOOK_EVENTS.filter((type) => subscribesTo?.(type)),
    ]),
  ).toEqual([
    ['meta', meta],
    ['ga4', ga4],
  ]);
});
