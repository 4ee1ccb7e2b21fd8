import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { configOf } from '../../../testkit/config-of.ts';
import { runQuery } from '../../../testkit/databases/start-postgres.ts';
import { makeFolder } from '../../../testkit/start-app.ts';
import { runFile } from '../../../testkit/start-process.ts';
import { toOperatorError } from '../../src/commands/run/definition.ts';
import type { DatabaseAccess } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { createPostgresStore } from '../../src/store/postgres/store.ts';
import { STORES, usePostgres } from '../store/open-test-store.ts';
import { openCommandDatabase } from './open-command-database.ts';

const postgres = await usePostgres();

/** Opens a database as a command does, and returns the sentence that the command would print. */
async function explainOpening(env: Record<string, string>, access: DatabaseAccess) {
  const { store } = configOf(env);
  try {
    await using database = await openDatabase(store, access);
    return `opened ${database.dialect}`;
  } catch (error) {
    return toOperatorError(error, store).message;
  }
}

test('asks to start the server when no database exists', async () => {
  using folder = makeFolder();
  expect(await explainOpening({ DATA_DIR: folder.path }, 'write')).toBe(
    `Ainda não há banco de dados em ${folder.path}: inicie o servidor uma vez, ou ajuste DATA_DIR.`,
  );
});

/** Runs a function of a module as a user who may read nothing private. Returns the explanation of its error. */
function explainAsNobody(dataDir: string, [path, call]: readonly [path: string, call: string]) {
  const module = (file: string) => JSON.stringify(join(import.meta.dirname, '../../src', file));
  const config = JSON.stringify({ databaseUrl: null, dataDir });
  // Root may read everything, and becomes the user `nobody` once the code is loaded.
  const code = `const loaded = await import(${module(path)});
    const { explainError } = await import(${module('doctor/explain-error.ts')});
    if (process.getuid() === 0) process.setuid(65534);
    try { (${call})(loaded); } catch (error) { console.log(explainError(error, ${config})); }`;
  const args = ['--input-type=module', '-e', code];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
}

test("asks to repeat the command as the server's user", () => {
  using folder = makeFolder();
  writeFileSync(`${folder.path}/funil.db`, '');
  chmodSync(folder.path, process.getuid?.() === 0 ? 0o700 : 0);
  const stdout = explainAsNobody(folder.path, [
    'store/sqlite/dialect.ts',
    `({ openSqlite }) => openSqlite(${JSON.stringify(folder.path)}, 'read')`,
  ]);
  chmodSync(folder.path, 0o700);
  expect(stdout).toBe(
    `Este usuário não tem permissão para usar o banco em ${folder.path}. ` +
      'Repita como o usuário do servidor: sudo -u funil npm run …\n',
  );
});

test('asks for the permission to read a copy, which is neither missing nor damaged', () => {
  using folder = makeFolder();
  const backup = join(folder.path, 'backup');
  const copy = join(backup, 'funil.db');
  mkdirSync(backup);
  writeFileSync(copy, '');
  const isRoot = process.getuid?.() === 0;
  const config = { store: { databaseUrl: null, dataDir: join(folder.path, 'data') } };
  const plan = () =>
    explainAsNobody(folder.path, [
      'copies/restore.ts',
      `({ planRestore }) => planRestore(${JSON.stringify(config)}, ${JSON.stringify(copy)})`,
    ]);
  const refusal = `Sem permissão para usar ${copy}. Dê a permissão a quem roda o servidor, ou repita como ele: sudo -u funil npm run …\n`;
  chmodSync(folder.path, 0o755);
  chmodSync(backup, 0o755);
  chmodSync(copy, isRoot ? 0o600 : 0);
  expect(plan()).toBe(refusal);
  chmodSync(backup, isRoot ? 0o700 : 0);
  expect(plan()).toBe(refusal);
  chmodSync(backup, 0o700);
});

test('leaves a file unchanged that is not a database', async () => {
  using folder = makeFolder();
  const letter = 'a letter to my grandmother '.repeat(100);
  writeFileSync(`${folder.path}/funil.db`, letter);
  expect(await explainOpening({ DATA_DIR: folder.path }, 'write')).toBe(
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
  expect(await explainOpening(database.env, 'write')).toBe(NEWER_DATABASE);
  file.exec("delete from migrations; insert into migrations (version, sha256) values (22, '')");
  expect(await explainOpening(database.env, 'read')).toBe(
    'O banco de dados é de uma versão de teste, anterior à primeira publicada, e não pode ser atualizado: exporte os dados com a versão que o criou, guarde-o em outro lugar (ou aponte DATABASE_URL para um banco vazio) e inicie o servidor, que cria um novo.',
  );
});

test('names a migration that failed', async () => {
  using folder = makeFolder();
  const other = new DatabaseSync(`${folder.path}/funil.db`);
  other.exec('create table leads (id integer)');
  other.close();
  expect(await explainOpening({ DATA_DIR: folder.path }, 'write')).toBe(
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
  expect(await explainOpening(database.env, 'read')).toBe(
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
  const args = ['--mais-antigos', '2a', '--sim'];
  expect(await callCommand('forget', args, database.env)).toMatchObject({
    code: 1,
    stderr:
      'O banco de dados está ocupado por outro programa. Espere um pouco e repita o comando.\n',
  });
  expect((await callCommand('leads', [], database.env)).code).toBe(0);
});

test('explains a PostgreSQL that is unreachable, empty, missing or newer', async () => {
  const explain = (DATABASE_URL: string) => explainOpening({ DATABASE_URL }, 'read');
  expect(await explain('postgres://postgres:x@127.0.0.1:9/none')).toBe(
    'O PostgreSQL de DATABASE_URL não responde (ECONNREFUSED). Confira o endereço e se está no ar.',
  );
  const empty = await postgres.createEmptyDatabase();
  expect(await explain(empty)).toContain('ainda não tem as tabelas');
  const missing = new URL(empty);
  missing.pathname = '/nowhere';
  expect(await explain(missing.href)).toBe('O banco de dados nomeado em DATABASE_URL não existe.');
  await using newer = await openCommandDatabase('PostgreSQL');
  await newer.execute(['insert into funil.migrations (version) values (999)']);
  expect(await explainOpening(newer.env, 'read')).toBe(NEWER_DATABASE);
});

/** Stands before PostgreSQL, and answers its request for TLS; an accepted one meets a self-signed certificate. */
async function startTlsDoor(answer: 'S' | 'N') {
  const smtp = new SMTPServer({ secure: true, logger: false });
  smtp.on('error', () => {});
  smtp.listen(0, '127.0.0.1');
  const door = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write(answer);
        const { port } = smtp.server.address() as AddressInfo;
        if (answer === 'S')
          socket.pipe(connect(port, '127.0.0.1').on('error', () => {})).pipe(socket);
      });
  }).listen(0, '127.0.0.1');
  await Promise.all([once(smtp.server, 'listening'), once(door, 'listening')]);
  const { port } = door.address() as AddressInfo;
  return {
    url: `postgres://postgres:x@127.0.0.1:${port}/funil?sslmode=verify-full`,
    async [Symbol.asyncDispose]() {
      door.close();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}

test('explains a PostgreSQL whose TLS is missing or not trusted', async () => {
  await using plain = await startTlsDoor('N');
  expect(await explainOpening({ DATABASE_URL: plain.url }, 'read')).toBe(
    'O PostgreSQL de DATABASE_URL não fala TLS: tire sslmode e ssl dela, ou escreva sslmode=disable.',
  );
  await using selfSigned = await startTlsDoor('S');
  expect(await explainOpening({ DATABASE_URL: selfSigned.url }, 'read')).toMatch(
    /^O certificado TLS do PostgreSQL de DATABASE_URL não é de confiança \(\w+\)\..* baixe o dele e termine DATABASE_URL com \?sslmode=verify-full&sslrootcert=\/srv\/funil\/ca\.crt$/,
  );
});

test.each([
  [
    '28000',
    'no pg_hba.conf entry for host "192.0.2.7", user "funil", database "funil", no encryption',
    /só aceita conexões com TLS: acrescente \?sslmode=verify-full/,
  ],
  [
    '28000',
    'nenhuma entrada no pg_hba.conf para máquina "192.0.2.7", usuário "funil", banco de dados "funil", SSL habilitado',
    /não aceita este usuário e banco desta máquina/,
  ],
  ['28P01', 'password authentication failed for user "funil"', /recusa o usuário ou a senha/],
  // Supabase's pooler, then PgBouncer.
  ['XX000', 'Tenant or user not found', /copie o endereço inteiro do painel/],
  ['XX000', '(ENOTFOUND) tenant/user postgres.abc not found', /copie o endereço inteiro do painel/],
  [
    'XX000',
    'MaxClientsInSessionMode: max clients reached - in Session mode max clients are limited to pool_size',
    /não aceita mais conexões agora/,
  ],
  ['08P01', 'no more connections allowed (max_client_conn)', /não aceita mais conexões agora/],
])(
  'explains PostgreSQL or a pooler that refuses a connection: %s %s',
  (code, message, sentence) => {
    const refusal = Object.assign(new pg.DatabaseError(message, 0, 'error'), {
      severity: 'FATAL',
      code,
    });
    const store = { databaseUrl: 'postgres://funil:x@db.escola.test/funil', dataDir: '' };
    expect(toOperatorError(refusal, store).message).toMatch(sentence);
  },
);

test('says what PostgreSQL lacks when it refuses the first start', async () => {
  const admin = await postgres.createEmptyDatabase();
  const name = new URL(admin).pathname.slice(1);
  await runQuery(admin, "create role guest login password 'x'");
  await runQuery(admin, `alter database ${name} owner to guest`);
  const explain = async (address: string) => {
    let thrown: unknown;
    const store = createPostgresStore(address, (_message, error) => {
      thrown = error;
    });
    await store.isReady();
    await store.close();
    return toOperatorError(thrown, { databaseUrl: address, dataDir: '' }).message;
  };
  expect(await explain(admin.replace('postgres:password@', 'guest:x@'))).toMatch(
    /^O banco de dados recusa a atualização \d+_roles\.sql .*Um administrador do PostgreSQL dá ao usuário de DATABASE_URL os direitos/,
  );
  const used = await postgres.createEmptyDatabase();
  await runQuery(used, 'create table public.leads (id integer)');
  expect(await explain(used)).toMatch(
    /_leads\.sql .*O banco tem tabelas de outro programa: aponte DATABASE_URL para um banco vazio\.$/,
  );
});

test('shows the help of a command without a database', async () => {
  const run = await runFile('commands/backup.ts', ['--ajuda'], { DATA_DIR: '/nowhere' });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('Uso: npm run backup -- ARQUIVO [opções]');
});
