export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
  constructor(version: number, newest: number) {
    super(`The database is at version ${version}, newer than this release's ${newest}.`);
  }
}

/** The database has other migrations than this release's, such as those of an unreleased baseline. */
export class ObsoleteDatabaseError extends Error {
  override readonly name = 'ObsoleteDatabaseError';
  constructor() {
    super('The database has an earlier baseline of the schema and cannot be upgraded.');
  }
}

/** Commands that only read do not upgrade a database. */
export class OlderDatabaseError extends Error {
  override readonly name = 'OlderDatabaseError';
  constructor(version: number, newest: number) {
    super(`The database is at version ${version}, older than this release's ${newest}.`);
  }
}

/** The database is missing, or has none of Funil's tables. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
}

export class DatabasePermissionError extends Error {
  override readonly name = 'DatabasePermissionError';
}

/** The folder lacks the shared memory and locks that SQLite needs, as network folders do. */
export class NetworkFolderError extends Error {
  override readonly name = 'NetworkFolderError';
}

/** A pooler in transaction mode mixes the roles and settings of connections. */
export class SharedSessionError extends Error {
  override readonly name = 'SharedSessionError';
  constructor() {
    super('Two connections share a session of PostgreSQL: a pooler must be in session mode.');
  }
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly file: string;
  constructor(file: string, cause: unknown) {
    super(`${file} was refused.`, { cause });
    this.file = file;
  }
}
