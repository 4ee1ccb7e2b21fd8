import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../testkit/start-app.ts';
import { runQuery } from '../../../testkit/start-postgres.ts';
import { runFile } from '../../../testkit/start-process.ts';
import { STORES, usePostgres } from '../store/open-test-store.ts';
import { openCommandDatabase } from './open-command-database.ts';

const postgres = await usePostgres();

const READING_COMMAND = ['commands/leads.ts'] as const;
const WRITING_COMMAND = ['commands/forget.ts', '--mais-antigos', '2a', '--sim'] as const;

/** Expects a command to print only this sentence, to standard error. */
async function expectSentence(
  [file, ...args]: readonly [file: string, ...args: string[]],
  env: Record<string, string>,
  sentence: string,
) {
  const run = await runFile(file, args, env);
  expect(run).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
}

test('asks to start the server when no database exists', async () => {
  using folder = makeFolder();
  await expectSentence(
    WRITING_COMMAND,
    { DATA_DIR: folder.path },
    `Ainda não há banco de dados em ${folder.path}: inicie o servidor uma vez, ou ajuste DATA_DIR.`,
  );
});

test("asks to repeat the command as the server's user", () => {
  using folder = makeFolder();
  writeFileSync(`${folder.path}/funil.db`, '');
  // Root may read everything, and becomes the user `nobody` once the code is loaded.
  chmodSync(folder.path, process.getuid?.() === 0 ? 0o700 : 0);
  const module = (path: string) => JSON.stringify(join(import.meta.dirname, '../../src', path));
  const config = JSON.stringify({ databaseUrl: null, dataDir: folder.path });
  const code = `const { openSqlite } = await import(${module('store/sqlite/dialect.ts')});
    const { explainError } = await import(${module('doctor/explain-error.ts')});
    if (process.getuid() === 0) process.setuid(65534);
    try { openSqlite(${JSON.stringify(folder.path)}, 'read'); }
    catch (error) { console.log(explainError(error, ${config})); }`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  chmodSync(folder.path, 0o700);
  expect(run.stdout).toBe(
    `Este usuário não tem permissão para usar o banco em ${folder.path}. ` +
      'Repita como o usuário do servidor: sudo -u funil npm run …\n',
  );
});

test('leaves a file unchanged that is not a database', async () => {
  using folder = makeFolder();
  const letter = 'a letter to my grandmother '.repeat(100);
  writeFileSync(`${folder.path}/funil.db`, letter);
  await expectSentence(
    WRITING_COMMAND,
    { DATA_DIR: folder.path },
    `${folder.path}/funil.db não é um banco de dados. Confira DATA_DIR; o arquivo não foi tocado.`,
  );
  expect(readFileSync(`${folder.path}/funil.db`, 'utf8')).toBe(letter);
});

const NEWER_DATABASE =
  'O banco de dados é de uma versão mais nova deste programa. Use a versão nova, ou restaure uma cópia de antes dela.';

test('refuses a database of a newer release', async () => {
  await using database = await openCommandDatabase('SQLite');
  using file = new DatabaseSync(database.file);
  file.exec("insert into migrations (version, sha256) values (999, '')");
  await expectSentence(WRITING_COMMAND, database.env, NEWER_DATABASE);
  file.exec("delete from migrations; insert into migrations (version, sha256) values (22, '')");
  await expectSentence(
    READING_COMMAND,
    database.env,
    'O banco de dados é de uma versão de teste, anterior à primeira publicada, e não pode ser atualizado: exporte os dados com a versão que o criou, guarde-o em outro lugar (ou aponte DATABASE_URL para um banco vazio) e inicie o servidor, que cria um novo.',
  );
});

test('names a migration that failed', async () => {
  using folder = makeFolder();
  const other = new DatabaseSync(`${folder.path}/funil.db`);
  other.exec('create table leads (id integer)');
  other.close();
  await expectSentence(
    WRITING_COMMAND,
    { DATA_DIR: folder.path },
    'O banco de dados recusa a atualização 20261126000305_leads.sql e ficou como estava. Causa: SQL logic error (SQLite 1)',
  );
});

test.each(STORES)('does not migrate an older %s when reading', async (kind) => {
  await using database = await openCommandDatabase(kind);
  await database.execute(
    kind === 'SQLite'
      ? ['delete from migrations where version > 305']
      : ['delete from funil.migrations where version > 305'],
  );
  await expectSentence(
    READING_COMMAND,
    database.env,
    'O banco de dados ainda é de uma versão anterior deste programa: inicie o servidor uma vez, para atualizá-lo, e repita o comando.',
  );
});

test('says that the database is busy while another program writes', async () => {
  await using database = await openCommandDatabase('SQLite');
  await database.query(
    `insert into leads (created_at, nome, telefone, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
       botoes_clicados, tempo_jornada_segundos, paginas_visitadas, origem_timestamp)
     values ('2020-01-01T00:00:00Z', 'Ana', '11987611111', '', '', '', '', '', '[]', 1, 1, '2020-01-01T00:00:00Z')`,
  );
  using holder = new DatabaseSync(database.file);
  holder.exec('begin immediate');
  const [file, ...words] = WRITING_COMMAND;
  const { stderr } = await runFile(file, words, database.env);
  expect(stderr).toBe(
    'O banco de dados está ocupado por outro programa. Espere um pouco e repita o comando.\n',
  );
  expect((await runFile('commands/leads.ts', [], database.env)).code).toBe(0);
});

test('explains a PostgreSQL that is unreachable, empty, missing or newer', async () => {
  const runReader = (url: string) => runFile('commands/leads.ts', [], { DATABASE_URL: url });
  const unreachable = await runReader('postgres://postgres:x@127.0.0.1:9/none');
  expect(unreachable).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'O PostgreSQL de DATABASE_URL não responde (ECONNREFUSED). Confira o endereço e se está no ar.\n',
  });
  const empty = await postgres.createEmptyDatabase();
  expect((await runReader(empty)).stderr).toContain('ainda não tem as tabelas');
  const missing = new URL(empty);
  missing.pathname = '/nowhere';
  expect((await runReader(missing.href)).stderr).toBe(
    'O banco de dados nomeado em DATABASE_URL não existe.\n',
  );
  await using newer = await openCommandDatabase('PostgreSQL');
  await runQuery(
    newer.env.DATABASE_URL ?? '',
    'insert into funil.migrations (version) values (999)',
  );
  expect((await runReader(newer.env.DATABASE_URL ?? '')).stderr).toBe(`${NEWER_DATABASE}\n`);
});

test('shows the help of a command without a database', async () => {
  const run = await runFile('commands/backup.ts', ['--ajuda'], { DATA_DIR: '/nowhere' });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('Uso: npm run backup -- ARQUIVO [opções]');
});
