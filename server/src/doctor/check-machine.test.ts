import { expect, test } from 'vitest';
import { checkClock, checkDisk, checkVolumes } from './check-machine.ts';

const MB = 1024 * 1024;
const disk = (freeBytes: number, databaseBytes = 0) =>
  checkDisk({ folder: '/srv/funil', freeBytes, databaseBytes });

test('warns of a disk with little room, and reports a nearly full one as an error', () => {
  expect(disk(5_000 * MB)).toEqual({
    subject: 'disk',
    level: 'green',
    what: 'Há 4,9 GB livres no disco do servidor.',
    remedy: null,
    command: 'A pasta é /srv/funil',
  });
  expect(disk(1_023 * MB)).toMatchObject({ level: 'yellow' });
  expect(disk(199 * MB)).toMatchObject({
    level: 'red',
    what: 'Há 199 MB livres no disco do servidor.',
    remedy: expect.stringContaining('libera espaço: sem ele nenhum lead é gravado'),
  });
});

test('warns of a disk without room for a copy of the database', () => {
  expect(disk(2_000 * MB, 3_000 * MB)).toMatchObject({
    level: 'yellow',
    what: expect.stringContaining('Uma cópia do banco (2,9 GB) não cabe nele.'),
  });
});

const now = Date.parse('2026-11-21T15:00:00Z');
const NOTHING = { now, databaseNow: null, newestLeadAt: null };

test('reports a correct clock in Brasília’s time', () => {
  expect(checkClock({ ...NOTHING, databaseNow: now + 900 })).toMatchObject({
    level: 'green',
    what: 'O relógio diz 21/11/2026, 12:00 em Brasília, e o relógio do banco diz o mesmo.',
  });
  expect(checkClock(NOTHING)).toMatchObject({ level: 'green' });
  const before = '2026-11-21T14:59:00.000Z';
  expect(checkClock({ ...NOTHING, newestLeadAt: before })).toMatchObject({ level: 'green' });
});

test('warns of a clock that differs by seconds, and reports minutes as an error', () => {
  expect(checkClock({ ...NOTHING, databaseNow: now - 10_000 })).toMatchObject({
    level: 'yellow',
    what: 'O relógio do servidor e o do banco de dados diferem 10 s.',
  });
  expect(checkClock({ ...NOTHING, databaseNow: now + 3_600_000 })).toMatchObject({
    level: 'red',
    what: 'O relógio do servidor e o do banco de dados diferem 1 h 0 min.',
  });
});

test('warns of a lead in the future', () => {
  expect(checkClock({ ...NOTHING, newestLeadAt: '2026-11-24T15:00:00.000Z' })).toMatchObject({
    level: 'yellow',
    what: 'O lead mais novo é de 3 dias no futuro: o relógio voltou.',
  });
});

test('reports a clock before this release as an error', () => {
  expect(checkClock({ ...NOTHING, now: 0 })).toMatchObject({ level: 'red' });
});

const ROOT_MOUNT = '4271 4200 0:98 / / rw,relatime - overlay overlay rw,lowerdir=/l/A:/l/B';
const VOLUME = '/var/lib/docker/volumes/';
const mountAt = (root: string, point = '/data') =>
  `${ROOT_MOUNT}\n4294 4271 254:1 ${root} ${point} rw,relatime master:29 - ext4 /dev/vda1 rw\n`;

const findLost = (mounts: string, dataDir = '/data', copiesDir: string | null = null) =>
  checkVolumes({ mounts, dataDir, copiesDir }).map(({ level, command }) => `${level} ${command}`);

test('warns of data that the next container would not have', () => {
  const unnamed = mountAt(`${VOLUME}${'3f0c'.repeat(16)}/_data`);
  for (const mounts of [unnamed, ROOT_MOUNT, mountAt('/', '/database')]) {
    expect(findLost(mounts)).toEqual(['red A pasta é /data (docs/deploying.md).']);
  }
  const named = mountAt(`${VOLUME}funil_funil/_data`);
  for (const mounts of [named, mountAt('/srv/funil'), '']) expect(findLost(mounts)).toEqual([]);
  expect(findLost(unnamed, '/srv/funil/data')).toEqual([]);
  expect(findLost(named, '/data', '/data/backup')).toEqual([]);
  expect(findLost(named, '/data', '/backup')).toEqual([
    'red A pasta é /backup (docs/deploying.md).',
  ]);
});
