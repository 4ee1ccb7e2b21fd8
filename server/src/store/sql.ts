import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from './database.ts';

type ColumnType = 'uuid' | 'text' | 'timestamptz';

/**
 * Returns a table expression for `from`, with one row for each given row: one bound value, however many rows there are.
 * Timestamps are ISO text.
 */
export function tableOf<Column extends string>(
  dialect: DialectName,
  columns: Readonly<Record<Column, ColumnType>>,
  rows: readonly Readonly<Record<Column, string | null>>[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  const types = Object.entries<ColumnType>(columns);
  if (dialect === 'postgres') {
    const list = types.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
    return sql`(select * from json_to_recordset(${json}) as row_of (${sql.join(list)}))`;
  }
  const list = types.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`);
  return sql`(select ${sql.join(list)} from json_each(${json}))`;
}

/** Returns a subquery of numbers for `in (…)`: one bound value, however many numbers there are. */
export const numbersOf = (dialect: DialectName, numbers: readonly number[]): RawBuilder<unknown> =>
  dialect === 'sqlite'
    ? sql`select value from json_each(${JSON.stringify(numbers)})`
    : sql`select unnest(${numbers}::bigint[])`;

/** Returns a subquery of UUIDs for `in (…)`, where SQLite stores them as text. */
export const uuidsOf = (dialect: DialectName, uuids: readonly string[]): RawBuilder<unknown> =>
  dialect === 'sqlite'
    ? sql`select value from json_each(${JSON.stringify(uuids)})`
    : sql`select unnest(${uuids}::uuid[])`;

/** Returns a UUID column, which SQLite stores as bytes, as 32 hexadecimal digits. */
export const hexOf = (dialect: DialectName, column: string): RawBuilder<string> =>
  dialect === 'sqlite'
    ? sql<string>`lower(hex(${sql.ref(column)}))`
    : sql<string>`replace(${sql.ref(column)}::text, '-', '')`;

/** Returns a timestamp column, which SQLite stores in ms since 1970, in ms. */
export const msOf = (dialect: DialectName, column: string): RawBuilder<number> =>
  dialect === 'sqlite'
    ? sql<number>`${sql.ref(column)}`
    : sql<number>`extract(epoch from ${sql.ref(column)}) * 1000`;

/** Returns ms since 1970 as a value to compare with such a column. */
export const storedMs = (dialect: DialectName, ms: number): number | string =>
  dialect === 'sqlite' ? ms : new Date(ms).toISOString();

/** Returns a boolean as the database stores it. */
export const storedBoolean = (dialect: DialectName, value: boolean): boolean | number =>
  dialect === 'sqlite' ? Number(value) : value;

/** Returns a timestamp column, stored as ISO text on SQLite, moved back by whole days. */
export const daysBefore = (
  dialect: DialectName,
  column: RawBuilder<unknown>,
  days: number,
): RawBuilder<unknown> =>
  dialect === 'sqlite'
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, ${sql.lit(`-${days} days`)})`
    : sql`${column} - interval ${sql.lit(`${days} days`)}`;
