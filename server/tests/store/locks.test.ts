import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeLead } from '../../../testkit/rows.ts';
import { makeDatabase, makeFolder, postRows } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import type { Database, Queryable } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { openVisitUpdater } from '../../src/visits/open-updater.ts';
import { makeInsert } from './open-test-store.ts';

test('makes only captures wait while another process writes, and answers 503 to a capture that has waited too long', async () => {
  using folder = makeFolder();
  await using server = await startServer({ DATA_DIR: folder.path, RATE_LIMIT: '0' });
  // The locks of this connection act like those of another process.
  using other = new DatabaseSync(`${folder.path}/funil.db`, { timeout: 60_000 });
  other.exec('begin immediate');
  const answers: unknown[] = [];
  const lead = postRows(server.address, 'leads', makeLead()).then(({ status }) =>
    answers.push(['leads', status]),
  );
  for (const path of ['healthz', 'healthz', 'readyz']) {
    answers.push([path, (await fetch(`${server.address}/${path}`)).status]);
  }
  other.exec('rollback');
  await lead;
  expect(answers).toEqual([
    ['healthz', 200],
    ['healthz', 200],
    ['readyz', 200],
    ['leads', 201],
  ]);

  other.exec('begin immediate');
  const refused = await postRows(server.address, 'leads', makeLead());
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  await expect.poll(async () => (await fetch(`${server.address}/readyz`)).status).toBe(503);
  other.exec('rollback');
  // The server's own threads waited for the lock, too: one of them may write first.
  await expect
    .poll(async () => (await postRows(server.address, 'leads', makeLead())).status)
    .toBe(201);
});

test('stores a lead between two transactions when a task writes one after the other', async () => {
  using folder = makeFolder();
  const store = createSqliteStore(folder.path, () => {});
  await using database = await openDatabase({ dataDir: folder.path, databaseUrl: null }, 'write');
  const write = () =>
    database
      .transaction()
      .execute((transaction) => transaction.updateTable('changes').set({ due_at: null }).execute());
  let stored: unknown = null;
  let transactions = 0;
  const writing = (async () => {
    for (; stored === null && transactions < 1_000; transactions += 1) await write();
  })();
  const inserted = store.insert(makeInsert('leads', [makeLead()])).then((outcome) => {
    stored = outcome;
  });
  await Promise.all([writing, inserted]);
  expect(stored).toEqual({ ok: true });
  expect(transactions).toBeLessThan(1_000);
  await store.close();
});

const write = (database: Pick<Database, 'updateTable'>) =>
  database.updateTable('erasure_count').set({ times: 1 }).execute();

test('waits for another writer of the same thread without blocking the thread', async () => {
  using folder = makeFolder();
  makeDatabase(folder.path);
  const config = { dataDir: folder.path, databaseUrl: null };
  await using visits = await openVisitUpdater(config);
  await using first = await openDatabase(config, 'write');
  await using second = await openDatabase(config, 'write');
  const order: string[] = [];
  const record = (step: string) => () => order.push(step);
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = first.transaction().execute(async (step) => {
    await write(step);
    begun.resolve();
    await end.promise;
    order.push('the first transaction');
  });
  await begun.promise;
  const writes = [
    write(second).then(record('a statement')),
    second.transaction().execute(write).then(record('another transaction')),
    visits.reset().then(record('visits')),
  ];
  await new Promise((resolve) => setImmediate(resolve));
  order.push('the thread');
  end.resolve();
  await Promise.all([transaction, ...writes]);
  expect(order.slice(0, 2)).toEqual(['the thread', 'the first transaction']);
  expect(order.slice(2).toSorted()).toEqual(['a statement', 'another transaction', 'visits']);
});

test('reads while another connection of the same thread writes', async () => {
  using folder = makeFolder();
  makeDatabase(folder.path);
  const config = { dataDir: folder.path, databaseUrl: null };
  await using writer = await openDatabase(config, 'write');
  await using reader = await openDatabase(config, 'write');
  const select = (database: Queryable) => sql`select times from erasure_count`.execute(database);
  await writer.transaction().execute(async (transaction) => {
    await write(transaction);
    await select(reader);
    const reading = reader.transaction().setAccessMode('read only');
    await reading.execute((step) => select(step));
  });
});

test('releases the write lock when a transaction fails', async () => {
  using folder = makeFolder();
  makeDatabase(folder.path);
  await using database = await openDatabase({ dataDir: folder.path, databaseUrl: null }, 'write');
  const failing = database.transaction().execute(() => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await write(database);
  expect(numUpdatedRows).toBeGreaterThan(0n);
});
