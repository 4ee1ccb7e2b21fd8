import type { DatabaseSync } from 'node:sqlite';
import { hasInvisible } from '@funil/contract/characters';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeApplication } from '../../testkit/rows.ts';
import { makeFolder } from '../../testkit/start-app.ts';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { createPostgresStore } from '../src/store/postgres/store.ts';
import { openForWriting } from '../src/store/sqlite/database.ts';
import { fillKey, TABLE_FACTS } from '../src/store/tables.ts';
import { makeInsert, openTestStore } from './open-test-store.ts';
import { SAMPLES, type Sample } from './row-samples.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

/** What one place decides otherwise than the table of values says; short enough to be read. */
function tell({ table, column, row, takes }: Sample): string {
  const value = JSON.stringify(row[column]) ?? 'undefined';
  return `${takes ? 'refuses' : 'takes'} ${table}.${column} ${value.length} ${value.slice(0, 60)}`;
}

test('the contract keeps to the table of limits', () => {
  const wrong = SAMPLES.filter(
    ({ table, row, takes }) => TABLE_FACTS[table].schema.safeParse(row).success !== takes,
  );
  expect(wrong.map(tell)).toEqual([]);
});

function storeInSqlite(database: DatabaseSync, { table, row: sent }: Sample): boolean {
  const row = fillKey(table, sent);
  const values = TABLE_FACTS[table].columns.map((column) => {
    const value = row[column] ?? null;
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
  const marks = values.map(() => '?').join(', ');
  try {
    database
      .prepare(`insert into ${table} (${TABLE_FACTS[table].columns}) values (${marks})`)
      .run(...(values as string[]));
    return true;
  } catch (error) {
    // Anything but a broken rule is trouble of the database, and fails the test.
    if (Number((error as { errcode?: number }).errcode) % 256 !== 19) throw error;
    return false;
  }
}

test('SQLite keeps to the table of limits by itself', () => {
  using folder = makeFolder();
  using database = openForWriting(folder.path);
  const wrong = SAMPLES.filter((sample) => storeInSqlite(database, sample) !== sample.takes);
  expect(wrong.map(tell)).toEqual([]);
});

async function storeInPostgres(client: pg.Client, { table, row }: Sample): Promise<boolean> {
  const columns = TABLE_FACTS[table].columns.join(', ');
  try {
    await client.query(
      `insert into public.${table} (${columns})
       select ${columns} from json_populate_recordset(null::public.${table}, $1)`,
      [JSON.stringify([fillKey(table, row)])],
    );
    return true;
  } catch (error) {
    if (!/^2[23]/.test((error as pg.DatabaseError).code ?? '')) throw error;
    return false;
  }
}

test('PostgreSQL keeps to the table of limits by itself', async () => {
  const address = await postgres.createDatabase();
  const client = new pg.Client(address);
  await client.connect();
  await client.query('set role anon');
  const wrong: Sample[] = [];
  for (const sample of SAMPLES) {
    if ((await storeInPostgres(client, sample)) !== sample.takes) wrong.push(sample);
  }
  await client.end();
  expect(wrong.map(tell)).toEqual([]);
});

/** Every character there is, save halves of pairs and NUL, which neither database can hold. */
const CHARACTERS = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

test('page and databases agree on which characters show nothing', async () => {
  const unseen = CHARACTERS.filter(hasInvisible);
  using folder = makeFolder();
  using database = openForWriting(folder.path);
  const stored = database
    .prepare(
      `with recursive codes (code) as (
         select 1 union all select code + 1 from codes where code < ${0x10ffff}
       )
       select char(code) as character from codes, invisible
       where code not between ${0xd800} and ${0xdfff} and char(code) glob '[' || class || ']'`,
    )
    .all();
  expect(stored.map(({ character }) => character)).toEqual(unseen);

  const address = await postgres.createDatabase();
  await createPostgresStore(address, () => {}).store.isReady();
  const rows = await runQuery(
    address,
    `select chr(code) as character from generate_series(1, ${0x10ffff}) as code
     where code not between ${0xd800} and ${0xdfff} and funil.has_invisible(chr(code))`,
  );
  expect(rows.map(({ character }) => character)).toEqual(unseen);
});

const text = (least: number, most: number) =>
  fc
    .string({ unit: 'grapheme', minLength: least, maxLength: most, size: 'max' })
    .filter((value) => value.isWellFormed() && !value.includes('\0') && value.length <= most);

const application = fc.record({
  nome: text(0, 190).map((value) => `An${value}a`),
  instagram: fc.constantFrom('', '@', '@joão.1_', '@名前', '@ÀÉ.x', '@𝒳'),
  email: fc.constantFrom('a@b.c', 'joão+x@exemplo.com.br', '"x"@[1.2]'),
  whatsapp: fc.constantFrom('1234567890', '+55 (11) 98765-4321', '+1 415 555 0100'),
  principais_desafios: text(10, 600).map((value) => `início ${value} final`),
  experiencia_anterior: text(0, 600),
  utm_campaign: text(0, 250),
  origem_timestamp: fc.constantFrom('2024-02-29T23:59:59Z', '2000-01-01T00:00:00.1Z'),
});

test('both stores give back what they took, whatever its characters', async () => {
  await using sqlite = await openTestStore('SQLite', postgres);
  await using postgresql = await openTestStore('PostgreSQL', postgres);
  const columns = 'nome, instagram, email, whatsapp, principais_desafios, utm_campaign';
  await fc.assert(
    fc.asyncProperty(application, async (fields) => {
      const row = makeApplication(fields);
      for (const { store, query } of [sqlite, postgresql]) {
        expect(await store.insert(makeInsert('applications', [row]))).toEqual({ ok: true });
        const [stored] = await query(`select ${columns} from applications where id = '${row.id}'`);
        expect(row).toMatchObject(stored ?? { missing: true });
      }
    }),
    { numRuns: 60 },
  );
});
