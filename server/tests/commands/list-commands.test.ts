import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { runFile } from '../../../testkit/start-process.ts';
import { openCommandDatabase } from './open-command-database.ts';

test.each([
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
  const { stdout } = await callCommand(command, ['--csv', '-'], database.env);
  expect(stdout).toBe(`\u{feff}${titles}\r\n`);
});

test.each([
  ...['applications', 'leads', 'sales', 'deliveries', 'spend', 'report', 'webhooks list'],
  ...['operator list', 'backup', 'content'],
])('%s ends its process', async (call) => {
  await using database = await openCommandDatabase();
  const [name = '', ...args] = call.split(' ');
  const env = { ...database.env, BACKUP_DIR: join(database.folder, 'copias') };
  const { code, stderr } = await runFile(`commands/${name}.ts`, args, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('a command ends its process when its database is PostgreSQL', async () => {
  await using database = await openCommandDatabase('PostgreSQL');
  const { code, stderr } = await runFile('commands/leads.ts', [], database.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
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

test('shortens the report when five thousand campaigns have visits on wrong dates', async () => {
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
  const { stdout, code } = await callCommand('report', [], database.env);
  expect(code).toBe(0);
  expect(stdout).toContain('… e mais 4.900: todas com --csv ou --json');
  expect(stdout.split('\n').length).toBeLessThan(600);
});
