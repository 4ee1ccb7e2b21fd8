import { accessSync, constants } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  SelectQueryNode,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import type { Access } from '../database.ts';
import { DeniedDatabaseError, NoDatabaseError } from '../database-error.ts';
import { databaseFile, openForReading, openForWriting } from './database.ts';
import { inTurn, takeTurn } from './turns.ts';

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
  // SQLite has no booleans.
  const bind = (parameters: ReadonlyArray<unknown>) =>
    parameters.map((value) =>
      typeof value === 'boolean' ? Number(value) : value,
    ) as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters: ReadonlyArray<unknown>) => statement.all(...bind(parameters)).map(narrow),
    run: (parameters: ReadonlyArray<unknown>) => statement.run(...bind(parameters)),
    // Of its own: who asks the same before all is read would begin it anew.
    iterate: (parameters: ReadonlyArray<unknown>) => prepare().iterate(...bind(parameters)),
  };
}

/** Kysely's SQLite dialect whose writers share the write lock of their thread (turns.ts). */
class TurnsDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #isInTransaction: () => boolean;

  constructor(config: SqliteDialectConfig, isInTransaction: () => boolean) {
    super(config);
    this.#config = config;
    this.#isInTransaction = isInTransaction;
  }

  override createDriver() {
    return new TurnsDriver(this.#config, this.#isInTransaction);
  }
}

/** One connection, which Kysely gives to one user at a time. */
class TurnsDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;
  /** While a transaction is open. */
  #endTurn: (() => void) | null = null;
  #connection: DatabaseConnection | null = null;

  constructor(config: SqliteDialectConfig, isInTransaction: () => boolean) {
    super(config);
    this.#isInTransaction = isInTransaction;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= this.#takingTurns(await super.acquireConnection());
    return this.#connection;
  }

  #takingTurns(connection: DatabaseConnection): DatabaseConnection {
    const execute = <Row>(query: CompiledQuery) => connection.executeQuery<Row>(query);
    const isFree = (query: CompiledQuery) =>
      this.#endTurn !== null || SelectQueryNode.is(query.query);
    return {
      executeQuery: <Row>(query: CompiledQuery) =>
        isFree(query) ? execute<Row>(query) : inTurn(() => execute<Row>(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#endTurn = await takeTurn();
    try {
      await super.beginTransaction(connection);
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // What cannot be committed is rolled back.
    await super.commitTransaction(connection);
    this.#end();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      // SQLite rolls back by itself when the disk is full: a second rollback would fail and hide that error.
      if (this.#isInTransaction()) await super.rollbackTransaction(connection);
    } finally {
      this.#end();
    }
  }

  #end() {
    this.#endTurn?.();
    this.#endTurn = null;
  }
}
