import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { openCommandDatabase } from '../commands/open-command-database.ts';

const META = [
  'Dia;Nome da campanha;Nome do anúncio;Identificação do anúncio;Valor usado (BRL)',
  '2026-03-01;Lançamento;Vídeo;11;10,00',
  '2026-03-02;Lançamento;=Vídeo;12;20,00',
  '',
].join('\n');

async function open() {
  const opened = await openCommandDatabase();
  const file = join(opened.folder, 'gasto.csv');
  return {
    query: opened.query,
    file,
    run: (...args: string[]) => callCommand('spend', args, opened.env),
    async runWith(content: string, ...args: string[]) {
      writeFileSync(file, content);
      return callCommand('spend', [file, ...args], opened.env);
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

test('imports a file after a dry run, and lists what is stored with its tax', async () => {
  await using command = await open();
  const dry = await command.runWith(META, '--simular');
  expect(dry.stdout).toBe(
    [
      'Gasto da Meta Ads.',
      '2 linhas, 2 anúncios, 2 dias, de 01/03/2026 a 02/03/2026.',
      'R$\u00a030,00 gastos, R$\u00a034,15 com o imposto.',
      'Nada foi gravado (--simular).',
      '',
    ].join('\n'),
  );
  const imported = await command.run(command.file, '--rede', 'meta');
  expect(imported.stdout).toBe(
    'Gasto da Meta Ads: 2 linhas novas, 0 antigas substituídas, 0 já conhecidas, 0 recusadas.\nImportação 1. Para desfazer: npm run import -- --desfazer 1\n',
  );
  const listed = await command.run('--json', '-');
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { network: 'meta', day: '2026-03-01', ad_id: '11', spend_cents: 1000, cost_cents: 1138 },
    {
      account: null,
      day: '2026-03-02',
      campaign_id: null,
      campaign_name: 'Lançamento',
      ad_name: '=Vídeo',
      currency: 'BRL',
      spend_cents: 2000,
      cost_cents: 2277,
      impressions: null,
      source: 'csv',
    },
  ]);
  expect((await command.run('--desfazer', '1')).stdout).toBe('A importação 1 foi desfeita.\n');
  expect((await command.run()).stdout).toContain('0 linhas de gasto');
  expect((await command.run('--desfazer', '1')).stderr).toContain('ela já foi desfeita');
});

test('explains in Portuguese what is wrong with a file or an option', async () => {
  await using command = await open();
  const failures = [
    [await command.runWith(META, '--rede', 'google'), 'O arquivo é de Meta Ads'],
    [await command.runWith(META, '--json', 'x.json'), 'Importe primeiro'],
    [await command.runWith(META, '--desfazer', '1'), '--desfazer não leva arquivo'],
    [await command.run('--simular'), 'Falta o arquivo: npm run spend -- gasto.csv --simular'],
  ] as const;
  for (const [{ code, stdout, stderr }, sentence] of failures) {
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
  }
  expect(await command.query('select number from ad_spend')).toEqual([]);
});
