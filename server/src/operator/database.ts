import { accessSync, constants } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Generated, Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import { pendingMigrations, readMigrations } from '../store/migrate.ts';
import { MIGRATIONS_FOLDER } from '../store/migrate-postgres.ts';
import { databaseFile, openDatabase } from '../store/sqlite-database.ts';
import { readPostgresMoment } from './moments.ts';
import { OperatorError } from './operator-error.ts';

interface UtmColumns {
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_content: string;
  utm_term: string;
}

interface VisitColumns extends UtmColumns {
  origem_timestamp: string;
  tempo_jornada_segundos: number;
  paginas_visitadas: number;
}

interface StoredColumns {
  created_at: Generated<string>;
  suspect: string | null;
}

interface ContactColumns {
  nome: string;
  email: string;
  whatsapp: string;
  instagram: string;
}

interface SaveColumns {
  id: string;
  /** Of each row its own; several rows may share an id. */
  save_id: string;
}

/** The tables as operators see them on both stores: times are ISO text, JSON is text. */
export interface Tables {
  leads: StoredColumns &
    VisitColumns & {
      id: Generated<number>;
      idempotency_key: string | null;
      nome: string;
      telefone: string;
      botoes_clicados: string;
    };
  application_drafts: StoredColumns & ContactColumns & SaveColumns;
  /** Views of the rows that count: the newest of each id. */
  newest_application_drafts: Tables['application_drafts'];
  newest_applications: Tables['applications'];
  applications: StoredColumns &
    ContactColumns &
    VisitColumns &
    SaveColumns & {
      empresa: string;
      cargo: string;
      faturamento: string;
      principais_desafios: string;
      objetivos_movimento: string;
      cronograma: string;
      orcamento_investimento: string;
      experiencia_anterior: string;
    };
  jornada: UtmColumns & {
    id: string;
    created_at: Generated<string>;
    session_id: string;
    name: string;
    occurred_at: string;
    secao: string | null;
    payload: string;
    lead_ref: string | null;
  };
}

export type OperatorDatabase = Kysely<Tables>;

/**
 * Opens the configured store for an operator's command, while the server runs or not.
 * @throws when there is no embedded database yet, it is another user's, or of a newer release
 */
export function openOperatorDatabase(config: Config): OperatorDatabase {
  if (config.databaseUrl !== null) return openPostgres(config.databaseUrl);
  refuseOutOfReach(config.dataDir);
  return new Kysely({
    dialect: new SqliteDialect({ database: adapt(openDatabase(config.dataDir)) }),
  });
}

/** Who only reads writes, too: SQLite keeps its place among writers in a file beside. */
function refuseOutOfReach(dataDir: string) {
  try {
    accessSync(databaseFile(dataDir), constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new OperatorError(
        `Ainda não há banco de dados em ${dataDir}: inicie o servidor uma vez, ou ajuste DATA_DIR.`,
      );
    }
    if (code === 'EACCES') {
      throw new OperatorError(
        `Este usuário não tem permissão para usar o banco em ${dataDir}. ` +
          'Repita como o usuário do servidor: sudo -u funil npm run …',
      );
    }
    // Anything else SQLite meets again, and tells.
  }
}

type SqliteRow = Record<string, unknown>;

/** SQLite's whole numbers may be larger than a JavaScript number holds; those lose their last digits. */
function narrow(row: SqliteRow): SqliteRow {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'bigint') row[column] = Number(value);
  }
  return row;
}

/** Kysely expects better-sqlite3's shape. */
function adapt(database: DatabaseSync) {
  return {
    close: () => database.close(),
    prepare(sql: string) {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      const bind = (parameters: ReadonlyArray<unknown>) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters: ReadonlyArray<unknown>) => statement.all(...bind(parameters)).map(narrow),
        run: (parameters: ReadonlyArray<unknown>) => statement.run(...bind(parameters)),
        iterate: (parameters: ReadonlyArray<unknown>) => statement.iterate(...bind(parameters)),
      };
    },
  };
}

const UNPREPARED =
  'O banco de DATABASE_URL ainda não tem as tabelas: inicie o servidor uma vez, ou ajuste DATABASE_URL.';

const { builtins } = pg.types;

function openPostgres(connectionString: string): OperatorDatabase {
  const types = new pg.TypeOverrides();
  types.setTypeParser(builtins.TIMESTAMPTZ, readPostgresMoment);
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
    },
  });
  // A connection lost between two queries; the next query tells.
  pool.on('error', () => {});
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/** Refuses a PostgreSQL that no server has prepared yet, or one of a newer release. */
export async function refuseUnprepared(database: OperatorDatabase): Promise<void> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('funil.migrations') is not null as is_there`.execute(database);
  if (!rows[0]?.is_there) throw new OperatorError(UNPREPARED);
  const newest = await sql<{ version: number | null }>`
    select max(version) as version from funil.migrations`.execute(database);
  pendingMigrations(readMigrations(MIGRATIONS_FOLDER), newest.rows[0]?.version ?? 0);
}
