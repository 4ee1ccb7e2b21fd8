import { accessSync, constants } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  SelectQueryNode,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely';
import type { DatabaseAccess } from '../database.ts';
import { UnusableDatabaseError } from '../health/database-error.ts';
import { databaseFile, openForReading, openForWriting } from './database.ts';
import { acquireWriteLock, withWriteLock } from './write-lock.ts';

/** @throws UnusableDatabaseError, or the database's own error */
export function openSqlite(dataDir: string, access: DatabaseAccess): SqliteDialect {
  assertAccessible(databaseFile(dataDir));
  return access === 'read'
    ? new SqliteDialect({ database: adaptDatabase(openForReading(dataDir)) })
    : new WriteLockDialect(openForWriting(dataDir));
}

/** @throws UnusableDatabaseError also if the file cannot be written, because a reader writes to its `-shm` file */
function assertAccessible(file: string) {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new UnusableDatabaseError('missing');
    if (code === 'EACCES') throw new UnusableDatabaseError('forbidden');
  }
}

/** Returns the same row. Numbers beyond JavaScript's precision lose their last digits. */
function convertBigintsInPlace(row: Record<string, unknown>): Record<string, unknown> {
  // Twice as fast as `Object.entries`, and rows have no prototype.
  for (const column in row) {
    const value = row[column];
    if (typeof value === 'bigint') row[column] = Number(value);
  }
  return row;
}

/** The most recently used statements stay prepared, so that transactions are shorter. */
const MAX_CACHED_STATEMENTS = 64;

function adaptDatabase(database: DatabaseSync) {
  const statementsBySql = new Map<string, ReturnType<typeof adaptStatement>>();
  return {
    close: () => database.close(),
    prepare(sql: string) {
      const statement = statementsBySql.get(sql) ?? adaptStatement(database, sql);
      statementsBySql.delete(sql);
      statementsBySql.set(sql, statement);
      const [oldest] = statementsBySql.keys();
      if (statementsBySql.size > MAX_CACHED_STATEMENTS && oldest !== undefined)
        statementsBySql.delete(oldest);
      return statement;
    },
  };
}

function adaptStatement(database: DatabaseSync, sql: string) {
  const prepare = () => {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  };
  const statement = prepare();
  const bind = (parameters: ReadonlyArray<unknown>) =>
    parameters.map((value) =>
      typeof value === 'boolean' ? Number(value) : value,
    ) as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters: ReadonlyArray<unknown>) =>
      statement.all(...bind(parameters)).map(convertBigintsInPlace),
    run: (parameters: ReadonlyArray<unknown>) => statement.run(...bind(parameters)),
    // Every iteration has its own statement, because an identical query would restart a shared one.
    iterate: (parameters: ReadonlyArray<unknown>) => prepare().iterate(...bind(parameters)),
  };
}

/** All writers of a thread share its write lock (write-lock.ts). */
class WriteLockDialect extends SqliteDialect {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: adaptDatabase(database) });
    this.#database = database;
  }

  override createDriver() {
    return new WriteLockDriver(this.#database);
  }
}

/** A `select` writes nothing; `beginTransaction` takes the lock before a writing transaction's `begin`. */
const LOCK_FREE_STATEMENT = /^\s*(?:select|begin|commit|rollback)\b/i;

class WriteLockDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  #releaseLock: (() => void) | null = null;
  #connection: DatabaseConnection | null = null;

  constructor(database: DatabaseSync) {
    super({ database: adaptDatabase(database) });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= this.#lockWrites(await super.acquireConnection());
    return this.#connection;
  }

  #lockWrites(connection: DatabaseConnection): DatabaseConnection {
    const execute = <Row>(query: CompiledQuery) => connection.executeQuery<Row>(query);
    const needsLock = (query: CompiledQuery) =>
      this.#releaseLock === null &&
      !SelectQueryNode.is(query.query) &&
      !LOCK_FREE_STATEMENT.test(query.sql);
    return {
      executeQuery: <Row>(query: CompiledQuery) =>
        needsLock(query) ? withWriteLock(() => execute<Row>(query)) : execute<Row>(query),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  /** SQLite refuses a write after a read if another connection wrote in between, so the lock is taken at once. */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    if (settings?.accessMode === 'read only') return super.beginTransaction(connection);
    this.#releaseLock = await acquireWriteLock();
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    } catch (error) {
      this.#releaseWriteLock();
      throw error;
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // Kysely rolls back when a commit fails.
    await super.commitTransaction(connection);
    this.#releaseWriteLock();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      // When the disk is full, SQLite has already rolled back, and a second rollback would hide that error.
      if (this.#database.isTransaction) await super.rollbackTransaction(connection);
    } finally {
      this.#releaseWriteLock();
    }
  }

  #releaseWriteLock() {
    this.#releaseLock?.();
    this.#releaseLock = null;
  }
}
