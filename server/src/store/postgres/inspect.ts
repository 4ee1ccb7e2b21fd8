import pg from 'pg';
import { NoDatabaseError } from '../database-error.ts';
import type { DatabaseState, WriteRefusal } from '../database-state.ts';
import { newestVersion, readMigrations, refuseObsolete } from '../migrations.ts';
import { MIGRATIONS_FOLDER, TOUCH } from './migrate.ts';

const LIMITS = { connectionTimeoutMillis: 5_000, query_timeout: 20_000 };

const STATE = `
  select pg_database_size(current_database())::float8 as bytes,
    pg_is_in_recovery() as is_replica,
    current_setting('default_transaction_read_only') = 'on' as is_read_only,
    extract(epoch from clock_timestamp())::float8 * 1000 as clock,
    (select min(indexrelid::regclass::text) from pg_index where not indisvalid) as broken_index,
    to_regclass('funil.migrations') is not null as is_prepared`;

/** What capturing needs: to act as `anon`, which may insert. */
const RIGHTS = `
  select pg_has_role('anon', 'member') as is_anon,
    has_any_column_privilege('anon', 'public.leads', 'insert') as inserts`;

const DISK_FULL = '53100';

interface State {
  bytes: number;
  is_replica: boolean;
  is_read_only: boolean;
  clock: number;
  broken_index: string | null;
  is_prepared: boolean;
}

/**
 * Inspects a PostgreSQL database of any release by one write that changes no row, and by reading.
 * @throws NoDatabaseError, or the database's own error
 */
export async function inspectPostgres(connectionString: string): Promise<DatabaseState> {
  const client = new pg.Client({ ...LIMITS, connectionString, application_name: 'funil doctor' });
  // A connection lost between two queries; the next query tells.
  client.on('error', () => {});
  try {
    await client.connect();
    const state = await first<State>(client, STATE);
    if (!state?.is_prepared) throw new NoDatabaseError();
    const refusal = await findRefusal(client, state);
    const last = await first<{ version: number | null }>(
      client,
      'select max(version) as version from funil.migrations',
    );
    const version = last?.version ?? 0;
    refuseObsolete(version);
    const newest = newestVersion(readMigrations(MIGRATIONS_FOLDER));
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

async function first<Row extends pg.QueryResultRow>(client: pg.Client, sql: string) {
  const { rows } = await client.query<Row>(sql);
  return rows[0];
}

const noRight = (why: string): WriteRefusal => ({ why, isFull: false });

async function findRefusal(client: pg.Client, state: State): Promise<WriteRefusal | null> {
  if (state.is_replica) return noRight('DATABASE_URL leva a uma réplica, que só aceita leituras.');
  return state.is_read_only
    ? noRight('O PostgreSQL de DATABASE_URL só aceita leituras agora.')
    : tryToWrite(client);
}

/** Has the disk hold a row as it is. More would be a risk: PostgreSQL ends where its log finds no room. */
async function tryToWrite(client: pg.Client): Promise<WriteRefusal | null> {
  try {
    await client.query(TOUCH);
    return null;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    return code === DISK_FULL
      ? { why: 'Não há espaço no disco do PostgreSQL para gravar (53100).', isFull: true }
      : noRight(`O PostgreSQL de DATABASE_URL recusa gravações (${code}).`);
  }
}

async function findMissingRight(client: pg.Client): Promise<WriteRefusal | null> {
  const rights = await first<{ is_anon: boolean; inserts: boolean }>(client, RIGHTS);
  if (!rights?.is_anon) return noRight('O usuário de DATABASE_URL não pode agir como anon.');
  return rights.inserts ? null : noRight('O papel anon não pode inserir em public.leads.');
}
