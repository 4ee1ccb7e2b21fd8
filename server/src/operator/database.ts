import { existsSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Generated, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import { databaseFile, openDatabase } from '../store/sqlite-database.ts';

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

/** What an operator can mend; shown without a stack. */
export class OperatorError extends Error {}

/** Opens the configured store for an operator's command, while the server runs or not. */
export function openOperatorDatabase(config: Config): OperatorDatabase {
  if (config.databaseUrl !== null) return openPostgres(config.databaseUrl);
  if (!existsSync(databaseFile(config.dataDir))) {
    throw new OperatorError(
      `Ainda não há banco de dados em ${config.dataDir}: inicie o servidor uma vez, ou ajuste DATA_DIR.`,
    );
  }
  return new Kysely({
    dialect: new SqliteDialect({ database: adapt(openDatabase(config.dataDir)) }),
  });
}

/** Kysely expects better-sqlite3's shape. */
function adapt(database: DatabaseSync) {
  return {
    close: () => database.close(),
    prepare(sql: string) {
      const statement = database.prepare(sql);
      const bind = (parameters: ReadonlyArray<unknown>) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters: ReadonlyArray<unknown>) => statement.all(...bind(parameters)),
        run: (parameters: ReadonlyArray<unknown>) => statement.run(...bind(parameters)),
        iterate: (parameters: ReadonlyArray<unknown>) => statement.iterate(...bind(parameters)),
      };
    },
  };
}

const { builtins } = pg.types;

function openPostgres(connectionString: string): OperatorDatabase {
  const types = new pg.TypeOverrides();
  types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
  types.setTypeParser(builtins.JSONB, (text) => text);
  types.setTypeParser(builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString, types, max: 2, connectionTimeoutMillis: 5_000 });
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}
