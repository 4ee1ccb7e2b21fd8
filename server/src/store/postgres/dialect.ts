import { type Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Access } from '../database.ts';
import { NoDatabaseError } from '../database-error.ts';
import { refuseOtherVersion } from '../migrations.ts';
import { MIGRATIONS_FOLDER } from './migrate.ts';

const { builtins } = pg.types;

/** PostgreSQL for queries, as the tables' owner. */
export function openPostgres(connectionString: string, access: Access): PostgresDialect {
  const types = new pg.TypeOverrides();
  types.setTypeParser(builtins.TIMESTAMPTZ, parseTimestamp);
  types.setTypeParser(builtins.JSONB, (text) => text);
  types.setTypeParser(builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString,
    types,
    max: 2,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // Moments are read as this text, whatever the server's own habits.
    onConnect: async (client) => {
      await client.query("set time zone 'UTC'; set datestyle to 'ISO'");
      if (access === 'read') await client.query('set default_transaction_read_only = on');
    },
  });
  // A connection lost between two queries; the next query tells.
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}

/**
 * PostgreSQL's text of a moment, of a session in UTC, as ISO time. What JavaScript's calendar or ISO's four
 * digits do not hold (`infinity`, years before Christ or after 9999) stays as it is.
 */
export function parseTimestamp(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\+00$/.exec(text) ?? [];
  return day && time ? new Date(`${day}T${time}Z`).toISOString() : text;
}

/** Refuses a PostgreSQL that no server of this release has prepared yet, or one of a newer release. */
export async function refuseUnprepared<Tables>(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('funil.migrations') is not null as is_there`.execute(database);
  if (!rows[0]?.is_there) throw new NoDatabaseError();
  const newest = await sql<{ version: number | null }>`
    select max(version) as version from funil.migrations`.execute(database);
  refuseOtherVersion(MIGRATIONS_FOLDER, newest.rows[0]?.version ?? 0);
}
