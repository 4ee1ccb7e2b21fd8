import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeLead } from './rows.ts';
import { insert, makeFolder, startApp } from './start-app.ts';
import { runFile } from './start-process.ts';

test('the leads are printed as a table while the server runs', async () => {
  await using app = await startApp();
  await insert(app.address, 'leads', makeLead());
  const { code, stdout } = await runFile('operator/leads.ts', [], { DATA_DIR: app.dataDir });
  expect(code).toBe(0);
  expect(stdout).toMatch(/nome +telefone/);
  expect(stdout).toMatch(/Maria da Silva +\(11\) 98765-4321 +instagram/);
  expect(stdout).toMatch(/\n1 lead\n$/);
});

test('the leads are written to a CSV file, with formulas made text', async () => {
  await using app = await startApp();
  using folder = makeFolder();
  const file = join(folder.path, 'leads.csv');
  await insert(
    app.address,
    'leads',
    makeLead({ nome: '=SOMA(1;2)', telefone: '+55 11 987654321' }),
  );
  await app.store.close();
  const run = await runFile('operator/leads.ts', ['--csv', file], { DATA_DIR: app.dataDir });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const [header, line] = readFileSync(file, 'utf8').split('\r\n');
  expect(header).toMatch(/^\u{feff}id;created_at;nome;telefone;utm_source/u);
  expect(line).toContain(`;"'=SOMA(1;2)";'+55 11 987654321;instagram;`);
  expect(line).toContain('01/03/2026 09:00:00');
});

test('without a database, or with a wrong option, a sentence says what to do', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: join(folder.path, 'none') };
  const missing = await runFile('operator/leads.ts', [], env);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain('DATA_DIR');
  const wrong = await runFile('operator/leads.ts', ['--xls'], env);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('npm run leads');
});
