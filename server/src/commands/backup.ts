import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { countOf } from '@funil/contract/money';
import { sql } from 'kysely';
import { keyFileOf } from '../settings/secrets-key.ts';
import { runDatabaseCommand } from './run/command.ts';
import { OperatorError } from './run/definition.ts';
import { explainFileError, syncFile } from './run/output-file.ts';

const FOR_POSTGRES =
  'Com PostgreSQL, faça a cópia com pg_dump: pg_dump --format=custom --file=ARQUIVO "$DATABASE_URL". Copie também a pasta content de DATA_DIR, se existir.';

const KEY_NOT_COPIED = (file: string) =>
  `A cópia leva fechados, sem a chave, os segredos guardados no painel e o que abre o painel: guarde SECRETS_KEY, ou ${file}, em outro lugar.\n`;

/** SQLite's results for I/O errors, a full disk and a file that cannot be opened. Source: https://www.sqlite.org/rescode.html */
const FILE_RESULTS: Readonly<Record<number, string>> = { 10: 'EIO', 13: 'ENOSPC', 14: 'EACCES' };

await runDatabaseCommand({
  name: 'backup',
  summary: 'Copia o banco embutido e o conteúdo da página, com o servidor ligado ou não.',
  access: 'read',
  operand: 'ARQUIVO',
  options: {},
  examples: ['npm run backup -- /backup/funil-2026-03-01.db'],
  check({ operand: file }) {
    if (file === '') throw new OperatorError('Uso: npm run backup -- ARQUIVO');
    if (existsSync(file)) throw new OperatorError(`${file} já existe; escolha outro nome.`);
  },
  async run({ config, database, operand: file, print, note }) {
    if (database.dialect === 'postgres') throw new OperatorError(FOR_POSTGRES);
    // Only a complete and flushed copy gets the file's name.
    const unfinished = `${file}.incompleto`;
    try {
      rmSync(unfinished, { force: true });
      writeFileSync(unfinished, '', { mode: 0o600 });
      await sql`vacuum into ${unfinished}`.execute(database);
      syncFile(unfinished);
      renameSync(unfinished, file);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw explainCopyError(file, error as NodeJS.ErrnoException & { errcode?: number });
    }
    const { n } = await database
      .selectFrom('leads')
      .select((expression) => expression.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    const stored =
      (await database.selectFrom('stored_settings').select('name').executeTakeFirst()) ??
      (await database.selectFrom('signing_keys').select('kid').executeTakeFirst());
    print(`Cópia em ${file} (${countOf(Number(n), 'lead', 'leads')})\n`);
    const { ownDir } = config.content;
    if (existsSync(ownDir)) print(`Cópia do conteúdo da página em ${copyContent(ownDir, file)}\n`);
    if (stored) note(KEY_NOT_COPIED(keyFileOf(config)));
  },
});

/** Copies the seller's content beside the database's copy. Returns the copy's folder, which is complete or missing. */
function copyContent(ownDir: string, file: string): string {
  const folder = `${file}-conteudo`;
  const unfinished = `${folder}.incompleto`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(ownDir, unfinished, { recursive: true });
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw explainCopyError(folder, error as NodeJS.ErrnoException);
  }
  return folder;
}

/** The copy may be on another disk than the database: without this, SQLite's errors would be explained as the database's. */
function explainCopyError(file: string, error: NodeJS.ErrnoException & { errcode?: number }) {
  if (error.syscall !== undefined) return new OperatorError(explainFileError(file, error));
  const code = FILE_RESULTS[(error.errcode ?? 0) & 0xff];
  return code === undefined ? error : new OperatorError(explainFileError(file, { ...error, code }));
}
