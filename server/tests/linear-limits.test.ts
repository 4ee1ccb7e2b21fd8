import type { Table } from '@funil/contract/protocol';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeApplication, makeEvent, makeLead } from '../../testkit/rows.ts';
import { makeFolder } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { openForWriting } from '../src/store/sqlite/database.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const PIECES = ['.', 'a', ' ', '1', '@', '\u200b', '😀', '.@', 'a '];
const worst = (bytes: number, piece: string) => `a@${piece.repeat(bytes / piece.length)}@`;

const click = (text: string) => [{ botao: text, timestamp: text, secao: text }];
/** A row whose columns, each by itself, hold a text as long as a request can carry. */
const COLUMNS = [
  ...Object.keys(makeLead()).map((column) => ['leads', makeLead, column] as const),
  ...Object.keys(makeApplication()).map(
    (column) => ['applications', makeApplication, column] as const,
  ),
  ...Object.keys(makeEvent()).map((column) => ['jornada', makeEvent, column] as const),
];

function makeRow(make: (change: Record<string, unknown>) => object, column: string, text: string) {
  if (column === 'botoes_clicados') return make({ [column]: click(text) });
  if (column === 'payload') return make({ [column]: { time_in_view_ms: 1, text } });
  return make({ [column]: text });
}

type Insert = (table: Table, row: object) => unknown;

async function timeOf(insert: Insert, table: Table, row: object): Promise<number> {
  const start = performance.now();
  await insert(table, row);
  return performance.now() - start;
}

/** Shorter times, in ms, say nothing: what grows with the square of 32,000 takes a hundred times as long. */
const MEASURABLE = 5;

/** The columns in which twice as long a text takes three times as long; by the best of several. */
async function findSlow(insert: Insert): Promise<string[]> {
  const slow: string[] = [];
  for (const [table, make, column] of COLUMNS) {
    for (const piece of PIECES) {
      const half = makeRow(make, column, worst(16_000, piece));
      const whole = makeRow(make, column, worst(32_000, piece));
      let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (
        let attempt = 0;
        attempt < 20 && !(long < 3 * short || long < MEASURABLE);
        attempt += 1
      ) {
        short = Math.min(short, await timeOf(insert, table, half));
        long = Math.min(long, await timeOf(insert, table, whole));
      }
      if (long >= 3 * short && long >= MEASURABLE)
        slow.push(`${table}.${column} ${piece} ${(long / short).toFixed(1)}`);
    }
  }
  return slow;
}

test('SQLite: no rule takes longer than the text is long', async () => {
  using folder = makeFolder();
  using database = openForWriting(folder.path);
  const insert: Insert = (table, row) => {
    const values = Object.values(row).map((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    );
    const marks = values.map(() => '?').join(', ');
    try {
      database
        .prepare(`insert into ${table} (${Object.keys(row)}) values (${marks})`)
        .run(...values);
    } catch {
      // Refused, as nearly all of these are.
    }
  };
  expect(await findSlow(insert)).toEqual([]);
}, 60_000);

test('PostgreSQL: no rule takes longer than the text is long', async () => {
  const address = await postgres.createDatabase();
  const client = new pg.Client(address);
  await client.connect();
  const insert: Insert = (table, row) => {
    const columns = Object.keys(row).join(', ');
    return client
      .query(
        `insert into public.${table} (${columns})
         select ${columns} from json_populate_recordset(null::public.${table}, $1)`,
        [JSON.stringify([row])],
      )
      .catch(() => {
        // Refused, as nearly all of these are.
      });
  };
  const slow = await findSlow(insert);
  await client.end();
  expect(slow).toEqual([]);
}, 60_000);
