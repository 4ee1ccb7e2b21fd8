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
import { DatabasePermissionError, NoDatabaseError } from '../database-error.ts';
import { databaseFile, openForReading, openForWriting } from './database.ts';
import { acquireWriteLock, withWriteLock } from './write-lock.ts';

/** The embedded database for queries. */
export function openSqlite(dataDir: string, access: Access): SqliteDialect {
  refuseOutOfReach(databaseFile(dataDir));
  if (access === 'read') return new SqliteDialect({ database: adapt(openForReading(dataDir)) });
  const database = openForWriting(dataDir);
  return new WriteLockDialect({ database: adapt(database) }, () => database.isTransaction);
}

/** Reading needs write access, too: SQLite coordinates its connections in a file beside the database. */
function refuseOutOfReach(file: string) {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new NoDatabaseError();
    if (code === 'EACCES') throw new DatabasePermissionError();
    // SQLite reports any other error itself.
  }
}

type SqliteRow = Record<string, unknown>;

/** Turns BigInts into numbers; larger ones than JavaScript's lose their last digits. */
function narrow(row: SqliteRow): SqliteRow {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'bigint') row[column] = Number(value);
  }
  return row;
}

/** Recently used statements stay prepared, which shortens transactions. */
const MAX_STATEMENTS = 64;

/** Kysely expects better-sqlite3's shape. */
function adapt(database: DatabaseSync) {
  const kept = new Map<string, ReturnType<typeof adaptStatement>>();

  function prepare(sql: string) {
    const known = kept.get(sql);
    const statement = known ?? adaptStatement(database, sql);
    if (known) kept.delete(sql);
    kept.set(sql, statement);
    const [oldest] = kept.keys();
    if (kept.size > MAX_STATEMENTS && oldest !== undefined) kept.delete(oldest);
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
    // A separate statement: an identical query in progress would restart this one.
    iterate: (parameters: ReadonlyArray<unknown>) => prepare().iterate(...bind(parameters)),
  };
}

/** Kysely's SQLite dialect whose writers share the write lock of their thread (write-lock.ts). */
class WriteLockDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #isInTransaction: () => boolean;

  constructor(config: SqliteDialectConfig, isInTransaction: () => boolean) {
    super(config);
    this.#config = config;
    this.#isInTransaction = isInTransaction;
  }

  override createDriver() {
    return new WriteLockDriver(this.#config, this.#isInTransaction);
  }
}

/** A driver with one connection, which Kysely lends to one user at a time. */
class WriteLockDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;
  /** While a transaction is open. */
  #releaseLock: (() => void) | null = null;
  #connection: DatabaseConnection | null = null;

  constructor(config: SqliteDialectConfig, isInTransaction: () => boolean) {
    super(config);
    this.#isInTransaction = isInTransaction;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= this.#locking(await super.acquireConnection());
    return this.#connection;
  }

  #locking(connection: DatabaseConnection): DatabaseConnection {
    const execute = <Row>(query: CompiledQuery) => connection.executeQuery<Row>(query);
    const isFree = (query: CompiledQuery) =>
      this.#releaseLock !== null || SelectQueryNode.is(query.query);
    return {
      executeQuery: <Row>(query: CompiledQuery) =>
        isFree(query) ? execute<Row>(query) : withWriteLock(() => execute<Row>(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#releaseLock = await acquireWriteLock();
    try {
      await super.beginTransaction(connection);
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // A commit that fails is rolled back.
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
    this.#releaseLock?.();
    this.#releaseLock = null;
  }
}
