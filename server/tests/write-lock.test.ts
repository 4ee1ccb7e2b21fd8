import { expect, test } from 'vitest';
import { makeFolder } from '../../testkit/start-app.ts';
import type { Database } from '../src/store/database.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { openForWriting } from '../src/store/sqlite/database.ts';
import { createSqliteVisitUpdater } from '../src/visits/sqlite-visits.ts';

/** The thread's next round: whoever blocks it lets none come. */
const nextRound = () => new Promise((resolve) => setImmediate(resolve));

const write = (database: Pick<Database, 'updateTable'>) =>
  database.updateTable('delivery_progress').set({ last_number: 1 }).execute();

test('who writes waits for others of the same thread, which goes on meanwhile', async () => {
  using folder = makeFolder();
  const visits = createSqliteVisitUpdater(openForWriting(folder.path));
  const config = { dataDir: folder.path, databaseUrl: null };
  await using first = await openDatabase(config, 'write');
  await using second = await openDatabase(config, 'write');
  const order: string[] = [];
  const note = (what: string) => () => order.push(what);
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = first.transaction().execute(async (step) => {
    await write(step);
    begun.resolve();
    await end.promise;
    order.push('the first transaction');
  });
  await begun.promise;
  const others = [
    write(second).then(note('a statement')),
    second.transaction().execute(write).then(note('another transaction')),
    visits.reset().then(note('visits')),
  ];
  await nextRound();
  order.push('the thread');
  end.resolve();
  await Promise.all([transaction, ...others]);
  await visits.close();
  expect(order.slice(0, 2)).toEqual(['the thread', 'the first transaction']);
  expect(order.slice(2).toSorted()).toEqual(['a statement', 'another transaction', 'visits']);
});

test('a transaction that fails ends its turn', async () => {
  using folder = makeFolder();
  openForWriting(folder.path).close();
  await using database = await openDatabase({ dataDir: folder.path, databaseUrl: null }, 'write');
  const failing = database.transaction().execute(() => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await write(database);
  expect(numUpdatedRows).toBeGreaterThan(0n);
});
