import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../../testkit/rows.ts';
import { makeFolder } from '../../../testkit/start-app.ts';
import { explainError } from '../../src/doctor/explain-error.ts';
import { findUtms } from '../../src/sales/payment-link.ts';
import { UnusableDatabaseError } from '../../src/store/health/database-error.ts';
import { useWriteAheadLog } from '../../src/store/sqlite/database.ts';
import { makeInsert, openTestStore, STORES } from './open-test-store.ts';

const ROW_MAKERS = [
  ['leads', makeLead],
  ['applications', makeApplication],
  ['application_drafts', makeDraft],
  ['jornada', makeEvent],
] as const;

test('SQLite: refuses a file system without shared memory, such as that of a network folder', () => {
  using folder = makeFolder();
  const file = join(folder.path, 'funil.db');
  // This way of locking has no shared memory, as on NFS, CIFS and FUSE.
  using database = new DatabaseSync(`file:${file}?vfs=unix-dotfile`);
  expect(() => useWriteAheadLog(database)).toThrow('write-ahead log');
  const explained = explainError(new UnusableDatabaseError('networkFolder'), {
    databaseUrl: null,
    dataDir: folder.path,
  });
  expect(explained).toMatch(
    /^\/.* é uma pasta de rede, em que o banco embutido não funciona\. Escolha em DATA_DIR uma pasta do disco/,
  );
});

test.each(STORES)('%s: stores a repeated save or event once', async (kind) => {
  await using opened = await openTestStore(kind);
  for (const [table, makeRow] of ROW_MAKERS.slice(1)) {
    const key = () => (table === 'jornada' ? {} : { save_id: randomUUID() });
    const row = { ...makeRow(), ...key() };
    const repeats = [row, row, { ...makeRow(), ...key() }];
    expect(await opened.store.insert(makeInsert(table, [row]))).toEqual({ ok: true });
    expect(await opened.store.insert(makeInsert(table, repeats))).toEqual({ ok: true });
    const [stored] = await opened.query(`select count(*) as n from ${table}`);
    expect(Number(stored?.n)).toBe(2);
  }
});

test('stores every save of an application, and shows the newest', async () => {
  await using opened = await openTestStore('SQLite');
  for (const [table, row] of [
    ['applications', makeApplication()],
    ['application_drafts', makeDraft()],
  ] as const) {
    for (const nome of ['Primeira', 'Segunda', 'Terceira']) {
      const saved = makeInsert(table, [{ ...row, nome }]);
      expect(await opened.store.insert(saved)).toEqual({ ok: true });
    }
    const [stored] = await opened.query(
      `select count(*) as n, count(distinct save_id) as saves, count(distinct id) as ids from ${table}`,
    );
    expect([Number(stored?.n), Number(stored?.saves), Number(stored?.ids)]).toEqual([3, 3, 1]);
    expect(await opened.query(`select nome from newest_${table}`)).toEqual([{ nome: 'Terceira' }]);
  }
});

test('PostgreSQL: creates the id of a save that was not stored by the server', async () => {
  await using opened = await openTestStore('PostgreSQL');
  await opened.store.insert(makeInsert('application_drafts', [makeDraft()]));
  const copied = 'id, nome, email, whatsapp, instagram';
  const copy = `insert into application_drafts (${copied}) select ${copied} from application_drafts`;
  await opened.change(copy);
  const saved = await opened.query('select save_id from application_drafts');
  expect(new Set(saved.map(({ save_id }) => save_id)).size).toBe(2);
  for (const { save_id } of saved) {
    expect(save_id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  }
});

test.each(STORES)('%s: stores one lead for fifty attempts with one key', async (kind) => {
  await using opened = await openTestStore(kind);
  const attempt = makeInsert('leads', [makeLead()], { idempotency_key: randomUUID() });
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => opened.store.insert(attempt)),
  );
  expect(outcomes).toEqual(outcomes.map(() => ({ ok: true })));
  const [stored] = await opened.query('select count(*) as n from leads');
  expect(Number(stored?.n)).toBe(1);
});

test.each(STORES)('%s: reports a conflict when the key belongs to another lead', async (kind) => {
  await using opened = await openTestStore(kind);
  const key = { idempotency_key: randomUUID() };
  await opened.store.insert(makeInsert('leads', [makeLead()], key));
  const other = makeInsert('leads', [makeLead({ telefone: '(11) 98761-1111' })], key);
  const [same, conflict, fresh] = await Promise.all([
    opened.store.insert(makeInsert('leads', [makeLead()], key)),
    opened.store.insert(other),
    opened.store.insert(makeInsert('leads', [makeLead()], { idempotency_key: randomUUID() })),
  ]);
  expect(same).toEqual({ ok: true });
  expect(conflict).toEqual({ ok: false, reason: 'conflict' });
  expect(fresh).toEqual({ ok: true });
});

test.each(STORES)('%s: stores the other requests of a commit when one is refused', async (kind) => {
  await using opened = await openTestStore(kind);
  const outcomes = await Promise.all([
    opened.store.insert(makeInsert('leads', [makeLead({ nome: 'Primeira' })])),
    opened.store.insert(
      makeInsert('leads', [makeLead({ nome: 'Nenhuma' }), makeLead({ nome: null })]),
    ),
    opened.store.insert(makeInsert('leads', [makeLead({ nome: 'Terceira' })])),
  ]);
  expect(outcomes).toEqual([
    { ok: true },
    { ok: false, reason: 'refused', code: '23502' },
    { ok: true },
  ]);
  const stored = await opened.query('select nome from leads order by nome');
  expect(stored).toEqual([{ nome: 'Primeira' }, { nome: 'Terceira' }]);
});

test.each(STORES)('%s: finds the UTMs of lead and application by their keys', async (kind) => {
  await using opened = await openTestStore(kind);
  const [key, application] = [randomUUID(), makeApplication({ utm_source: 'google' })];
  const lead = makeLead({ utm_source: 'meta', utm_term: 'ia' });
  await opened.store.insert(makeInsert('leads', [lead], { idempotency_key: key }));
  await opened.store.insert(makeInsert('applications', [application]));
  expect(await findUtms(opened.store, key)).toMatchObject({ utm_source: 'meta', utm_term: 'ia' });
  const utms = await findUtms(opened.store, String(application.id));
  expect(utms).toMatchObject({ utm_source: 'google' });
  expect(await findUtms(opened.store, randomUUID())).toBe(null);
});

test('SQLite reads few rows for a capture and its judgement when many rows have one phone', async () => {
  await using store = await openTestStore('SQLite');
  const [index] = await store.query(
    "select rootpage from sqlite_schema where name = 'leads_by_form'",
  );
  const steps = await store.query(
    "explain insert into leads (nome, telefone, phone_key, idempotency_key) values ('', '', '', '')",
  );
  const opened = steps.filter(({ opcode }) => opcode === 'OpenRead').map(({ p2 }) => p2);
  expect(opened).toContain(index?.rootpage);

  for (const table of ['leads', 'applications']) {
    const plan = await store.query(
      `explain query plan select 1 from ${table} where phone_key = '1'
       and created_at between '2026-01-01' and '2026-01-02' order by created_at desc limit 200`,
    );
    expect(plan.map(({ detail }) => detail)).toEqual([
      `SEARCH ${table} USING COVERING INDEX ${table}_by_phone_and_time (phone_key=? AND created_at>? AND created_at<?)`,
    ]);
  }
});
