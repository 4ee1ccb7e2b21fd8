import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from './settings-file.ts';

function makeSettings(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'funil-test-'));
  const file = join(folder, '.env');
  writeFileSync(file, text);
  return { file, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

test('what the file says is a setting, and the environment wins, also when it is empty', () => {
  using settings = makeSettings(
    '# a comment\nDATA_DIR="/srv/my data" # why\nPORT=4000\nRATE_LIMIT=1\r\nexport TRUST_PROXY=loopback\n',
  );
  const read = readSettings({ ENV_FILE: settings.file, PORT: '5000', RATE_LIMIT: '' });
  expect(read).toMatchObject({
    ok: true,
    env: { DATA_DIR: '/srv/my data', PORT: '5000', RATE_LIMIT: '', TRUST_PROXY: 'loopback' },
  });
});

test('a mark of byte order, as Windows editors write it, hides no setting', () => {
  using settings = makeSettings('\ufeffPORT=4000\n');
  expect(readSettings({ ENV_FILE: settings.file })).toMatchObject({ env: { PORT: '4000' } });
});

test('no file at all is no mistake when none was named', () => {
  expect(readSettings({ ENV_FILE: '' })).toEqual({ ok: true, env: { ENV_FILE: '' } });
});

test('a file that was named and is not there, or cannot be read, is told', () => {
  expect(readSettings({ ENV_FILE: '/nowhere/.env' })).toEqual({
    ok: false,
    message: 'Não foi possível ler /nowhere/.env (ENOENT).',
  });
  expect(readSettings({ ENV_FILE: tmpdir() })).toMatchObject({ ok: false });
});
