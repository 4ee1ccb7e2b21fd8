import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { explainFileError, syncFile } from './output/output-file.ts';
import { runCommand } from './run/command.ts';
import { OperatorError } from './run/definition.ts';

const FOR_POSTGRES =
  'Com PostgreSQL, faça a cópia com pg_dump: pg_dump --format=custom --file=ARQUIVO "$DATABASE_URL"';

// Source: https://www.sqlite.org/rescode.html
const SQLITE_IO = 10;
const SQLITE_FULL = 13;
const SQLITE_CANNOT_OPEN = 14;

await runCommand({
  name: 'backup',
  summary: 'Copia o banco embutido para um arquivo, com o servidor ligado ou não.',
  access: 'read',
  word: 'ARQUIVO',
  options: {},
  examples: ['npm run backup -- /backup/funil-2026-03-01.db'],
  check({ word }) {
    if (word === undefined) throw new OperatorError('Uso: npm run backup -- ARQUIVO');
    if (existsSync(word)) throw new OperatorError(`${word} já existe; escolha outro nome.`);
  },
  async run({ database, words: { word: file = '' }, print }) {
    if (database.dialect === 'postgres') throw new OperatorError(FOR_POSTGRES);
    // Under its own name only when whole and on the disk: half a copy is never taken for one.
    const unfinished = `${file}.incompleto`;
    try {
      rmSync(unfinished, { force: true });
      writeFileSync(unfinished, '', { mode: 0o600 });
      await sql`vacuum into ${unfinished}`.execute(database);
      syncFile(unfinished);
      renameSync(unfinished, file);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw explainCopy(file, error as NodeJS.ErrnoException & { errcode?: number });
    }
    const { n } = await database
      .selectFrom('leads')
      .select((expression) => expression.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    print(`Cópia em ${file} (${n} ${Number(n) === 1 ? 'lead' : 'leads'})\n`);
  },
});

/** The disk of the copy may be full, or at fault, while the database's own is well. */
function explainCopy(file: string, error: NodeJS.ErrnoException & { errcode?: number }): Error {
  if (error.syscall !== undefined) return new OperatorError(explainFileError(file, error));
  const result = (error.errcode ?? 0) & 0xff;
  const isOfFile = result === SQLITE_FULL || result === SQLITE_IO || result === SQLITE_CANNOT_OPEN;
  return isOfFile
    ? new OperatorError(`Não foi possível gravar ${file}: confira o espaço e o próprio disco.`)
    : error;
}
