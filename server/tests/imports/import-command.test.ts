import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { openCommandDatabase } from '../commands/open-command-database.ts';

const FILE = [
  'Cliente;Celular;Quando',
  'Ana Souza;(11) 98765-4321;01/11/2025 10:00',
  'Bia Lima;123;',
  '',
].join('\n');
const COLUMNS = 'nome=Cliente,telefone=Celular,data=Quando';

async function open() {
  const opened = await openCommandDatabase();
  const file = join(opened.folder, 'contatos.csv');
  writeFileSync(file, FILE);
  return {
    file,
    query: opened.query,
    run: (...args: string[]) => callCommand('import', args, opened.env),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

test('imports leads after a dry run, recognizes them in a second import, and undoes the first', async () => {
  await using command = await open();
  const { file, run } = command;
  const choice = ['--de', 'leads', '--colunas', COLUMNS];
  const dry = await run(file, ...choice, '--simular');
  expect(dry.stdout).toBe(
    [
      'Leads: 1 linha nova, 0 mudam algo, 0 já conhecidas, 1 recusada.',
      '  “123” não é um telefone com DDD: 1 linha (3)',
      'Nada foi gravado (--simular).',
      '',
    ].join('\n'),
  );
  const dryJson = await run(file, ...choice, '--simular', '--json', '-');
  expect(dryJson.stdout).toBe('{"id":null,"new":1,"known":0,"changed":0,"refused":1}\n');
  const imported = await run(file, ...choice, '--json', '-');
  expect(imported.stdout).toBe('{"id":1,"new":1,"known":0,"changed":0,"refused":1}\n');
  // The second import uses the columns of the first, because the titles are equal.
  const again = await run(file, '--de', 'leads', '--json', '-');
  expect(again.stdout).toBe('{"id":2,"new":0,"known":1,"changed":0,"refused":1}\n');
  expect((await run('--desfazer', '1')).stdout).toBe('A importação 1 foi desfeita.\n');
  expect(await command.query('select * from leads')).toEqual([]);
});

test('explains in Portuguese what is wrong with a file or an option', async () => {
  await using command = await open();
  const { file, run } = command;
  const failures = [
    [await run(file, '--de', 'vendas'), 'Falta a coluna com Data, Valor.'],
    [await run(file, '--de', 'shopify'), '--de espera hotmart, kiwify, eduzz, vendas, leads'],
    [await run(file, '--de', 'leads', '--colunas', 'x=y'), '--colunas espera campo=Título'],
    [await run('nenhum.csv'), 'O arquivo nenhum.csv não existe.'],
    [await run('.'), 'O arquivo . é uma pasta.'],
    [await run('--desfazer', '9'), 'Não há importação com esse número'],
    [await run(), 'Falta o arquivo'],
  ] as const;
  for (const [{ code, stderr }, message] of failures) {
    expect(stderr).toContain(message);
    expect(code).toBe(1);
  }
});
