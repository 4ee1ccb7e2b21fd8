/** A newer release has upgraded the database. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
  constructor(version: number, newest: number) {
    super(`The database is at version ${version}, newer than this release's ${newest}.`);
  }
}

/** The database was made by another state of this release's migrations, such as an unreleased baseline. */
export class ObsoleteDatabaseError extends Error {
  override readonly name = 'ObsoleteDatabaseError';
  constructor() {
    super('The database has an earlier baseline of the schema and cannot be upgraded.');
  }
}

/** No server of this release has upgraded the database yet; commands that only read do not upgrade it. */
export class OlderDatabaseError extends Error {
  override readonly name = 'OlderDatabaseError';
  constructor(version: number, newest: number) {
    super(`The database is at version ${version}, older than this release's ${newest}.`);
  }
}

/** The configured database does not exist, or has none of Funil's tables. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
}

/** The database belongs to another user of the system. */
export class DatabasePermissionError extends Error {
  override readonly name = 'DatabasePermissionError';
}

/** The database's folder lacks the shared memory and locks that SQLite needs, as network folders do. */
export class NetworkFolderError extends Error {
  override readonly name = 'NetworkFolderError';
}

/** The database refuses a migration; `cause` is the database's error. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly file: string;
  constructor(file: string, cause: unknown) {
    super(`${file} was refused.`, { cause });
    this.file = file;
  }
}
