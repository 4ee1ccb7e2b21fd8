import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { MigrationError } from '../database-error.ts';
import { pendingMigrations, readMigrations } from '../migrations.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

/** Files of the PostgreSQL schema, which Supabase's tools apply, too. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../../supabase/migrations');

/** Writes one row unchanged: shows whether the database takes writes. */
export const TOUCH = `update funil.migrations set applied_at = applied_at
  where version = (select min(version) from funil.migrations)`;

/** Longest wait for another replica that is migrating. */
const LOCK_TIMEOUT_MS = 60_000;
/** Longest run of one file; some rewrite large tables. */
const MIGRATION_TIMEOUT_MS = 30 * 60_000;

/**
 * Brings a PostgreSQL database to this release's schema. Files record themselves, so that files applied by Supabase's
 * tools are known to the server, too.
 * @param onUpgrade called before a database of an earlier release is upgraded: millions of rows take minutes
 * @throws NewerDatabaseError, ObsoleteDatabaseError or MigrationError; each file is applied completely or not at all
 */
export async function migratePostgres(
  client: ClientBase,
  onUpgrade: () => void = () => {},
  folder = MIGRATIONS_FOLDER,
): Promise<void> {
  const migrations = readMigrations(folder);
  const version = await readVersion(client);
  if (pendingMigrations(migrations, version).length === 0) return;
  if (version > 0) onUpgrade();
  await client.query(`set statement_timeout = ${LOCK_TIMEOUT_MS}`);
  const lock = {
    text: 'select pg_advisory_lock($1)',
    values: [ADVISORY_LOCKS.migrations],
    query_timeout: LOCK_TIMEOUT_MS,
  };
  await client.query(lock);
  try {
    for (const { sql, name } of pendingMigrations(migrations, await readVersion(client))) {
      const migration = { text: `begin;\n${sql}\ncommit;`, query_timeout: MIGRATION_TIMEOUT_MS };
      await client.query(migration).catch(async (error) => {
        await client.query('rollback');
        throw new MigrationError(name, error);
      });
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrations]);
    await client.query('reset statement_timeout');
  }
}

async function readVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query(
    "select to_regclass('funil.migrations') is not null as is_there",
  );
  if (!rows[0].is_there) return 0;
  const newest = await client.query('select max(version) as version from funil.migrations');
  return newest.rows[0].version ?? 0;
}

/**
 * Lets the owner become `anon`. Since PostgreSQL 16 whoever makes a role may give it to others and to
 * itself, but has not taken it; before, membership was all there was to it.
 * Source: https://www.postgresql.org/docs/current/role-attributes.html
 */
export async function allowAnon(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int >= 160000 as knows_set, current_user as owner",
  );
  if (!rows[0].knows_set) return;
  const able = await client.query("select pg_has_role(current_user, 'anon', 'SET') as is_able");
  if (able.rows[0].is_able) return;
  await client.query(`grant anon to ${client.escapeIdentifier(rows[0].owner)} with set true`);
}
