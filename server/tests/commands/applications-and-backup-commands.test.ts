import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { FILE_LIMIT_SHELL } from '../../../testkit/full-disk.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { makeDatabase, makeFolder, postRows } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { ensureOwnContent } from '../../src/page/own-content.ts';
import { usePostgres } from '../store/open-test-store.ts';

const postgres = await usePostgres();

test('makes a complete backup while leads arrive, from which a server starts', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: folder.path };
  await using server = await startServer({ ...env, RATE_LIMIT: '0' });
  const { address } = server;
  await postRows(address, 'leads', makeLead({ nome: 'Antes da Cópia' }));
  let isOver = false;
  const clients = Array.from({ length: 8 }, async () => {
    while (!isOver) expect((await postRows(address, 'leads', makeLead())).status).toBe(201);
  });
  using target = makeFolder();
  const file = join(target.path, 'funil.db');
  const { code, stdout, stderr } = await callCommand('backup', [file], env);
  const erasure = await callCommand('forget', ['--telefone', '11 98760-0000', '--sim'], env);
  isOver = true;
  await Promise.all(clients);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(file);
  expect(erasure).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(target.path)).toEqual(['funil.db']);

  await using restored = await startServer({ DATA_DIR: target.path });
  expect((await postRows(restored.address, 'leads', makeLead())).status).toBe(201);
  const query = queryTables({ DATA_DIR: target.path });
  expect(await query("select id from leads where nome = 'Antes da Cópia'")).toHaveLength(1);
  const secondBackup = await callCommand('backup', [file], env);
  expect(secondBackup).toMatchObject({ code: 1, stderr: expect.stringContaining('já existe') });
});

test('copies the seller’s own content beside the copy of the database', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: join(folder.path, 'data') };
  makeDatabase(env.DATA_DIR);
  const before = await callCommand('content', [], env);
  expect(before.stdout).toMatch(/content\n$/);
  expect(before.stdout).not.toContain(folder.path);
  const copied = await callCommand('content', ['--minha-copia'], env);
  const ownFolder = join(folder.path, 'data', 'content');
  expect(copied).toMatchObject({ code: 0, stdout: `O seu conteúdo está em ${ownFolder}\n` });
  appendFileSync(join(ownFolder, 'hero.yaml'), '# mine\n');
  // A second run keeps the seller's changes.
  ensureOwnContent(ownFolder);

  const file = join(folder.path, 'copia.db');
  const { stdout } = await callCommand('backup', [file], env);
  expect(stdout).toContain(`${file}-conteudo`);
  expect(readFileSync(join(`${file}-conteudo`, 'hero.yaml'), 'utf8')).toMatch(/# mine\n$/);
});

test('leaves no half of the seller’s own content when the disk is full', () => {
  using folder = makeFolder();
  const script = join(import.meta.dirname, '../../src/commands/content.ts');
  const [shell = '', ...limited] = FILE_LIMIT_SHELL;
  const words = limited.map((word) => word.replace('exec', 'ulimit -f 50; exec'));
  const { stderr } = spawnSync(shell, [...words, process.execPath, script, '--minha-copia'], {
    env: { ...process.env, DATA_DIR: folder.path, ENV_FILE: '' },
    encoding: 'utf8',
  });
  expect(stderr).toBe('Não há espaço no disco. Libere espaço e repita o comando.\n');
  expect(readdirSync(folder.path)).toEqual([]);
});

test('names pg_dump when the database is PostgreSQL', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: folder.path, DATABASE_URL: await postgres.createDatabase() };
  const { code, stderr } = await callCommand('backup', [join(folder.path, 'x.db')], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('pg_dump') });
});
