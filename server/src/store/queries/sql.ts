import { DAY_MS } from '@funil/contract/durations';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { newestChangeSql } from '../capture/capture-store.ts';
import { dialectOf, type Queryable } from '../database.ts';

export interface RowShape<Column> {
  /** PostgreSQL takes the columns' types from this table. */
  readonly table: string;
  readonly columns: readonly Column[];
  /** SQLite stores these UUIDs as bytes. The rows have hexadecimal digits. */
  readonly uuidBytes?: readonly Column[];
}

/**
 * Returns a table expression for `from`. All rows are bound as one JSON value, because a statement's number of values
 * is limited. On SQLite, timestamps must have the form that the table stores.
 */
export function tableOfRows<Row extends object>(
  database: Queryable,
  { table, columns, uuidBytes = [] }: RowShape<keyof Row & string>,
  rows: readonly Row[],
): RawBuilder<unknown> {
  const rowsJson = JSON.stringify(rows);
  if (dialectOf(database) === 'postgres') {
    return sql`json_populate_recordset(null::${sql.table(table)}, ${rowsJson})`;
  }
  const expressions = columns.map((column) => {
    const value = sql`value ->> ${sql.lit(column)}`;
    return sql`${uuidBytes.includes(column) ? sql`unhex(${value})` : value} as ${sql.ref(column)}`;
  });
  return sql`(select ${sql.join(expressions)} from json_each(${rowsJson}))`;
}

/**
 * Returns the condition that a numeric column is in every subquery; each selects a column of that name. On PostgreSQL,
 * one array gathers the numbers first. Otherwise its planner would read both tables of a join in full, and with several
 * arrays PostgreSQL 15 and 16 scan the index for each combination of their elements.
 */
export const isInAllOf = (
  database: Queryable,
  column: string,
  subqueries: readonly RawBuilder<unknown>[],
): RawBuilder<SqlBool> => {
  const columnRef = sql.ref(column);
  if (dialectOf(database) === 'sqlite') {
    return sql.join<SqlBool>(
      subqueries.map((subquery) => sql`${columnRef} in (${subquery})`),
      sql` and `,
    );
  }
  const sets = subqueries.map((subquery) => sql`select ${columnRef} from (${subquery}) as found`);
  return sql<SqlBool>`${columnRef} = any(array(${sql.join(sets, sql` intersect `)}))`;
};

export function isInAny(
  columns: Readonly<Record<string, readonly (string | number)[]>>,
): RawBuilder<SqlBool> {
  const conditions = Object.entries(columns).flatMap(([column, values]) =>
    values.length === 0 ? [] : [sql`${sql.ref(column)} in (${sql.join(values)})`],
  );
  return anyOf(conditions);
}

/** False without conditions. */
export const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  conditions.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

/** Returns a list for `in (…)`, bound as one value, because a statement's number of values is limited. */
export const numbersOf = (database: Queryable, numbers: readonly number[]): RawBuilder<unknown> =>
  dialectOf(database) === 'sqlite'
    ? sql`select value from json_each(${JSON.stringify(numbers)})`
    : sql`select unnest(${numbers}::bigint[])`;

export const uuidsOf = (database: Queryable, uuids: readonly string[]): RawBuilder<unknown> =>
  dialectOf(database) === 'sqlite'
    ? sql`select value from json_each(${JSON.stringify(uuids)})`
    : sql`select unnest(${uuids}::uuid[])`;

/**
 * Returns a list for `in (…)`.
 * @param sessions ids as hexadecimal digits, which SQLite stores as bytes
 */
export const sessionIdsOf = (
  database: Queryable,
  sessions: readonly string[],
): RawBuilder<unknown> =>
  dialectOf(database) === 'sqlite'
    ? sql`select unhex(value) from json_each(${JSON.stringify(sessions)})`
    : uuidsOf(database, sessions);

/** Returns a UUID as 32 hexadecimal digits. SQLite stores it as bytes. */
export const hexOf = (database: Queryable, column: string): RawBuilder<string> =>
  dialectOf(database) === 'sqlite'
    ? sql<string>`lower(hex(${sql.ref(column)}))`
    : sql<string>`replace(${sql.ref(column)}::text, '-', '')`;

/** Returns a timestamp in ms since 1970, as SQLite stores it. */
export const msOf = (database: Queryable, column: string): RawBuilder<number> =>
  dialectOf(database) === 'sqlite'
    ? sql<number>`${sql.ref(column)}`
    : sql<number>`extract(epoch from ${sql.ref(column)}) * 1000`;

/** Returns a time for columns that hold ms since 1970 on SQLite, and timestamps on PostgreSQL. */
export const toStoredTime = (database: Queryable, ms: number): number | string =>
  dialectOf(database) === 'sqlite' ? ms : new Date(ms).toISOString();

/** Returns the day in Brasília as `YYYY-MM-DD`, like `dayOf` (contract/src/brasilia.ts). SQLite stores ISO text. */
export const brasiliaDayOf = (database: Queryable, column: string): RawBuilder<string> =>
  dialectOf(database) === 'sqlite'
    ? sql<string>`date(${sql.ref(column)}, '-3 hours')`
    : sql<string>`to_char(${sql.ref(column)} at time zone 'UTC' - interval '3 hours', 'YYYY-MM-DD')`;

/** @param column a timestamp that SQLite stores as ISO text */
export const daysBefore = (
  database: Queryable,
  column: RawBuilder<unknown>,
  days: number,
): RawBuilder<unknown> =>
  dialectOf(database) === 'sqlite'
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, ${sql.lit(`-${days} days`)})`
    : sql`${column} - interval ${sql.lit(`${days} days`)}`;

/** Returns the hour in UTC. SQLite stores ISO text. */
export const hourOf = (database: Queryable, column: string): RawBuilder<string> =>
  dialectOf(database) === 'sqlite'
    ? sql`substr(${sql.ref(column)}, 1, 13)`
    : sql`date_trunc('hour', ${sql.ref(column)}, 'UTC')`;

/** Returns the table of events. On SQLite, `jornada` is a view of it. */
export const eventTable = (database: Queryable): RawBuilder<unknown> =>
  sql.table(dialectOf(database) === 'sqlite' ? 'events' : 'jornada');

export const rowLock = (
  database: Queryable,
  lock: 'update' | 'update skip locked' | 'share of destinations',
): RawBuilder<unknown> => (dialectOf(database) === 'sqlite' ? sql`` : sql.raw(`for ${lock}`));

/**
 * Returns a condition on events that their unique index serves.
 * @param session the UUID's 32 hexadecimal digits
 * @param days the UTC days of the event, counted since 1970
 */
export function isOfSession(
  database: Queryable,
  session: string,
  days: readonly number[],
): RawBuilder<SqlBool> {
  if (dialectOf(database) === 'sqlite') {
    return sql<SqlBool>`occurred_at / 86400000 in (${sql.join(days.map((day) => sql.lit(day)))})
      and session_id = unhex(${session})`;
  }
  const dates = days.map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
  return sql<SqlBool>`(occurred_at at time zone 'UTC')::date = any(${dates}::date[])
    and uuid_hash(session_id) = uuid_hash(${session}::uuid) and session_id = ${session}::uuid`;
}

export const newestChangeNumber = (database: Queryable): RawBuilder<number> =>
  sql.raw<number>(newestChangeSql(dialectOf(database)));

export const rowNumber = (database: Queryable, table: string): RawBuilder<number> =>
  sql.ref(`${table}.${dialectOf(database) === 'sqlite' ? 'rowid' : 'number'}`);
