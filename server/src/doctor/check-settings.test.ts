import { expect, test } from 'vitest';
import { toTerminalFinding } from '../connections/finding.ts';
import { checkSettings, checkSettingsFile, type SettingsFile } from './check-settings.ts';

test('reports each invalid setting by name, and uses the others', () => {
  const { config, invalid, findings } = checkSettings({
    PORT: 'abc',
    PUBLIC_SUPABASE_URL: '',
    DATABASE_URL: 'mysql://user:segredo@localhost/x',
    DATA_DIR: '/srv/funil/data',
  });
  expect(invalid.toSorted()).toEqual(['DATABASE_URL', 'PORT', 'PUBLIC_SUPABASE_URL']);
  expect(findings.map(({ level }) => level)).toEqual(['red', 'red', 'red']);
  expect(findings.map(({ terminalMessage }) => terminalMessage)).toContain(
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

const checkFile = (file: SettingsFile) => toTerminalFinding(checkSettingsFile(file));

test('warns of a settings file that others may read', () => {
  const path = '/srv/funil/app/.env';
  expect(checkFile({ state: 'read', path, isPrivate: true, changedAt: 0 })).toMatchObject({
    level: 'green',
    what: '/srv/funil/app/.env foi lido.',
  });
  expect(checkFile({ state: 'read', path, isPrivate: false, changedAt: 0 })).toMatchObject({
    level: 'yellow',
    remedy: 'Ele guarda senhas: chmod 600 /srv/funil/app/.env',
  });
});

const findNameProblems = (env: Record<string, string>) =>
  checkSettings(env)
    .findings.filter(({ level }) => level !== 'green')
    .map(toTerminalFinding);

test('warns of misspelled names, with the names they stand for', () => {
  expect(findNameProblems({ KIWIFI_TOKEN: 'x', DATADIR: 'x' })).toEqual([
    {
      subject: 'settings',
      level: 'red',
      what: 'KIWIFI_TOKEN não é lida por ninguém.',
      remedy: 'Você quis dizer KIWIFY_TOKEN? Corrija o nome no .env.',
    },
    expect.objectContaining({ remedy: 'Você quis dizer DATA_DIR? Corrija o nome no .env.' }),
  ]);
});

test('ignores names of other programs, and names similar to a variable that is set', () => {
  expect(findNameProblems({ HOME: 'x', PATH: 'x', DATABASE: 'x', TOKEN: 'x' })).toEqual([]);
  expect(findNameProblems({ DATA_DIR: './data', DATA_DIRS: 'x' })).toEqual([]);
});

test('warns of a misspelled secret beside the right one, and of names that a platform does not have', () => {
  const env = {
    KIWIFY_TOKEN: 'old',
    KIWIFI_TOKEN: 'new',
    EDUZZ_TOKEN: 'x',
    HOTMART_API_URL: 'http://x',
  };
  expect(findNameProblems(env)).toEqual([
    expect.objectContaining({
      what: 'KIWIFI_TOKEN não é lida por ninguém.',
      remedy: 'Você quis dizer KIWIFY_TOKEN? Corrija o nome no .env.',
    }),
    expect.objectContaining({
      level: 'red',
      what: 'EDUZZ_TOKEN não é lida por ninguém.',
      remedy:
        'Da Eduzz valem EDUZZ_ACCOUNT, EDUZZ_API_TOKEN, EDUZZ_API_URL, EDUZZ_SECRET. Corrija o nome no .env.',
    }),
  ]);
});
