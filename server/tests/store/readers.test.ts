import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runFile } from '../../../testkit/start-process.ts';
import { openCommandDatabase } from '../commands/open-command-database.ts';

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
