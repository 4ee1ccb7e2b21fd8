import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { MigrationError } from '../database-error.ts';
import { pendingMigrations, readMigrations } from '../migrations.ts';

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../../supabase/migrations');

/** Replicas that start together take turns under this advisory lock; any number will do. */
const LOCK = 7_370_214_455;
/** Longest wait, in ms, for another replica that is migrating. */
const LOCK_TIMEOUT = 60_000;

/**
 * Brings a PostgreSQL to this release's schema. Files record themselves, so that what Supabase's own
 * tools applied is known here too.
 */
export async function migratePostgres(client: ClientBase): Promise<void> {
  const migrations = readMigrations(MIGRATIONS_FOLDER);
  if (pendingMigrations(migrations, await readVersion(client)).length === 0) return;
  await client.query(`set statement_timeout = ${LOCK_TIMEOUT}`);
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    for (const { sql, name } of pendingMigrations(migrations, await readVersion(client))) {
      await client.query(`begin;\n${sql}\ncommit;`).catch(async (error) => {
        await client.query('rollback');
        throw new MigrationError(name, error);
      });
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
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
