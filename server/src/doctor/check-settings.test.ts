import { expect, test } from 'vitest';
import { checkSettings, checkSettingsFile, findMisspelt } from './check-settings.ts';

test('every wrong setting is told, each by its name, and the others count', () => {
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

test('settings that all fit are one green line', () => {
  expect(checkSettings({ PORT: '4000' }).findings).toEqual([
    {
      subject: 'settings',
      level: 'green',
      what: 'Todas as configurações têm valores válidos.',
      remedy: null,
    },
  ]);
});

test('a file of settings that others may read is yellow', () => {
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

test('a setting whose name is misspelt is told, for nobody else would', () => {
  expect(checkSettings({ KIWIFY_TOKKEN: 'x', HOME: '/root' }).findings).toContainEqual({
    subject: 'settings',
    level: 'yellow',
    what: 'KIWIFY_TOKKEN não é lida por ninguém.',
    remedy: 'Se é KIWIFY_TOKEN, corrija o nome no .env.',
  });
});

const KNOWN = ['HOST', 'DATA_DIR', 'HOTMART_HOTTOK', 'KIWIFY_TOKEN'];

test('a name that is nearly a known one is told with the one that was meant', () => {
  expect(findMisspelt(['HOTMART_HOTOK', 'DATADIR'], KNOWN)).toEqual([
    { name: 'HOTMART_HOTOK', meant: 'HOTMART_HOTTOK' },
    { name: 'DATADIR', meant: 'DATA_DIR' },
  ]);
});

test('names of other programs are left alone', () => {
  expect(findMisspelt(['HOME', 'PATH', 'DATABASE', 'TOKEN'], KNOWN)).toEqual([]);
});

test('where the right name is there too, the other one is somebody else’s', () => {
  expect(findMisspelt(['DATA_DIR', 'DATA_DIRS'], KNOWN)).toEqual([]);
});
