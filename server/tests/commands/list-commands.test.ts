import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeLead } from '../../../testkit/rows.ts';
import { insert, makeFolder, startApp } from '../../../testkit/start-app.ts';
import { runFile } from '../../../testkit/start-process.ts';
import { openCommandDatabase } from './open-command-database.ts';

test.each([
  [
    'leads',
    'id;created_at;nome;telefone;utm_source;utm_medium;utm_campaign;utm_content;utm_term;botoes_clicados;tempo_jornada_segundos;paginas_visitadas;origem_timestamp;suspect;idempotency_key;email;respostas',
  ],
  [
    'applications',
    'situacao;etapa;created_at;nome;email;whatsapp;instagram;empresa;cargo;faturamento;cronograma;principais_desafios;objetivos_movimento;orcamento_investimento;experiencia_anterior;utm_source;utm_medium;utm_campaign;utm_content;utm_term;origem_timestamp;tempo_jornada_segundos;paginas_visitadas;suspect;id;respostas',
  ],
  [
    'sales',
    'platform;transaction;state;value_cents;currency;method;product;matched_by;lead_ref;pending_at;paid_at;refunded_at',
  ],
  [
    'deliveries',
    'id;created_at;type;destination;subject;state;outcome;attempts;due_at;ended_at;response',
  ],
  [
    'spend',
    'network;account;day;campaign_id;campaign_name;set_id;set_name;ad_id;ad_name;currency;spend_cents;cost_cents;impressions;clicks;source;imported_at',
  ],
])('%s: writes the titles of its CSV', async (command, titles) => {
  await using database = await openCommandDatabase();
  const { stdout } = await runFile(`commands/${command}.ts`, ['--csv', '-'], database.env);
  expect(stdout).toBe(`\u{feff}${titles}\r\n`);
});

test('prints a table, CSV or JSON while the server runs', async () => {
  await using app = await startApp();
  const run = (...words: string[]) =>
    runFile('commands/leads.ts', words, { DATA_DIR: app.dataDir });
  expect((await run('--json', '-')).stdout).toBe('[\n]\n');
  await insert(
    app.address,
    'leads',
    makeLead({ nome: '=SOMA(1;2)', telefone: '+55 11 987654321' }),
  );
  const table = await run();
  expect(table).toMatchObject({ code: 0, stderr: '' });
  expect(table.stdout).toMatch(
    /nome +telefone.*\n.*=SOMA\(1;2\) +\+55 11 987654321 +instagram.*\n1 lead\n$/s,
  );
  const [, line, end] = (await run('--csv', '-')).stdout.split('\r\n');
  expect(line).toMatch(/^1;/);
  expect(line).toContain(`;"'=SOMA(1;2)";"'+55 11 987654321";"instagram";`);
  expect(line).toContain('"01/03/2026 09:00:05 QUERO ENTRAR (hero)"');
  expect(line).toContain('"01/03/2026 09:00:00"');
  expect(end).toBe('');
  expect(JSON.parse((await run('--json', '-')).stdout)).toMatchObject([
    {
      nome: '=SOMA(1;2)',
      origem_timestamp: '2026-03-01T12:00:00.000Z',
      botoes_clicados: [
        { botao: 'QUERO ENTRAR', timestamp: '2026-03-01T12:00:05.000Z', secao: 'hero' },
      ],
    },
  ]);
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

test('ends a command without an error when its reader, such as head, stops reading', async () => {
  await using database = await openCommandDatabase();
  await database.query(
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < 5000)
     insert into leads (nome, telefone, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
       botoes_clicados, tempo_jornada_segundos, paginas_visitadas, origem_timestamp)
     select 'Maria da Silva', '(11) 98765-4321', '', '', '', '', '', '[]', 1, 1, '2026-03-01T00:00:00Z'
     from n`,
  );
  const command = join(import.meta.dirname, '../../src/commands/leads.ts');
  const script = 'set -o pipefail; "$0" "$1" | head -n 1';
  const shell = spawn('bash', ['-c', script, process.execPath, command], {
    env: { PATH: process.env.PATH, ...database.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  shell.stdout.on('data', (text) => {
    output += text;
  });
  shell.stderr.on('data', (text) => {
    output += text;
  });
  const [code] = await once(shell, 'close');
  expect(code).toBe(0);
  expect(output).toMatch(/^id +created_at +nome.*\n$/);
});

test('explains a full disk when it writes a file', async () => {
  if (!existsSync('/dev/full')) return;
  await using database = await openCommandDatabase();
  const run = await runFile('commands/leads.ts', ['--csv', '/dev/full'], database.env);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toBe('Não há espaço no disco para /dev/full; nada ficou pela metade.\n');
});

test('shortens the report of five thousand campaigns whose visitors have wrong clocks', async () => {
  await using database = await openCommandDatabase();
  await database.query(
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < 5000)
     insert into jornada (id, session_id, name, occurred_at, payload, utm_source, utm_medium,
       utm_campaign, utm_content, utm_term)
     select substr(10000000 + n, 1, 8) || '-1111-4111-8111-111111111111',
       substr(10000000 + n, 1, 8) || '-1111-4111-8111-111111111111', 'session_start',
       strftime('%Y-%m-%dT%H:%M:%SZ', '2005-01-01', (n % 900) || ' days'), '{}', '', '', n, '', ''
     from n`,
  );
  const { stdout, code } = await runFile('commands/report.ts', [], database.env);
  expect(code).toBe(0);
  expect(stdout).toContain('… e mais 4.900: todas com --csv ou --json');
  expect(stdout.split('\n').length).toBeLessThan(600);
});
