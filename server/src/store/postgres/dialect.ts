import { type Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Access } from '../database.ts';
import { NoDatabaseError } from '../database-error.ts';
import { type AppliedMigration, readMigrations, refuseOtherVersion } from '../migrations.ts';
import { APPLIED_MIGRATIONS_SQL } from './migrate.ts';

const { builtins } = pg.types;

/** Returns a dialect that queries PostgreSQL as the role of `connectionString`, which owns the tables. */
export function openPostgres(connectionString: string, access: Access): PostgresDialect {
  const types = new pg.TypeOverrides();
  types.setTypeParser(builtins.TIMESTAMPTZ, parseTimestamp);
  types.setTypeParser(builtins.DATE, (text) => text);
  types.setTypeParser(builtins.JSONB, (text) => text);
  types.setTypeParser(builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString,
    types,
    // Several connections are needed, because the job thread sends deliveries while jobs query.
    max: 4,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    onConnect: async (client) => {
      // Queries name tables without a schema, because SQLite has only one.
      await client.query(
        "set search_path = funil, public; set time zone 'UTC'; set datestyle to 'ISO'",
      );
      if (access === 'read') await client.query('set default_transaction_read_only = on');
    },
  });
  // When a connection is lost between two queries, within a transaction or not, the next query reports it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}

/**
 * Returns PostgreSQL's text of a timestamp, from a session in UTC, as ISO time. A text that ISO's four-digit years
 * cannot hold (`infinity`, years before Christ or after 9999) is returned unchanged.
 */
export function parseTimestamp(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\+00$/.exec(text) ?? [];
  return day && time ? new Date(`${day}T${time}Z`).toISOString() : text;
}

/**
 * Checks that the database is of this release.
 * @throws NoDatabaseError, OlderDatabaseError, NewerDatabaseError or ObsoleteDatabaseError
 */
export async function refuseOtherRelease<Tables>(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ is_prepared: boolean }>`
    select to_regclass('funil.migrations') is not null as is_prepared`.execute(database);
  if (!rows[0]?.is_prepared) throw new NoDatabaseError();
  const applied = await sql.raw<AppliedMigration>(APPLIED_MIGRATIONS_SQL).execute(database);
  refuseOtherVersion(readMigrations(), applied.rows);
}
