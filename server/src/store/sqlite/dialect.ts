import { accessSync, constants } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { SqliteDialect } from 'kysely';
import type { Access } from '../database.ts';
import { DeniedDatabaseError, NoDatabaseError } from '../database-error.ts';
import { databaseFile, openForReading, openForWriting } from './database.ts';
import { TurnsDialect } from './driver.ts';

/** The embedded database for queries. */
export function openSqlite(dataDir: string, access: Access): SqliteDialect {
  refuseOutOfReach(databaseFile(dataDir));
  if (access === 'read') return new SqliteDialect({ database: adapt(openForReading(dataDir)) });
  const database = openForWriting(dataDir);
  return new TurnsDialect({ database: adapt(database) }, () => database.isTransaction);
}

/** Who only reads writes, too: SQLite keeps its place among writers in a file beside. */
function refuseOutOfReach(file: string) {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new NoDatabaseError();
    if (code === 'EACCES') throw new DeniedDatabaseError();
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

/** Statements that are kept, prepared: those asked last. A transaction is shorter for what it finds there. */
const MOST_KEPT = 64;

/** Kysely expects better-sqlite3's shape. */
function adapt(database: DatabaseSync) {
  const kept = new Map<string, ReturnType<typeof adaptStatement>>();

  function prepare(sql: string) {
    const known = kept.get(sql);
    const statement = known ?? adaptStatement(database, sql);
    if (known) kept.delete(sql);
    kept.set(sql, statement);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return statement;
  }

  return { close: () => database.close(), prepare };
}

function adaptStatement(database: DatabaseSync, sql: string) {
  const prepare = () => {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  };
  const statement = prepare();
  const bind = (parameters: ReadonlyArray<unknown>) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters: ReadonlyArray<unknown>) => statement.all(...bind(parameters)).map(narrow),
    run: (parameters: ReadonlyArray<unknown>) => statement.run(...bind(parameters)),
    // Of its own: who asks the same before all is read would begin it anew.
    iterate: (parameters: ReadonlyArray<unknown>) => prepare().iterate(...bind(parameters)),
  };
}
