import { expect, test } from 'vitest';
import { runQuery } from '../../../testkit/databases/start-postgres.ts';
import { makeEvent } from '../../../testkit/rows.ts';
import {
  eraseContextsBefore,
  eraseOldContexts,
  readVisitContext,
} from '../../src/visits/visit-contexts.ts';
import { askAsPostgrest } from '../capture/ask-as-postgrest.ts';
import { STORES, usePostgres } from '../store/open-test-store.ts';
import { CONTEXT, makeConfirmation, startContextServer } from './start-contexts.ts';

const postgres = await usePostgres();

test.each(STORES)(
  '%s: stores the context of a confirmed lead in its own table, not in the event',
  async (kind) => {
    await using server = await startContextServer(kind);
    const lead = makeConfirmation();
    const application = makeConfirmation({ name: 'form_complete', payload: { form: 'aplicacao' } });
    expect(await server.send([makeEvent({ context: null }), lead, application])).toBe(201);
    for (const { lead_ref } of [lead, application]) {
      expect(await readVisitContext(server.database, String(lead_ref))).toEqual({
        ...CONTEXT,
        address: '203.0.113.7',
        userAgent: 'Mozilla/5.0 (Linux; Android 14)',
      });
    }
    const rows = await server.query('select context from jornada');
    expect(rows).toEqual([{ context: null }, { context: null }, { context: null }]);
    expect(server.log.join('')).not.toMatch(/fb\.1|203\.0\.113\.7|Android/);
  },
);

test.each(STORES)('%s: keeps the first context when an event is repeated', async (kind) => {
  await using server = await startContextServer(kind);
  const lead = makeConfirmation();
  await server.send(lead);
  const other = { ...lead, context: { ...CONTEXT, fbp: 'fb.1.1.1' } };
  expect(await server.send([other, other])).toBe(201);
  const stored = await readVisitContext(server.database, String(lead.lead_ref));
  expect(stored?.fbp).toBe(CONTEXT.fbp);
});

test('leaves out ids that Meta would refuse from a context that an earlier release stored', async () => {
  await using server = await startContextServer('SQLite');
  const lead = makeConfirmation();
  await server.send(lead);
  const stored = JSON.stringify({ ...CONTEXT, fbc: 'fb.1.1554763741205.{{fbclid}}' });
  await server.query(`update funil.visit_contexts set context = '${stored}' returning lead_ref`);
  const storedContext = await readVisitContext(server.database, String(lead.lead_ref));
  expect(storedContext).toMatchObject({ fbp: CONTEXT.fbp });
  expect(storedContext).not.toHaveProperty('fbc');
});

test('stores no context without a configured conversion', async () => {
  await using server = await startContextServer('SQLite', {});
  expect(await server.send(makeConfirmation())).toBe(201);
  expect(await server.query('select * from funil.visit_contexts')).toEqual([]);
});

test('stores no context of other events or without consent', async () => {
  await using server = await startContextServer('SQLite');
  const withoutContext = [
    makeConfirmation({ name: 'form_complete', payload: { form: 'lead' } }),
    makeConfirmation({ name: 'checkout_redirect', payload: {} }),
    makeConfirmation({ lead_ref: null }),
    makeConfirmation({ context: { ...CONTEXT, consent: 'denied' } }),
    makeConfirmation({ context: {} }),
  ];
  expect(await server.send(withoutContext)).toBe(201);
  expect(await server.query('select * from funil.visit_contexts')).toEqual([]);
});

test.each(STORES)('%s: stores an event whose context is invalid', async (kind) => {
  await using server = await startContextServer(kind);
  const deep = JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`);
  const contexts = [
    ...['x', 7, true, [], [[]], deep, { consent: '\0' }, { ...CONTEXT, fbc: '\0\ud800' }],
    { ...CONTEXT, fbp: 'x'.repeat(100_000), address: { a: 1 }, user_agent: ['x'] },
  ];
  for (const context of contexts)
    expect(await server.send(makeConfirmation({ context }))).toBe(201);
  const stored = await server.query('select count(*) as n from jornada');
  expect(Number(stored[0]?.n)).toBe(contexts.length);
  const rows = await server.query('select address, user_agent from funil.visit_contexts');
  expect(rows).toEqual([
    { address: '203.0.113.7', user_agent: 'Mozilla/5.0 (Linux; Android 14)' },
    { address: '203.0.113.7', user_agent: 'Mozilla/5.0 (Linux; Android 14)' },
  ]);
});

const REQUEST_HEADERS = {
  'x-forwarded-for': '2001:db8::7, 10.0.0.1',
  'user-agent': 'Mozilla/5.0 (iPhone)',
};

test('stores a context on Supabase only while a destination is on', async () => {
  const address = await postgres.createDatabase();
  const early = makeConfirmation();
  expect(await askAsPostgrest(address, 'jornada', [early], REQUEST_HEADERS)).toBe('stored');
  expect(await runQuery(address, 'select * from funil.visit_contexts')).toEqual([]);

  await runQuery(address, "insert into funil.destinations (name) values ('meta')");
  const lead = makeConfirmation({ context: { ...CONTEXT, address: '6.6.6.6', user_agent: 'x' } });
  const events = [{ ...makeEvent(), context: null }, lead];
  expect(await askAsPostgrest(address, 'jornada', events, REQUEST_HEADERS)).toBe('stored');
  const selectContexts = 'select lead_ref, context, address, user_agent from funil.visit_contexts';
  expect(await runQuery(address, selectContexts)).toEqual([
    {
      lead_ref: lead.lead_ref,
      context: CONTEXT,
      address: '2001:db8::7',
      user_agent: 'Mozilla/5.0 (iPhone)',
    },
  ]);
  expect(await runQuery(address, 'select 1 from jornada where context is not null')).toEqual([]);

  await runQuery(address, 'update funil.destinations set off_at = now()');
  await askAsPostgrest(address, 'jornada', [makeConfirmation()], REQUEST_HEADERS);
  expect(await runQuery(address, selectContexts)).toHaveLength(1);
});

test('erases many old contexts, and keeps a recent one', async () => {
  await using server = await startContextServer('SQLite');
  const events = Array.from({ length: 450 }, () => makeConfirmation());
  for (let n = 0; n < 450; n += 90) await server.send(events.slice(n, n + 90));
  await server.query(
    `update funil.visit_contexts set created_at = '2026-01-01T00:00:00.000Z'
     where lead_ref <> '${events[0]?.lead_ref}'`,
  );
  await eraseContextsBefore(server.database, new Date('2026-01-01T00:00:00.001Z'));
  expect(await server.query('select lead_ref from funil.visit_contexts')).toEqual([
    { lead_ref: events[0]?.lead_ref },
  ]);
});

test.each(STORES)(
  '%s: keeps only contexts of the last minutes when no destination needs them',
  async (kind) => {
    await using server = await startContextServer(kind);
    const [old, recent] = [makeConfirmation(), makeConfirmation()];
    await server.send([old, recent]);
    await server.query(
      `update funil.visit_contexts set created_at = '${new Date(Date.now() - 660_000).toISOString()}'
       where lead_ref = '${old.lead_ref}' returning lead_ref`,
    );
    const readRefs = async () =>
      (await server.query('select lead_ref from funil.visit_contexts')).map(
        ({ lead_ref }) => lead_ref,
      );
    const retention = { days: 30, now: Date.now() };
    await eraseOldContexts(server.database, { ...retention, sendsConversions: true });
    await server.query(`insert into funil.destinations (name) values ('meta') returning name`);
    await eraseOldContexts(server.database, { ...retention, sendsConversions: false });
    expect(await readRefs()).toHaveLength(2);
    await server.query('delete from funil.destinations returning name');
    await eraseOldContexts(server.database, { ...retention, sendsConversions: false });
    // A server that has just started may not have stored its destination yet.
    expect(await readRefs()).toEqual([recent.lead_ref]);
  },
);
