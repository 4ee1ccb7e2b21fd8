import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { writePublishFailure } from '../src/site/publish-failure.ts';
import { doctor, openHouse, troubles } from './start-doctor.ts';

// Each test starts several processes; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 90_000 });

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

test('a failed publication, and settings that do not fit, are told', async () => {
  await using house = await openHouse('SQLite', postgres);
  writePublishFailure(house.siteDir, {
    at: '2026-03-01T12:00:00.000Z',
    reason: '- content/offer.yaml, linha 3: falta o preço.',
  });
  const found = await troubles({ ...house.env, PORT: 'abc' });
  expect(found).toContain('red: PORT tem um valor que não serve, e o servidor não liga com ele.');
  expect(found).toContainEqual(
    expect.stringMatching(/^yellow: A última publicação falhou .*falta o preço/),
  );
});

test('a page that captures elsewhere does not stand for the address of this server', async () => {
  await using house = await openHouse('SQLite', postgres);
  const { stdout } = await doctor({ ...house.env, PUBLIC_SUPABASE_URL: 'https://abc.supabase.co' });
  expect(stdout).toContain('→ Cadastre https://ENDEREÇO-DESTE-SERVIDOR/postbacks/kiwify no painel');
});

test('a page whose folder holds the database is red: its files would be published', async () => {
  await using house = await openHouse('SQLite', postgres);
  expect(await troubles({ ...house.env, SITE_DIR: house.folder })).toContain(
    'red: SITE_DIR tem um valor que não serve, e o servidor não liga com ele.',
  );
});

test('a file of settings that others may read is told, and one that is not there is red', async () => {
  await using house = await openHouse('SQLite', postgres);
  const file = join(house.folder, '.env');
  writeFileSync(file, 'HUBLA_TOKEN=0123456789abcdef\n');
  chmodSync(file, 0o644);
  const found = await troubles({ ...house.env, ENV_FILE: file });
  expect(found).toContain(
    `yellow: ${file} foi lido, e outros usuários desta máquina também podem lê-lo.`,
  );
  expect(found).toContain('yellow: Hubla: HUBLA_TOKEN está definida, e nenhum aviso chegou ainda.');
  expect(await troubles({ ...house.env, ENV_FILE: '/nowhere/.env' })).toContain(
    'red: Não foi possível ler /nowhere/.env (ENOENT).',
  );
});

test('says that nothing can be written when the disk is full', async () => {
  await using house = await openHouse('SQLite', postgres);
  // 256 KiB are the longest file: the next write fails as on a full disk.
  const limited = ['-c', 'trap "" XFSZ; ulimit -f 512; exec "$@"', 'sh', process.execPath];
  const command = join(import.meta.dirname, '../src/commands/doctor.ts');
  const { stdout } = spawnSync('sh', [...limited, command, '--json', '-'], {
    env: { PATH: process.env.PATH, ENV_FILE: '', ...house.env },
    encoding: 'utf8',
  });
  const found = JSON.parse(stdout).filter(
    ({ subject, level }: { subject: string; level: string }) =>
      subject === 'database' && level === 'red',
  );
  expect(found).toMatchObject([
    {
      what: `Não há espaço em ${house.env.DATA_DIR} para gravar (EFBIG).`,
      remedy: expect.stringContaining('Libere espaço agora'),
    },
  ]);
  expect(readdirSync(String(house.env.DATA_DIR)).filter((name) => /prova/.test(name))).toEqual([]);
});

test('files are written for who asks, readable by their owner only', async () => {
  await using house = await openHouse('SQLite', postgres);
  const csv = join(house.folder, 'exame.csv');
  const json = join(house.folder, 'exame.json');
  const { stdout } = await doctor(house.env, '--csv', csv, '--json', json);
  expect(stdout).toContain(`Exame em ${csv}`);
  expect(readFileSync(csv, 'utf8')).toContain('subject;level;what;remedy\r\n');
  expect(JSON.parse(readFileSync(json, 'utf8'))[0]).toMatchObject({ subject: 'settings' });
  expect(existsSync(json) && statSync(json).mode & 0o777).toBe(0o600);
});
