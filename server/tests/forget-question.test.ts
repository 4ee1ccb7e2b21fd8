import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { makeFolder } from '../../testkit/start-app.ts';
import { openForWriting } from '../src/store/sqlite/database.ts';
import { toInsert } from './hostile-rows.ts';

/** `script` runs a program in a terminal. */
const HAS_TERMINAL = spawnSync('script', ['--version']).status === 0;

/** Runs the command in a terminal, and types an answer to its question. */
async function forgetAll(dataDir: string, answer: string) {
  const command = join(import.meta.dirname, '../src/commands/forget.ts');
  const line = `"${process.execPath}" "${command}" --mais-antigos 0d`;
  const terminal = spawn('script', ['-qec', line, '/dev/null'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  terminal.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (output.includes('[s/N]')) terminal.stdin.end(answer);
  });
  await once(terminal, 'close');
  return output;
}

test.each([
  ['s\r', 0, 'Apagado: 1 lead'],
  ['\u{4}', 1, 'Nada foi apagado.'],
])('asks in a terminal, and accepts %j as the answer', async (answer, left, sentence) => {
  if (!HAS_TERMINAL) return;
  using folder = makeFolder();
  using database: DatabaseSync = openForWriting(folder.path);
  database.exec(toInsert('leads', makeLead()));
  const output = await forgetAll(folder.path, answer);
  expect(output).toContain('Apagar? Não há volta. [s/N]');
  expect(output).toContain(sentence);
  expect(database.prepare('select count(*) as n from leads').get()).toEqual({ n: left });
});
