import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listMisreadLines, readSettings } from './settings-file.ts';

function makeSettings(text: string | Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'funil-test-'));
  const file = join(folder, '.env');
  writeFileSync(file, text);
  return { file, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

test('reads settings from the file; a variable of the environment wins, even an empty one', () => {
  using settings = makeSettings(
    '# a comment\nDATA_DIR="/srv/my data" # why\nPORT=4000\nRATE_LIMIT=1\r\nexport TRUST_PROXY=loopback\n',
  );
  const read = readSettings({ ENV_FILE: settings.file, PORT: '5000', RATE_LIMIT: '' });
  expect(read).toMatchObject({
    ok: true,
    env: { DATA_DIR: '/srv/my data', PORT: '5000', RATE_LIMIT: '', TRUST_PROXY: 'loopback' },
  });
});

// Docker's --env-file, and panels such as Portainer, keep the quotes.
test('removes the quotes around a value of the environment', () => {
  const env = {
    ENV_FILE: '',
    SMTP_URL: '"smtp://h"',
    TRUST_PROXY: "'1'",
    A: '"',
    B: 'x"y"',
    C: '"a\'',
    SECRETS_KEY: '"0123456789"',
  };
  expect(readSettings(env)).toEqual({
    ok: true,
    env: { ...env, SMTP_URL: 'smtp://h', TRUST_PROXY: '1' },
  });
});

test('ignores the byte order mark of Windows editors', () => {
  using settings = makeSettings('\ufeffPORT=4000\n');
  expect(readSettings({ ENV_FILE: settings.file })).toMatchObject({ env: { PORT: '4000' } });
});

test("reads UTF-16, as PowerShell's > writes it", () => {
  using settings = makeSettings(Buffer.from('\ufeffPORT=4000\r\nNOTIFY_FROM=José\r\n', 'utf16le'));
  expect(readSettings({ ENV_FILE: settings.file })).toMatchObject({
    env: { PORT: '4000', NOTIFY_FROM: 'José' },
  });
});

test('lists the lines whose setting is ignored or changed', () => {
  const clear = [
    ...['', '# a comment', '  # another', 'PORT=4000', 'PORT = 4000 # why', 'export PORT=4000\r'],
    ...['TOKEN="a#b"', "TOKEN='a#b' # why", 'TOKEN=', 'TOKEN= # none', 'TOKEN=a # of C#'],
    ...['TOKEN=a ## why', 'TOKEN=a=b==', "NAME=d'Ávila"],
  ];
  expect(listMisreadLines(clear.join('\n'))).toEqual([]);
  const misread = [
    ...['PORT: 4000', 'PORT', 'set PORT=4000', '$env:PORT=4000', 'export\tPORT=4000'],
    ...['TOKEN=a#b', 'TOKEN=#b', 'TOKEN="a', 'TOKEN="a" b', '\u00a0PORT\u200b=4000'],
  ];
  expect(listMisreadLines(misread.join('\n'))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('needs no file when none was named', () => {
  expect(readSettings({ ENV_FILE: '' })).toEqual({ ok: true, env: { ENV_FILE: '' } });
});

test('reports a named file that is missing or unreadable', () => {
  expect(readSettings({ ENV_FILE: '/nowhere/.env' })).toEqual({
    ok: false,
    message: 'Não foi possível ler /nowhere/.env (ENOENT).',
  });
  expect(readSettings({ ENV_FILE: tmpdir() })).toMatchObject({ ok: false });
});
