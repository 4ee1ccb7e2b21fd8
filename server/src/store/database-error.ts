/** A newer release has upgraded the database: this one does not know what stands in it. */
export class NewerDatabaseError extends Error {
  constructor(version: number, newest: number) {
    super(`The database is at version ${version}, newer than this release's ${newest}.`);
    this.name = 'NewerDatabaseError';
  }
}

/** The database has the schema before the baseline, of which nothing was released. Its message is for operators. */
export class ObsoleteDatabaseError extends Error {
  constructor() {
    super(
      'O banco de dados é de uma versão de teste, anterior à primeira publicada, e não pode ser atualizado: exporte os dados com a versão que o criou, guarde-o em outro lugar (ou aponte DATABASE_URL para um banco vazio) e inicie o servidor, que cria um novo.',
    );
    this.name = 'ObsoleteDatabaseError';
  }
}

/** No server of this release has upgraded the database yet; who only reads does not. */
export class OlderDatabaseError extends Error {
  constructor(version: number, newest: number) {
    super(`The database is at version ${version}, older than this release's ${newest}.`);
    this.name = 'OlderDatabaseError';
  }
}

/** There is no database yet where configuration says, or none of ours. */
export class NoDatabaseError extends Error {
  constructor() {
    super('No server has made the tables yet.');
    this.name = 'NoDatabaseError';
  }
}

/** The database is another user's. */
export class DatabasePermissionError extends Error {
  constructor() {
    super('This user may not use the database.');
    this.name = 'DatabasePermissionError';
  }
}

/** The database refuses a migration; `cause` is its own error. */
export class MigrationError extends Error {
  readonly file: string;
  constructor(file: string, cause: unknown) {
    super(`${file} was refused.`, { cause });
    this.name = 'MigrationError';
    this.file = file;
  }
}
