import { expect, test } from 'vitest';
import { checkSettings, checkSettingsFile, checkSettingsLines } from './check-settings.ts';

test('reports each invalid setting by name, and uses the others', () => {
  const { config, invalid, findings } = checkSettings({
    PORT: 'abc',
    PUBLIC_SUPABASE_URL: '',
    DATABASE_URL: 'mysql://user:segredo@localhost/x',
    DATA_DIR: '/srv/funil/data',
  });
  expect(invalid.toSorted()).toEqual(['DATABASE_URL', 'PORT', 'PUBLIC_SUPABASE_URL']);
  expect(findings.map(({ level }) => level)).toEqual(['red', 'red', 'red']);
  expect(findings.map(({ command }) => command)).toContainEqual(expect.stringContaining(' PORT '));
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
  const file = { state: 'read', path, changedAt: 0, misreadLines: [] } as const;
  expect(checkSettingsFile({ ...file, isPrivate: true })).toMatchObject({
    level: 'green',
    command: '/srv/funil/app/.env foi lido.',
  });
  expect(checkSettingsFile({ ...file, isPrivate: false })).toMatchObject({
    level: 'yellow',
    command: 'chmod 600 /srv/funil/app/.env',
  });
});

test('names the lines of the settings file whose setting is dropped or cut', () => {
  const path = '/srv/funil/app/.env';
  const file = { state: 'read', path, changedAt: 0, isPrivate: true } as const;
  expect(checkSettingsLines({ ...file, misreadLines: [] })).toEqual([]);
  expect(checkSettingsLines({ ...file, misreadLines: [3, 7] })).toMatchObject([
    { level: 'red', command: expect.stringContaining('/srv/funil/app/.env, linha 3, 7: ') },
  ]);
});

const findNameProblems = (env: Record<string, string>) =>
  checkSettings(env)
    .findings.filter(({ level }) => level !== 'green')
    .map(({ level, command }) => `${level}: ${command}`);

test('warns of misspelled names, with the names they stand for', () => {
  expect(findNameProblems({ KIWIFI_TOKEN: 'x', DATADIR: 'x' })).toEqual([
    'red: No .env: KIWIFI_TOKEN. Você quis dizer KIWIFY_TOKEN?',
    'red: No .env: DATADIR. Você quis dizer DATA_DIR?',
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
    'red: No .env: KIWIFI_TOKEN. Você quis dizer KIWIFY_TOKEN?',
    'red: No .env: EDUZZ_TOKEN. Da Eduzz valem EDUZZ_ACCOUNT, EDUZZ_API_TOKEN, EDUZZ_API_URL, EDUZZ_SECRET.',
  ]);
});
