import { PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { compareClocks } from '../clock/database-clock.ts';
import type { DatabaseAccess, Queryable } from '../database.ts';
import { UnusableDatabaseError } from '../health/database-error.ts';
import { type AppliedMigration, readMigrations, refuseOtherVersion } from '../migrations.ts';
import { KEEP_ALIVE } from './database.ts';
import { APPLIED_MIGRATIONS_SQL } from './migrate.ts';

const { builtins } = pg.types;

/**
 * Queries name tables without a schema, because SQLite has only one. Without the time limit, a frozen or unreachable
 * server would keep its locks for hours, and the other servers would wait for them.
 */
const SESSION_SETUP = `set search_path = funil, public; set time zone 'UTC'; set datestyle to 'ISO';
  set idle_in_transaction_session_timeout = '30s'`;

export function openPostgres(connectionString: string, access: DatabaseAccess): PostgresDialect {
  const types = new pg.TypeOverrides();
  types.setTypeParser(builtins.TIMESTAMPTZ, parseTimestamp);
  types.setTypeParser(builtins.DATE, (text) => text);
  types.setTypeParser(builtins.JSONB, (text) => text);
  types.setTypeParser(builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString,
    types,
    // Several connections, because jobs query while their thread sends deliveries.
    max: 4,
    connectionTimeoutMillis: 5_000,
    // A new connection compares the clocks anew.
    maxLifetimeSeconds: 60,
    ...KEEP_ALIVE,
    onConnect: async (client) => {
      await client.query(SESSION_SETUP);
      if (access === 'read') await client.query('set default_transaction_read_only = on');
      await compareWithMachine(client);
    },
  });
  // A connection that is lost between two queries makes the next query fail.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}

async function compareWithMachine(client: pg.ClientBase): Promise<void> {
  const askedAt = Date.now();
  const { rows } = await client.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  );
  if (rows[0]) compareClocks(rows[0].ms, askedAt, Date.now());
}

/**
 * Returns ISO time; unchanged if four-digit years cannot hold it (`infinity`, `BC`, years after 9999).
 * @param text a timestamp as PostgreSQL writes it in UTC
 */
export function parseTimestamp(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\+00$/.exec(text) ?? [];
  return day && time ? new Date(`${day}T${time}Z`).toISOString() : text;
}

/** @throws UnusableDatabaseError */
export async function refuseOtherRelease(database: Queryable): Promise<void> {
  const { rows } = await sql<{ is_prepared: boolean }>`
    select to_regclass('funil.migrations') is not null as is_prepared`.execute(database);
  if (!rows[0]?.is_prepared) throw new UnusableDatabaseError('missing');
  const applied = await sql.raw<AppliedMigration>(APPLIED_MIGRATIONS_SQL).execute(database);
  refuseOtherVersion(readMigrations(), applied.rows);
}
