import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../testkit/rows.ts';
import { insert, startApp } from '../../testkit/start-app.ts';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { runFile, startServer } from '../../testkit/start-process.ts';
import { readConfig } from '../src/config/config.ts';
import { eraseContextsBefore, readVisitContext } from '../src/records/visit-contexts.ts';
import { openDatabase } from '../src/store/database.ts';
import { openStore } from '../src/store/open-store.ts';
import { askAsPostgrest } from './ask-as-postgrest.ts';
import { prepareDatabase, type StoreKind } from './open-test-store.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];
const CONTEXT = {
  consent: 'granted',
  fbp: 'fb.1.1596403881668.1116446470',
  fbc: 'fb.1.1554763741205.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYX',
  page_location: 'https://escola.test/?utm_source=instagram',
  gtag: false,
  fbq: true,
  other_form: false,
};

const confirm = (changes: Record<string, unknown> = {}) =>
  makeEvent({
    name: 'generate_lead',
    payload: { currency: 'BRL', value: 0 },
    lead_ref: randomUUID(),
    context: CONTEXT,
    ...changes,
  });

/** The server on a database of its own, with Meta configured unless told otherwise. */
async function start(kind: StoreKind, env: Record<string, string> = { META_CAPI_TOKEN: 'tok' }) {
  const url = kind === 'PostgreSQL' ? await postgres.createDatabase() : null;
  const read = url ? readConfig({ DATABASE_URL: url }) : null;
  const store = read?.ok ? await openStore(read.config.store, () => {}) : undefined;
  await store?.isReady();
  const app = await startApp({ env: { TRUST_PROXY: '1', ...env }, ...(store && { store }) });
  const place = { DATA_DIR: app.dataDir, ...(url && { DATABASE_URL: url }) };
  const config = readConfig(place);
  if (!config.ok) throw new Error(config.message);
  const database = await openDatabase(config.config.store, 'write');
  return {
    address: app.address,
    log: app.log,
    place,
    database,
    send: async (rows: unknown) =>
      (
        await insert(app.address, 'jornada', rows, {
          'x-forwarded-for': '203.0.113.7',
          'user-agent': 'Mozilla/5.0 (Linux; Android 14)',
        })
      ).status,
    async query(sql: string): Promise<Record<string, unknown>[]> {
      if (url) return runQuery(url, sql);
      using file = new DatabaseSync(`${app.dataDir}/funil.db`);
      return file.prepare(sql.replaceAll('funil.', '')).all();
    },
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await app[Symbol.asyncDispose]();
    },
  };
}

test.each(STORES)('%s: a confirmed lead’s visit is kept apart from its event', async (kind) => {
  await using server = await start(kind);
  const lead = confirm();
  const application = confirm({ name: 'form_complete', payload: { form: 'aplicacao' } });
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
});

test.each(STORES)('%s: an event sent again changes nothing of what is kept', async (kind) => {
  await using server = await start(kind);
  const lead = confirm();
  await server.send(lead);
  const other = { ...lead, context: { ...CONTEXT, fbp: 'fb.1.1.1' } };
  expect(await server.send([other, other])).toBe(201);
  const kept = await readVisitContext(server.database, String(lead.lead_ref));
  expect(kept?.fbp).toBe(CONTEXT.fbp);
});

test.each(STORES)('%s: without a conversion configured nothing is kept', async (kind) => {
  await using server = await start(kind, {});
  expect(await server.send(confirm())).toBe(201);
  expect(await server.query('select * from funil.visit_contexts')).toEqual([]);
});

test.each(STORES)('%s: no other event has its visit kept, and no refuser', async (kind) => {
  await using server = await start(kind);
  const others = [
    confirm({ name: 'form_complete', payload: { form: 'lead' } }),
    confirm({ name: 'checkout_redirect', payload: {} }),
    confirm({ lead_ref: null }),
    confirm({ context: { ...CONTEXT, consent: 'denied' } }),
    confirm({ context: {} }),
  ];
  expect(await server.send(others)).toBe(201);
  expect(await server.query('select * from funil.visit_contexts')).toEqual([]);
});

test.each(STORES)('%s: a hostile context refuses no event', async (kind) => {
  await using server = await start(kind);
  const deep = JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`);
  const contexts = [
    ...['x', 7, true, [], [[]], deep, { consent: '\0' }, { ...CONTEXT, fbc: '\0\ud800' }],
    { ...CONTEXT, fbp: 'x'.repeat(100_000), address: { a: 1 }, user_agent: ['x'] },
  ];
  for (const context of contexts) expect(await server.send(confirm({ context }))).toBe(201);
  const stored = await server.query('select count(*) as n from jornada');
  expect(Number(stored[0]?.n)).toBe(contexts.length);
  const kept = await server.query('select address, user_agent from funil.visit_contexts');
  expect(kept).toEqual([
    { address: '203.0.113.7', user_agent: 'Mozilla/5.0 (Linux; Android 14)' },
    { address: '203.0.113.7', user_agent: 'Mozilla/5.0 (Linux; Android 14)' },
  ]);
});

test.each(STORES)('%s: what is older than it may be is erased, in steps', async (kind) => {
  await using server = await start(kind);
  const events = Array.from({ length: 450 }, () => confirm());
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

test.each(STORES)('%s: who is forgotten leaves nothing of the visit', async (kind) => {
  await using server = await start(kind);
  const [ana, bia] = [randomUUID(), randomUUID()];
  for (const [key, telefone] of [
    [ana, '(11) 91111-1111'] as const,
    [bia, '(21) 92222-2222'] as const,
  ]) {
    await insert(server.address, 'leads', makeLead({ telefone }), { 'idempotency-key': key });
    await server.send(confirm({ lead_ref: key }));
  }
  const words = ['--telefone', '(11) 91111-1111', '--sim'];
  expect(await runFile('commands/forget.ts', words, server.place)).toMatchObject({ code: 0 });
  expect(await server.query('select lead_ref from funil.visit_contexts')).toEqual([
    { lead_ref: bia },
  ]);
});

const REQUEST = {
  'x-forwarded-for': '2001:db8::7, 10.0.0.1',
  'user-agent': 'Mozilla/5.0 (iPhone)',
};

test('on Supabase a visit is kept while a server of ours sends conversions', async () => {
  const address = await prepareDatabase(postgres);
  const early = confirm();
  expect(await askAsPostgrest(address, 'jornada', [early], REQUEST)).toBe('stored');
  expect(await runQuery(address, 'select * from funil.visit_contexts')).toEqual([]);

  await runQuery(address, "insert into funil.destinations (name) values ('meta')");
  const lead = confirm({ context: { ...CONTEXT, address: '6.6.6.6', user_agent: 'x' } });
  const events = [{ ...makeEvent(), context: null }, lead];
  expect(await askAsPostgrest(address, 'jornada', events, REQUEST)).toBe('stored');
  const kept = 'select lead_ref, context, address, user_agent from funil.visit_contexts';
  expect(await runQuery(address, kept)).toEqual([
    {
      lead_ref: lead.lead_ref,
      context: CONTEXT,
      address: '2001:db8::7',
      user_agent: 'Mozilla/5.0 (iPhone)',
    },
  ]);
  expect(await runQuery(address, 'select 1 from jornada where context is not null')).toEqual([]);

  await runQuery(address, 'update funil.destinations set off_at = now()');
  await askAsPostgrest(address, 'jornada', [confirm()], REQUEST);
  expect(await runQuery(address, kept)).toHaveLength(1);
});

test('anon can neither read nor write what is kept of visits', async () => {
  const address = await prepareDatabase(postgres);
  for (const sql of [
    'select * from funil.visit_contexts',
    `insert into funil.visit_contexts (lead_ref, context) values (gen_random_uuid(), '{}')`,
    'delete from funil.visit_contexts',
    'select funil.take_visit_context()',
  ]) {
    await expect(runQuery(address, sql, 'set role anon')).rejects.toMatchObject({ code: '42501' });
  }
});

test('a running server erases what is older than it may be, and nothing else', async () => {
  const address = await prepareDatabase(postgres);
  const [old, young] = [randomUUID(), randomUUID()];
  await runQuery(
    address,
    `insert into funil.visit_contexts (lead_ref, context, created_at) values
       ('${old}', '{}', now() - interval '8 days'), ('${young}', '{}', now() - interval '6 days')`,
  );
  const env = { DATABASE_URL: address, CONVERSION_CONTEXT_DAYS: '7', CONSOLE_PORT: '0' };
  await using _server = await startServer(env);
  await expect
    .poll(() => runQuery(address, 'select lead_ref from funil.visit_contexts'), {
      timeout: 20_000,
    })
    .toEqual([{ lead_ref: young }]);
});
