const UNUSABLE_DATABASE_MESSAGES = {
  missing: 'The database does not exist, or has none of the tables.',
  forbidden: 'This user may not use the database.',
  /** The folder lacks the shared memory and locks that SQLite needs, as network folders do. */
  networkFolder: 'The file system cannot hold a write-ahead log.',
  /** A pooler in transaction mode mixes the roles and settings of connections. */
  sharedSession: 'Two connections share a session of PostgreSQL: a pooler must be in session mode.',
  /** Commands that only read do not upgrade a database. */
  older: 'The database is older than this release.',
  newer: 'The database is newer than this release.',
  /** The database has other migrations than this release's, such as those of an unreleased baseline. */
  obsolete: 'The database has an earlier baseline of the schema and cannot be upgraded.',
};

export type UnusableDatabaseReason = keyof typeof UNUSABLE_DATABASE_MESSAGES;

export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
  readonly reason: UnusableDatabaseReason;

  constructor(reason: UnusableDatabaseReason, detail = '') {
    super(`${UNUSABLE_DATABASE_MESSAGES[reason]}${detail}`);
    this.reason = reason;
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
