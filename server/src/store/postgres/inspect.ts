import pg from 'pg';
import { UnusableDatabaseError } from '../health/database-error.ts';
import type { DatabaseState, WriteRefusal } from '../health/database-state.ts';
import { isDiskFull } from '../health/write-problem.ts';
import {
  type AppliedMigration,
  newestVersion,
  readMigrations,
  refuseObsoleteDatabase,
} from '../migrations.ts';
import { APPLIED_MIGRATIONS_SQL, WRITE_PROBE_SQL } from './migrate.ts';

const CLIENT_LIMITS = { connectionTimeoutMillis: 5_000, query_timeout: 20_000 };

const SELECT_STATE = `
  select pg_database_size(current_database())::float8 as bytes,
    pg_is_in_recovery() as is_replica,
    current_setting('default_transaction_read_only') = 'on' as is_read_only,
    extract(epoch from clock_timestamp())::float8 * 1000 as clock,
    (select min(indexrelid::regclass::text) from pg_index where not indisvalid) as broken_index,
    to_regclass('funil.migrations') is not null as is_prepared`;

interface StateRow {
  bytes: number;
  is_replica: boolean;
  is_read_only: boolean;
  clock: number;
  broken_index: string | null;
  is_prepared: boolean;
}

const SELECT_RIGHTS = `
  select pg_has_role('anon', 'member') as is_anon,
    has_any_column_privilege('anon', 'public.leads', 'insert') as can_insert`;

/**
 * The only write leaves its row unchanged.
 * @throws UnusableDatabaseError, or the database's own error
 */
export async function inspectPostgres(connectionString: string): Promise<DatabaseState> {
  const client = new pg.Client({
    ...CLIENT_LIMITS,
    connectionString,
    application_name: 'funil doctor',
  });
  // A connection that is lost between two queries makes the next query fail.
  client.on('error', () => {});
  try {
    await client.connect();
    const state = await readOneRow<StateRow>(client, SELECT_STATE);
    if (!state?.is_prepared) throw new UnusableDatabaseError('missing');
    const refusal = await findWriteRefusal(client, state);
    const applied = await client.query<AppliedMigration>(APPLIED_MIGRATIONS_SQL);
    const migrations = readMigrations();
    refuseObsoleteDatabase(migrations, applied.rows);
    const [version, newest] = [newestVersion(applied.rows), newestVersion(migrations)];
    const { bytes, clock, broken_index } = state;
    return {
      bytes,
      version,
      newest,
      refusal: refusal ?? (version === newest ? await findMissingRight(client) : null),
      damage: broken_index === null ? null : `o índice ${broken_index} não vale`,
      clock,
    };
  } finally {
    await client.end();
  }
}

async function readOneRow<Row extends pg.QueryResultRow>(client: pg.Client, sql: string) {
  const { rows } = await client.query<Row>(sql);
  return rows[0];
}

const refuse = (reason: string): WriteRefusal => ({ reason, isDiskFull: false });

async function findWriteRefusal(client: pg.Client, state: StateRow): Promise<WriteRefusal | null> {
  if (state.is_replica) return refuse('DATABASE_URL leva a uma réplica, que só aceita leituras.');
  if (state.is_read_only) return refuse('O PostgreSQL de DATABASE_URL só aceita leituras agora.');
  try {
    // PostgreSQL stops when the disk of its write-ahead log is full, so the probe is small.
    await client.query(WRITE_PROBE_SQL);
    return null;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    return isDiskFull(error)
      ? { reason: 'Não há espaço no disco do PostgreSQL para gravar (53100).', isDiskFull: true }
      : refuse(`O PostgreSQL de DATABASE_URL recusa gravações (${code}).`);
  }
}

async function findMissingRight(client: pg.Client): Promise<WriteRefusal | null> {
  const rights = await readOneRow<{ is_anon: boolean; can_insert: boolean }>(client, SELECT_RIGHTS);
  if (!rights?.is_anon) return refuse('O usuário de DATABASE_URL não pode agir como anon.');
  return rights.can_insert ? null : refuse('O papel anon não pode inserir em public.leads.');
}
