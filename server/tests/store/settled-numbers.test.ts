import pg from 'pg';
import { expect, test } from 'vitest';
import { makeEvent } from '../../../testkit/rows.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { trackSettledEventNumbers } from '../../src/store/postgres/settled-numbers.ts';
import { usePostgres } from './open-test-store.ts';

const postgres = await usePostgres();

async function openClient(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  return {
    client,
    async insertEvent() {
      const columns = Object.keys(makeEvent()).join(', ');
      await client.query(
        `insert into jornada (${columns}) select ${columns} from json_populate_record(null::jornada, $1)`,
        [JSON.stringify(makeEvent())],
      );
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

test('settles a number when all transactions that were open when it was read have ended', async () => {
  const url = await postgres.createDatabase();
  await using openWriter = await openClient(url);
  await using committedWriter = await openClient(url);
  await using database = await openDatabase({ databaseUrl: url, dataDir: '' }, 'write');
  const numbers = trackSettledEventNumbers(database);
  await openWriter.client.query('begin');
  await openWriter.insertEvent();
  await committedWriter.insertEvent();
  expect(await numbers.read()).toEqual({ newest: 2, settled: 0 });
  await committedWriter.insertEvent();
  expect(await numbers.read()).toEqual({ newest: 3, settled: 0 });
  await openWriter.client.query('commit');
  expect(await numbers.read()).toEqual({ newest: 3, settled: 3 });
});

test('settles numbers at once when only the reading transaction is open', async () => {
  const url = await postgres.createDatabase();
  await using writer = await openClient(url);
  await writer.insertEvent();
  await using database = await openDatabase({ databaseUrl: url, dataDir: '' }, 'write');
  const reading = database
    .transaction()
    .execute((transaction) => trackSettledEventNumbers(transaction).read());
  expect(await reading).toEqual({ newest: 1, settled: 1 });
});

test('does not wait for transactions that store no events, here or in another database', async () => {
  const url = await postgres.createDatabase();
  await using writer = await openClient(url);
  await using other = await openClient(url);
  await using otherDatabase = await openClient(await postgres.createEmptyDatabase());
  for (const { client } of [other, otherDatabase])
    await client.query('begin; create table of_others (); select pg_current_xact_id()');
  await writer.insertEvent();
  await using database = await openDatabase({ databaseUrl: url, dataDir: '' }, 'write');
  expect(await trackSettledEventNumbers(database).read()).toEqual({ newest: 1, settled: 1 });
});

test('does not wait for transactions that began after the number was read', async () => {
  const url = await postgres.createDatabase();
  await using openWriter = await openClient(url);
  await using laterWriter = await openClient(url);
  await using database = await openDatabase({ databaseUrl: url, dataDir: '' }, 'write');
  const numbers = trackSettledEventNumbers(database);
  await openWriter.client.query('begin');
  await openWriter.insertEvent();
  expect(await numbers.read()).toEqual({ newest: 1, settled: 0 });
  await laterWriter.client.query('begin');
  await laterWriter.insertEvent();
  await openWriter.client.query('commit');
  expect(await numbers.read()).toEqual({ newest: 2, settled: 1 });
});
