import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { connectPostgres } from '../../../testkit/databases/start-postgres.ts';
import { makeApplication, makeDraft, makeLead } from '../../../testkit/rows.ts';
import { STORES } from '../store/open-test-store.ts';
import { makeDestination, openDeliveries } from './open-deliveries.ts';

const SELECT_EVENTS = 'select type, subject from funil.outbox_events order by number';

test.each(STORES)('%s: reports an application begun and submitted once each', async (kind) => {
  await using opened = await openDeliveries(kind);
  await opened.register('mail');
  const draft = makeDraft();
  const application = makeApplication({ ...draft });
  await opened.store('application_drafts', { ...draft, save_id: randomUUID() });
  await opened.store('application_drafts', { ...draft, save_id: randomUUID(), nome: 'João P' });
  await opened.store('applications', { ...application, save_id: randomUUID() });
  await opened.store('applications', { ...application, save_id: randomUUID(), cargo: 'Sócio' });
  await opened.consume();
  await opened.store('applications', { ...application, save_id: randomUUID(), cargo: 'CEO' });
  opened.advance(2 * HOUR_MS);
  await opened.consume();
  expect(await opened.query(SELECT_EVENTS)).toEqual([
    { type: 'application.started', subject: `application:${draft.id}` },
    { type: 'application.created', subject: `application:${draft.id}` },
  ]);
  const [, created] = await opened.query('select data from funil.outbox_events order by number');
  const { reply_by, created_at, ...data } = JSON.parse(String(created?.data));
  expect(data).toMatchObject({ lead_ref: draft.id, cargo: 'Fundador' });
  expect(Date.parse(reply_by) - Date.parse(created_at)).toBe(48 * HOUR_MS);
});

test.each(STORES)('%s: reports an abandoned application, unless one followed', async (kind) => {
  await using opened = await openDeliveries(kind);
  await opened.register('mail', { subscribesTo: (type) => type === 'application.abandoned' });
  const abandonedDraft = makeDraft({
    email: 'rui@exemplo.com.br',
    whatsapp: '+55 (31) 99999-0001',
  });
  await opened.store('application_drafts', abandonedDraft);
  await opened.store('application_drafts', { ...abandonedDraft, nome: 'Rui Corrigido' });
  const byPhone = makeDraft({ email: 'lia@exemplo.com.br', whatsapp: '+55 (31) 99999-0002' });
  const byMail = makeDraft({ email: 'Eva@exemplo.com.br', whatsapp: '+55 (31) 99999-0003' });
  await opened.store('application_drafts', byPhone);
  await opened.store('application_drafts', byMail);
  await opened.store('applications', makeApplication({ whatsapp: '(31) 9999-0002' }));
  await opened.store(
    'applications',
    makeApplication({ email: 'eva@exemplo.com.br', whatsapp: '+55 (31) 99999-0009' }),
  );
  opened.advance(HOUR_MS - 60_000);
  await opened.consume();
  expect(await opened.query(SELECT_EVENTS)).toEqual([]);
  opened.advance(HOUR_MS + 60_000);
  await opened.consume();
  expect(await opened.query(SELECT_EVENTS)).toEqual([
    { type: 'application.abandoned', subject: `application:${abandonedDraft.id}` },
  ]);
  const [row] = await opened.query('select data from funil.outbox_events');
  expect(JSON.parse(String(row?.data))).toMatchObject({ nome: 'Rui Corrigido' });
  await opened.store('application_drafts', { ...abandonedDraft, nome: 'Rui De Volta' });
  opened.advance(4 * HOUR_MS);
  await opened.consume();
  expect(await opened.query(SELECT_EVENTS)).toHaveLength(1);
});

test('keeps events for a destination that is paused', async () => {
  await using opened = await openDeliveries();
  const { destination, receivedEvents } = await opened.register('mail');
  let isPaused = true;
  await opened.store('leads', makeLead(), '0199aaaa-0000-7000-8000-000000000001');
  opened.start([
    {
      ...destination,
      get isPaused() {
        return isPaused;
      },
    },
  ]);
  await expect
    .poll(() => opened.query('select state, attempts from funil.deliveries'))
    .toEqual([{ state: 'waiting', attempts: 0 }]);
  expect(receivedEvents()).toEqual([]);
  isPaused = false;
  await expect
    .poll(receivedEvents)
    .toEqual(['lead.created lead:0199aaaa-0000-7000-8000-000000000001']);
});

test('delivers rows that were stored while no process ran, but none from before the destination was added', async () => {
  await using opened = await openDeliveries();
  const { destination, receivedEvents } = makeDestination('mail');
  await opened.store('leads', makeLead(), randomUUID());
  const first = opened.start([destination]);
  await expect.poll(() => opened.query('select name from funil.destinations')).toHaveLength(1);
  await first.stop();
  const keys = Array.from({ length: 120 }, () => randomUUID());
  for (const key of keys) await opened.store('leads', makeLead(), key);
  opened.start([destination]);
  await expect.poll(() => receivedEvents().length).toBe(120);
  expect(receivedEvents().toSorted()).toEqual(
    keys.map((key) => `lead.created lead:${key}`).toSorted(),
  );
});

test('PostgreSQL: delivers all leads once beside a long transaction, also a lead that is committed late', async () => {
  await using opened = await openDeliveries('PostgreSQL');
  const { destination, received } = await opened.register('mail', { concurrency: 48 });
  await using long = await connectPostgres(opened.url);
  await using late = await connectPostgres(opened.url);
  const row = JSON.stringify(makeLead());
  const columns = Object.keys(makeLead()).join(', ');
  const copies = (count: number) => `insert into leads (${columns})
    select ${columns} from generate_series(1, ${count}),
    json_populate_record(null::public.leads, '${row}')`;
  await long.query('begin; select pg_current_xact_id()');
  await opened.query(`with copies as (${copies(150)} returning 1) select 1`);
  await late.query(`begin; ${copies(1)}`);
  await opened.query(`with copies as (${copies(150)} returning 1) select 1`);
  opened.start([destination]);
  await expect.poll(() => received.length).toBe(300);
  await late.query('commit');
  await opened.store('leads', makeLead());
  await expect.poll(() => received.length).toBe(302);
  await long.query('commit');
  expect(new Set(received.map(({ id }) => id)).size).toBe(302);
  expect(received).toHaveLength(302);
});

test('PostgreSQL: leaves no delivery waiting for an endpoint that is being disabled', async () => {
  await using opened = await openDeliveries('PostgreSQL');
  await opened.register('webhook:a');
  await using disablingClient = await connectPostgres(opened.url);
  await disablingClient.query('begin');
  await disablingClient.query("update funil.destinations set off_at = now(), off_reason = 'gone'");
  await disablingClient.query(
    "update funil.deliveries set state = 'canceled' where state = 'waiting'",
  );
  await opened.store('leads', makeLead());
  const consuming = opened.consume();
  const waitsOrHasStored = `select from pg_locks where not granted
    union all select from funil.deliveries`;
  await expect.poll(() => opened.query(waitsOrHasStored)).not.toEqual([]);
  await disablingClient.query('commit');
  await consuming;
  expect(await opened.query("select id from funil.deliveries where state = 'waiting'")).toEqual([]);
});

test('SQLite: reports a row whose number was used before', async () => {
  await using opened = await openDeliveries();
  await opened.register('mail');
  const make = { leads: makeLead, application_drafts: makeDraft, applications: makeApplication };
  for (const table of ['leads', 'application_drafts', 'applications'] as const) {
    const before = (await opened.query(SELECT_EVENTS)).length;
    await opened.store(table, make[table]());
    await opened.store(table, make[table]());
    await opened.consume();
    expect(await opened.query(SELECT_EVENTS)).toHaveLength(before + 2);
    await opened.query(`delete from ${table} returning 1`);
    await opened.store(table, make[table]());
    await opened.consume();
    expect(await opened.query(SELECT_EVENTS)).toHaveLength(before + 3);
  }
});
