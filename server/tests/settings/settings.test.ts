import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../testkit/start-app.ts';
import { runFile } from '../../../testkit/start-process.ts';

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
