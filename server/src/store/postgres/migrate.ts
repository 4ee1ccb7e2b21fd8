import type { ClientBase } from 'pg';
import { MigrationError, UnusableDatabaseError } from '../health/database-error.ts';
import { type AppliedMigration, pendingMigrations, readMigrations } from '../migrations.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

export const WRITE_PROBE_SQL = `update funil.migrations set applied_at = applied_at
  where version = (select min(version) from funil.migrations)`;

/** Migrations of earlier baselines have no hash in the table. */
export const APPLIED_MIGRATIONS_SQL = `select version, to_jsonb(migrations) ->> 'sha256' as sha256
  from funil.migrations order by version`;

const LOCK_TIMEOUT_MS = 60_000;
/** The time for one file, because some rewrite large tables. */
const MIGRATION_TIMEOUT_MS = 30 * 60_000;

/**
 * Applies pending migrations. A file records its version itself, because Supabase's tools apply it, too. The client
 * keeps longer time limits.
 * @throws UnusableDatabaseError or MigrationError; each file is applied completely or not at all
 */
export async function migratePostgres(
  client: ClientBase,
  onUpgrade: () => void = () => {},
  migrations = readMigrations(),
): Promise<void> {
  const appliedMigrations = await readApplied(client);
  if (pendingMigrations(migrations, appliedMigrations).length === 0) return;
  if (appliedMigrations.length > 0) onUpgrade();
  await client.query(`set statement_timeout = ${LOCK_TIMEOUT_MS}`);
  const lock = {
    text: 'select pg_advisory_lock($1)',
    values: [ADVISORY_LOCKS.migrations],
    query_timeout: LOCK_TIMEOUT_MS,
  };
  await client.query(lock);
  try {
    // Another replica may have upgraded meanwhile.
    for (const { sql, name, version, sha256 } of pendingMigrations(
      migrations,
      await readApplied(client),
    )) {
      const text = `begin;\n${sql}
        update funil.migrations set sha256 = '${sha256}' where version = ${version};\ncommit;`;
      const migration = { text, query_timeout: MIGRATION_TIMEOUT_MS };
      await client.query(migration).catch(async (error) => {
        await client.query('rollback');
        throw new MigrationError(name, error);
      });
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrations]);
  }
}

async function readApplied(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query(
    "select to_regclass('funil.migrations') is not null as is_prepared",
  );
  return rows[0].is_prepared ? (await client.query(APPLIED_MIGRATIONS_SQL)).rows : [];
}

/** Several rounds, because the pooler's other clients take sessions in between. */
const SESSION_ROUNDS = 5;

/** @throws UnusableDatabaseError unless each of two open connections keeps its own process of PostgreSQL */
export async function refuseSharedSession(first: ClientBase, second: ClientBase): Promise<void> {
  const readPid = async (client: ClientBase): Promise<number> =>
    (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
  const pids: number[] = [];
  for (let round = 0; round < SESSION_ROUNDS; round += 1)
    pids.push(await readPid(first), await readPid(second));
  const isOwn = pids[0] !== pids[1] && pids.every((pid, index) => pid === pids[index % 2]);
  if (!isOwn) throw new UnusableDatabaseError('sharedSession');
}

/**
 * Since PostgreSQL 16, the creator of a role is no member, but may grant itself the membership.
 * https://www.postgresql.org/docs/current/role-attributes.html
 */
export async function allowAnon(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int >= 160000 as has_set_option, current_user as owner",
  );
  if (!rows[0].has_set_option) return;
  const membership = await client.query(
    "select pg_has_role(current_user, 'anon', 'SET') as can_set",
  );
  if (membership.rows[0].can_set) return;
  await client.query(`grant anon to ${client.escapeIdentifier(rows[0].owner)} with set true`);
}
