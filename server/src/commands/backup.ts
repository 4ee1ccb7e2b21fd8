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
    await makeCopy(file, async (unfinished) => {
      writeFileSync(unfinished, '', { mode: 0o600 });
      await sql`vacuum into ${unfinished}`.execute(database);
      syncFile(unfinished);
    });
    const { n } = await database
      .selectFrom('leads')
      .select((expression) => expression.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    const stored =
      (await database.selectFrom('stored_settings').select('name').executeTakeFirst()) ??
      (await database.selectFrom('signing_keys').select('kid').executeTakeFirst());
    print(`Cópia em ${file} (${countOf(Number(n), 'lead', 'leads')})\n`);
    const { ownDir } = config.content;
    const folder = `${file}-conteudo`;
    if (existsSync(ownDir)) {
      await makeCopy(folder, (unfinished) => cpSync(ownDir, unfinished, { recursive: true }));
      print(`Cópia do conteúdo da página em ${folder}\n`);
    }
    if (stored) note(KEY_NOT_COPIED(keyFileOf(config)));
  },
});

/** Writes a copy, which gets its name once it is complete. */
async function makeCopy(name: string, write: (unfinished: string) => unknown): Promise<void> {
  const unfinished = `${name}.incompleto`;
  const remove = () => rmSync(unfinished, { recursive: true, force: true });
  try {
    remove();
    await write(unfinished);
    renameSync(unfinished, name);
  } catch (error) {
    remove();
    throw explainCopyError(name, error as NodeJS.ErrnoException);
  }
}

/** The copy may be on another disk than the database: without this, SQLite's errors would be explained as the database's. */
function explainCopyError(file: string, error: NodeJS.ErrnoException & { errcode?: number }) {
  if (error.syscall !== undefined) return new OperatorError(explainFileError(file, error));
  const code = FILE_RESULTS[(error.errcode ?? 0) & 0xff];
  return code === undefined ? error : new OperatorError(explainFileError(file, { ...error, code }));
}
