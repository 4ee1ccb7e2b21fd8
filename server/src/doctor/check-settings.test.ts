import { expect, test } from 'vitest';
import { checkSettings, checkSettingsFile, findMisspelt } from './check-settings.ts';

test('reports each invalid setting by name, and uses the others', () => {
  const { config, wrong, findings } = checkSettings({
    PORT: 'abc',
    PUBLIC_SUPABASE_URL: '',
    DATABASE_URL: 'mysql://user:segredo@localhost/x',
    DATA_DIR: '/srv/funil/data',
  });
  expect(wrong.toSorted()).toEqual(['DATABASE_URL', 'PORT', 'PUBLIC_SUPABASE_URL']);
  expect(findings.map(({ level }) => level)).toEqual(['red', 'red', 'red']);
  expect(findings.map(({ what }) => what)).toContain(
    'PORT tem um valor que não serve, e o servidor não liga com ele.',
  );
  expect(JSON.stringify(findings)).not.toContain('segredo');
  expect(config).toMatchObject({ listen: { port: 3000 }, store: { dataDir: '/srv/funil/data' } });
});

test('reports valid settings in one line', () => {
  expect(checkSettings({ PORT: '4000' }).findings).toEqual([
    {
      subject: 'settings',
      level: 'green',
      what: 'Todas as configurações têm valores válidos.',
      remedy: null,
    },
  ]);
});

test('warns of a settings file that others may read', () => {
  const path = '/srv/funil/app/.env';
  expect(checkSettingsFile({ state: 'read', path, isForeignReadable: false })).toMatchObject({
    level: 'green',
    what: '/srv/funil/app/.env foi lido.',
  });
  expect(checkSettingsFile({ state: 'read', path, isForeignReadable: true })).toMatchObject({
    level: 'yellow',
    remedy: 'Ele guarda senhas: chmod 600 /srv/funil/app/.env',
  });
});

test('warns of a misspelled name', () => {
  expect(checkSettings({ KIWIFY_TOKKEN: 'x', HOME: '/root' }).findings).toContainEqual({
    subject: 'settings',
    level: 'yellow',
    what: 'KIWIFY_TOKKEN não é lida por ninguém.',
    remedy: 'Se é KIWIFY_TOKEN, corrija o nome no .env.',
  });
});

const KNOWN = ['HOST', 'DATA_DIR', 'HOTMART_HOTTOK', 'KIWIFY_TOKEN'];

test('finds the name that a misspelled one stands for', () => {
  expect(findMisspelt(['HOTMART_HOTOK', 'DATADIR'], KNOWN)).toEqual([
    { name: 'HOTMART_HOTOK', meant: 'HOTMART_HOTTOK' },
    { name: 'DATADIR', meant: 'DATA_DIR' },
  ]);
});

test('ignores names of other programs', () => {
  expect(findMisspelt(['HOME', 'PATH', 'DATABASE', 'TOKEN'], KNOWN)).toEqual([]);
});

test('ignores a similar name if the known one is set, too', () => {
  expect(findMisspelt(['DATA_DIR', 'DATA_DIRS'], KNOWN)).toEqual([]);
});
