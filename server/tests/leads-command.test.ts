import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { insert, makeFolder, startApp } from '../../testkit/start-app.ts';
import { runFile } from '../../testkit/start-process.ts';

test('prints the leads as a table while the server runs', async () => {
  await using app = await startApp();
  await insert(app.address, 'leads', makeLead());
  const { code, stdout } = await runFile('commands/leads.ts', [], { DATA_DIR: app.dataDir });
  expect(code).toBe(0);
  expect(stdout).toMatch(/nome +telefone/);
  expect(stdout).toMatch(/Maria da Silva +\(11\) 98765-4321 +instagram/);
  expect(stdout).toMatch(/\n1 lead\n$/);
});

test('writes the leads to a CSV file, with formulas as text', async () => {
  await using app = await startApp();
  using folder = makeFolder();
  const file = join(folder.path, 'leads.csv');
  await insert(
    app.address,
    'leads',
    makeLead({ nome: '=SOMA(1;2)', telefone: '+55 11 987654321' }),
  );
  await app.store.close();
  const run = await runFile('commands/leads.ts', ['--csv', file], { DATA_DIR: app.dataDir });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const [header, line] = readFileSync(file, 'utf8').split('\r\n');
  expect(header).toMatch(/^\u{feff}id;created_at;nome;telefone;utm_source/u);
  expect(line).toContain(`;"'=SOMA(1;2)";"'+55 11 987654321";"instagram";`);
  expect(line).toContain('"01/03/2026 09:00:05 QUERO ENTRAR (hero)"');
  expect(line).toContain('"01/03/2026 09:00:00"');
});

test('prints only JSON or CSV when the file is a dash', async () => {
  await using app = await startApp();
  await insert(app.address, 'leads', makeLead());
  const env = { DATA_DIR: app.dataDir };
  const json = await runFile('commands/leads.ts', ['--json', '-'], env);
  expect(JSON.parse(json.stdout)).toMatchObject([
    {
      nome: 'Maria da Silva',
      origem_timestamp: '2026-03-01T12:00:00.000Z',
      botoes_clicados: [
        { botao: 'QUERO ENTRAR', timestamp: '2026-03-01T12:00:05.000Z', secao: 'hero' },
      ],
    },
  ]);
  const csv = await runFile('commands/leads.ts', ['--csv', '-'], env);
  expect(csv.stdout).toMatch(/^\u{feff}id;created_at;[^\r\n]*\r\n1;[^\r\n]*\r\n$/u);
});

test('replaces a file of the same name, and says so', async () => {
  await using app = await startApp();
  using folder = makeFolder();
  const file = join(folder.path, 'leads.csv');
  const env = { DATA_DIR: app.dataDir };
  const first = await runFile('commands/leads.ts', ['--csv', file], env);
  expect(first.stdout).toBe(`0 leads em ${file}\n`);
  const second = await runFile('commands/leads.ts', ['--csv', file], env);
  expect(second.stdout).toBe(`0 leads em ${file} (o anterior foi substituído)\n`);
  expect(readdirSync(folder.path)).toEqual(['leads.csv']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('names a file that cannot be written, and the reason', async () => {
  await using app = await startApp();
  using folder = makeFolder();
  const env = { DATA_DIR: app.dataDir };
  const nowhere = join(folder.path, 'none', 'leads.csv');
  expect(await runFile('commands/leads.ts', ['--csv', nowhere], env)).toEqual({
    code: 1,
    stdout: '',
    stderr: `Não existe a pasta em que ${nowhere} ficaria.\n`,
  });
  const isFolder = await runFile('commands/leads.ts', ['--json', folder.path], env);
  expect(isFolder.stderr).toBe(`${folder.path} é uma pasta; escolha o nome de um arquivo.\n`);
});
