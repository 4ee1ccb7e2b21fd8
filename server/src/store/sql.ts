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
