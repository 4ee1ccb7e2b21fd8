import type { CaptureTable } from '@funil/contract/capture/protocol';
import { hasInvisibleCharacter } from '@funil/contract/characters';
import fc from 'fast-check';
import type pg from 'pg';
import { expect, test } from 'vitest';
import {
  connectPostgres,
  insertRows,
  runQuery,
} from '../../../testkit/databases/start-postgres.ts';
import { makeApplication, makeEvent, makeLead } from '../../../testkit/rows.ts';
import { addDefaults, CAPTURE_TABLES } from '../../src/store/capture/capture-store.ts';
import { createPostgresStore } from '../../src/store/postgres/store.ts';
import { makeInsert, openTestStore, usePostgres } from './open-test-store.ts';
import { SAMPLES, type Sample } from './row-samples.ts';

const postgres = await usePostgres();

type Row = Record<string, unknown>;

async function openPostgres() {
  const client = await connectPostgres(await postgres.createDatabase());
  await client.query('set role anon');
  return {
    async accepts(table: CaptureTable, row: Row): Promise<boolean> {
      try {
        await insertRows(client, table, [row]);
        return true;
      } catch (error) {
        if (!/^2[23]/.test((error as pg.DatabaseError).code ?? '')) throw error;
        return false;
      }
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Describes a sample that is wrongly accepted or refused. */
function describeSample({ table, column, row, isValid }: Sample): string {
  const value = JSON.stringify(row[column]) ?? 'undefined';
  return `${isValid ? 'refuses' : 'accepts'} ${table}.${column} ${value.length} ${value.slice(0, 60)}`;
}

test('the contract accepts the valid samples and refuses all others', () => {
  const wrong = SAMPLES.filter(
    ({ table, row, isValid }) => CAPTURE_TABLES[table].schema.safeParse(row).success !== isValid,
  );
  expect(wrong.map(describeSample)).toEqual([]);
});

test('has samples of every column that a visitor fills in', () => {
  const missing = Object.entries(CAPTURE_TABLES).flatMap(([table, { schema }]) =>
    Object.keys(schema.shape)
      .filter(
        (column) => !SAMPLES.some((sample) => sample.table === table && sample.column === column),
      )
      .map((column) => `${table}.${column}`),
  );
  expect(missing).toEqual([]);
});

test('PostgreSQL accepts the valid samples and refuses all others', async () => {
  await using tables = await openPostgres();
  const wrong: Sample[] = [];
  for (const sample of SAMPLES) {
    const isAccepted = await tables.accepts(sample.table, addDefaults(sample.table, sample.row));
    if (isAccepted !== sample.isValid) wrong.push(sample);
  }
  expect(wrong.map(describeSample)).toEqual([]);
});

const TEXT_PIECES = ['.', 'a', ' ', '1', '@', '\u200b', '😀', '.@', 'a '];
/** Every column's table, and a function that makes a row with a text in the column. */
const TEXT_COLUMNS = (
  [
    ['leads', makeLead],
    ['applications', makeApplication],
    ['jornada', makeEvent],
  ] as const
).flatMap(([table, make]) =>
  [...Object.keys(make()), ...(table === 'jornada' ? [] : ['respostas'])].map((column) => {
    const makeRow = (text: string) => {
      if (column === 'botoes_clicados') {
        return make({ [column]: [{ botao: text, timestamp: text, secao: text }] });
      }
      if (column === 'respostas') return make({ [column]: { a: text, [text]: [text] } });
      return make({ [column]: column === 'payload' ? { time_in_view_ms: 1, text } : text });
    };
    return { table, makeRow };
  }),
);
/** So long that a check in quadratic time would exceed the test's time limit. */
const LONG_TEXT_LENGTH = 256 * 1024;

test('PostgreSQL checks every column of a long text in linear time', async () => {
  await using tables = await openPostgres();
  for (const { table, makeRow } of TEXT_COLUMNS) {
    for (const piece of TEXT_PIECES) {
      const row = makeRow(`a@${piece.repeat(LONG_TEXT_LENGTH / piece.length)}@`);
      await tables.accepts(table, row).catch(() => {
        // Other errors than a broken constraint are ignored, because only the time matters here.
      });
    }
  }
});

/** Every character except surrogates and NUL, which PostgreSQL cannot store. */
const CHARACTERS = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

test('contract and PostgreSQL agree on which characters are invisible', async () => {
  const invisible = CHARACTERS.filter(hasInvisibleCharacter);
  const address = await postgres.createDatabase();
  await createPostgresStore(address, () => {}).isReady();
  const rows = await runQuery(
    address,
    `select chr(code) as character from generate_series(1, ${0x10ffff}) as code
     where code not between ${0xd800} and ${0xdfff} and funil.has_invisible(chr(code))`,
  );
  expect(rows.map(({ character }) => character)).toEqual(invisible);
});

const text = (minLength: number, maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength, maxLength, size: 'max' })
    .filter((value) => value.isWellFormed() && !value.includes('\0') && value.length <= maxLength);

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

test('both stores return texts of any characters unchanged', async () => {
  await using sqlite = await openTestStore('SQLite');
  await using postgresql = await openTestStore('PostgreSQL');
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
