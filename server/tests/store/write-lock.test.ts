import { expect, test } from 'vitest';
import { makeDatabase, makeFolder } from '../../../testkit/start-app.ts';
import type { Database } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { openVisitUpdater } from '../../src/visits/open-updater.ts';

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
  const others = [
    write(second).then(record('a statement')),
    second.transaction().execute(write).then(record('another transaction')),
    visits.reset().then(record('visits')),
  ];
  await new Promise((resolve) => setImmediate(resolve));
  order.push('the thread');
  end.resolve();
  await Promise.all([transaction, ...others]);
  expect(order.slice(0, 2)).toEqual(['the thread', 'the first transaction']);
  expect(order.slice(2).toSorted()).toEqual(['a statement', 'another transaction', 'visits']);
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
