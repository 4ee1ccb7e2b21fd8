import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DialectName } from './database.ts';

/** Queries of tables that no API exposes: on PostgreSQL they are in the schema `funil`. */
export const inFunil = <Tables>(database: Kysely<Tables>, dialect: DialectName): Kysely<Tables> =>
  dialect === 'postgres' ? database.withSchema('funil') : database;

/** Returns a table that no API exposes, for raw SQL. */
export const funilTable = (dialect: DialectName, name: string): RawBuilder<unknown> =>
  sql.table(dialect === 'postgres' ? `funil.${name}` : name);

/** Returns the table of events, for raw SQL: on SQLite `jornada` is a view of it. */
export const eventTable = (dialect: DialectName): RawBuilder<unknown> =>
  sql.table(dialect === 'sqlite' ? 'events' : 'jornada');
