import type pg from 'pg';
import { expect, test } from 'vitest';
import { connectPostgres, insertRows } from '../../../testkit/databases/start-postgres.ts';
import { makeEvent } from '../../../testkit/rows.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { trackSettledEventNumbers } from '../../src/store/postgres/settled-numbers.ts';
import { usePostgres } from './open-test-store.ts';

const postgres = await usePostgres();

const insertEvent = (client: pg.Client) => insertRows(client, 'jornada', [makeEvent()]);

test('settles a number when all transactions that were open when it was read have ended', async () => {
  const url = await postgres.createDatabase();
  await using openWriter = await connectPostgres(url);
  await using committedWriter = await connectPostgres(url);
  await using database = await openDatabase({ databaseUrl: url, dataDir: '' }, 'write');
  const numbers = trackSettledEventNumbers(database);
  await openWriter.query('begin');
  await insertEvent(openWriter);
  await insertEvent(committedWriter);
  expect(await numbers.read()).toEqual({ newest: 2, settled: 0 });
  await insertEvent(committedWriter);
  expect(await numbers.read()).toEqual({ newest: 3, settled: 0 });
  await openWriter.query('commit');
  expect(await numbers.read()).toEqual({ newest: 3, settled: 3 });
});

test('settles numbers at once when only the reading transaction is open', async () => {
  const url = await postgres.createDatabase();
  await using writer = await connectPostgres(url);
  await insertEvent(writer);
  await using database = await openDatabase({ databaseUrl: url, dataDir: '' }, 'write');
  const reading = database
    .transaction()
    .execute((transaction) => trackSettledEventNumbers(transaction).read());
  expect(await reading).toEqual({ newest: 1, settled: 1 });
});

test('does not wait for transactions that store no events, here or in another database', async () => {
  const url = await postgres.createDatabase();
  await using writer = await connectPostgres(url);
  await using other = await connectPostgres(url);
  await using otherDatabase = await connectPostgres(await postgres.createEmptyDatabase());
  for (const client of [other, otherDatabase])
    await client.query('begin; create table of_others (); select pg_current_xact_id()');
  await insertEvent(writer);
  await using database = await openDatabase({ databaseUrl: url, dataDir: '' }, 'write');
  expect(await trackSettledEventNumbers(database).read()).toEqual({ newest: 1, settled: 1 });
});

test('does not wait for transactions that began after the number was read', async () => {
  const url = await postgres.createDatabase();
  await using openWriter = await connectPostgres(url);
  await using laterWriter = await connectPostgres(url);
  await using database = await openDatabase({ databaseUrl: url, dataDir: '' }, 'write');
  const numbers = trackSettledEventNumbers(database);
  await openWriter.query('begin');
  await insertEvent(openWriter);
  expect(await numbers.read()).toEqual({ newest: 1, settled: 0 });
  await laterWriter.query('begin');
  await insertEvent(laterWriter);
  await openWriter.query('commit');
  expect(await numbers.read()).toEqual({ newest: 2, settled: 1 });
});
