import {
  type CompiledQuery,
  type DatabaseConnection,
  SelectQueryNode,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { inTurn, takeTurn } from './turns.ts';

/** Kysely's own, of which writers take turns with all others of their thread. */
export class TurnsDialect extends SqliteDialect {
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
