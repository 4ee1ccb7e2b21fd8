import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from './database.ts';

/** A table that no API shows, in raw SQL: on PostgreSQL it lies in a schema of its own. */
export const funilTable = (dialect: DialectName, name: string): RawBuilder<unknown> =>
  sql.table(dialect === 'postgres' ? `funil.${name}` : name);

/** Where events lie, in raw SQL: on SQLite `jornada` is a view of it. */
export const eventTable = (dialect: DialectName): RawBuilder<unknown> =>
  sql.table(dialect === 'sqlite' ? 'events' : 'jornada');
