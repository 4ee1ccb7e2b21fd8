import { DAY_MS } from '@funil/contract/durations';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf, type Tables } from './database.ts';
import { newestChangeSql } from './read-captures.ts';

/** The columns of rows that a statement binds as one value. */
export interface RowShape<Column> {
  /** The table whose columns give PostgreSQL the types. */
  readonly table: string;
  readonly columns: readonly Column[];
  /** UUIDs that SQLite stores as bytes; the rows have their hexadecimal digits. */
  readonly uuidBytes?: readonly Column[];
}

/**
 * Returns a table expression for `from` with the given rows, which are bound as one JSON value, however many they are.
 * On SQLite, timestamps must have the form that the table stores.
 */
export function tableOf<Row extends object>(
  database: Kysely<Tables>,
  { table, columns, uuidBytes = [] }: RowShape<keyof Row & string>,
  rows: readonly Row[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  if (dialectOf(database) === 'postgres') {
    return sql`json_populate_recordset(null::${sql.table(table)}, ${json})`;
  }
  const expressions = columns.map((column) => {
    const value = sql`value ->> ${sql.lit(column)}`;
    return sql`${uuidBytes.includes(column) ? sql`unhex(${value})` : value} as ${sql.ref(column)}`;
  });
  return sql`(select ${sql.join(expressions)} from json_each(${json}))`;
}

/**
 * Returns the condition that a column's number is in each of one or more subqueries, which select a column of the same
 * name. PostgreSQL gathers the numbers first, in one array, because its planner would otherwise read both tables of a
 * join in full, and with several arrays PostgreSQL 15 and 16 scan the index for each combination of their elements.
 */
export const isInEach = (
  database: Kysely<Tables>,
  column: string,
  subqueries: readonly RawBuilder<unknown>[],
): RawBuilder<SqlBool> => {
  const name = sql.ref(column);
  if (dialectOf(database) === 'sqlite') {
    return sql.join<SqlBool>(
      subqueries.map((subquery) => sql`${name} in (${subquery})`),
      sql` and `,
    );
  }
  const sets = subqueries.map((subquery) => sql`select ${name} from (${subquery}) as found`);
  return sql<SqlBool>`${name} = any(array(${sql.join(sets, sql` intersect `)}))`;
};

/** Returns the condition that at least one of the columns has one of its values. */
export function isInAny(
  columns: Readonly<Record<string, readonly (string | number)[]>>,
): RawBuilder<SqlBool> {
  const conditions = Object.entries(columns).flatMap(([column, values]) =>
    values.length === 0 ? [] : [sql`${sql.ref(column)} in (${sql.join(values)})`],
  );
  if (conditions.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** Returns a subquery of numbers for `in (…)`, which are bound as one value, however many they are. */
export const numbersOf = (
  database: Kysely<Tables>,
  numbers: readonly number[],
): RawBuilder<unknown> =>
  dialectOf(database) === 'sqlite'
    ? sql`select value from json_each(${JSON.stringify(numbers)})`
    : sql`select unnest(${numbers}::bigint[])`;

/** Returns a subquery of UUIDs for `in (…)`, where SQLite stores them as text. */
export const uuidsOf = (database: Kysely<Tables>, uuids: readonly string[]): RawBuilder<unknown> =>
  dialectOf(database) === 'sqlite'
    ? sql`select value from json_each(${JSON.stringify(uuids)})`
    : sql`select unnest(${uuids}::uuid[])`;

/** Returns a subquery of session ids, given as hexadecimal digits, as the database stores them. */
export const sessionsOf = (
  database: Kysely<Tables>,
  sessions: readonly string[],
): RawBuilder<unknown> =>
  dialectOf(database) === 'sqlite'
    ? sql`select unhex(value) from json_each(${JSON.stringify(sessions)})`
    : uuidsOf(database, sessions);

/** Returns a UUID column, which SQLite stores as bytes, as 32 hexadecimal digits. */
export const hexOf = (database: Kysely<Tables>, column: string): RawBuilder<string> =>
  dialectOf(database) === 'sqlite'
    ? sql<string>`lower(hex(${sql.ref(column)}))`
    : sql<string>`replace(${sql.ref(column)}::text, '-', '')`;

/** Returns a timestamp column, which SQLite stores in ms since 1970, in ms. */
export const msOf = (database: Kysely<Tables>, column: string): RawBuilder<number> =>
  dialectOf(database) === 'sqlite'
    ? sql<number>`${sql.ref(column)}`
    : sql<number>`extract(epoch from ${sql.ref(column)}) * 1000`;

/** Returns ms since 1970 as a value to compare with a timestamp column that SQLite stores in ms. */
export const storedMs = (database: Kysely<Tables>, ms: number): number | string =>
  dialectOf(database) === 'sqlite' ? ms : new Date(ms).toISOString();

/**
 * Returns the day in Brasília, `YYYY-MM-DD`, of a timestamp column that SQLite stores as ISO text. Same as `dayOf`
 * (contract/src/brasilia.ts).
 */
export const brasiliaDayOf = (database: Kysely<Tables>, column: string): RawBuilder<string> =>
  dialectOf(database) === 'sqlite'
    ? sql<string>`date(${sql.ref(column)}, '-3 hours')`
    : sql<string>`to_char(${sql.ref(column)} at time zone 'UTC' - interval '3 hours', 'YYYY-MM-DD')`;

/** Returns a timestamp column, stored as ISO text on SQLite, moved back by whole days. */
export const daysBefore = (
  database: Kysely<Tables>,
  column: RawBuilder<unknown>,
  days: number,
): RawBuilder<unknown> =>
  dialectOf(database) === 'sqlite'
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, ${sql.lit(`-${days} days`)})`
    : sql`${column} - interval ${sql.lit(`${days} days`)}`;

/** Returns the hour, in UTC, of a timestamp column that is stored as ISO text on SQLite. */
export const hourOf = (database: Kysely<Tables>, column: string): RawBuilder<string> =>
  dialectOf(database) === 'sqlite'
    ? sql`substr(${sql.ref(column)}, 1, 13)`
    : sql`date_trunc('hour', ${sql.ref(column)}, 'UTC')`;

/** Returns the table of events, of which `jornada` is a view on SQLite. */
export const eventTable = (database: Kysely<Tables>): RawBuilder<unknown> =>
  sql.table(dialectOf(database) === 'sqlite' ? 'events' : 'jornada');

/** Returns the end of a query that locks rows until the transaction ends; empty on SQLite, which has one writer. */
export const rowLock = (
  database: Kysely<Tables>,
  lock: 'update' | 'update skip locked' | 'share of destinations',
): RawBuilder<unknown> => (dialectOf(database) === 'sqlite' ? sql`` : sql.raw(`for ${lock}`));

/**
 * Returns the condition that an event is of a session, in the form of the unique index of events.
 * @param session the UUID's 32 hexadecimal digits
 * @param days the UTC days of the event, counted since 1970
 */
export function isOfSession(
  database: Kysely<Tables>,
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

/** Returns `changes_after` of a new destination, which receives changes from now on. */
export const changesFromNow = (database: Kysely<Tables>): RawBuilder<number> =>
  sql.raw<number>(newestChangeSql(dialectOf(database)));

/** Returns the number that a row of applications or drafts got when it was stored. */
export const rowNumber = (database: Kysely<Tables>, table: string): RawBuilder<number> =>
  sql.ref(`${table}.${dialectOf(database) === 'sqlite' ? 'rowid' : 'number'}`);
