import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeLead } from '../../../testkit/rows.ts';
import { insert, makeFolder } from '../../../testkit/start-app.ts';
import { runFile, startServer } from '../../../testkit/start-process.ts';

test('finds the same database in the server and its commands by the settings file', async () => {
  using folder = makeFolder();
  const file = join(folder.path, '.env');
  writeFileSync(file, `DATA_DIR=${join(folder.path, 'data')}\n`);
  await using server = await startServer({ ENV_FILE: file });
  expect((await insert(server.address, 'leads', makeLead({ nome: 'Ana Lima' }))).status).toBe(201);
  const { code, stdout } = await runFile('commands/leads.ts', [], { ENV_FILE: file });
  expect(stdout).toContain('Ana Lima');
  expect(code).toBe(0);
});

test.each(['main.ts', 'commands/leads.ts'])(
  '%s: says in a sentence that a setting of the file is wrong, or the file unreadable',
  async (entry) => {
    using folder = makeFolder();
    const file = join(folder.path, '.env');
    writeFileSync(file, 'PORT=abc\n');
    const wrong = await runFile(entry, [], { ENV_FILE: file });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^PORT must be .*\n$/) });
    const unreadable = await runFile(entry, [], { ENV_FILE: folder.path });
    const stderr = `Não foi possível ler ${folder.path} (EISDIR).\n`;
    expect(unreadable).toMatchObject({ code: 1, stderr });
  },
);
