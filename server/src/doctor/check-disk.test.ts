import { expect, test } from 'vitest';
import { checkDisk } from './check-disk.ts';

const MB = 1024 * 1024;
const disk = (free: number, database = 0) => checkDisk({ folder: '/srv/funil', free, database });

test('a disk with room is green, scarce yellow, nearly full red', () => {
  expect(disk(5_000 * MB)).toEqual({
    subject: 'disk',
    level: 'green',
    what: 'Há 4,9 GB livres no disco de /srv/funil.',
    remedy: null,
  });
  expect(disk(1_023 * MB)).toMatchObject({ level: 'yellow' });
  expect(disk(199 * MB)).toMatchObject({
    level: 'red',
    what: 'Há 199 MB livres no disco de /srv/funil.',
    remedy: expect.stringContaining('Libere espaço agora'),
  });
});

test('room for what comes in, but not for a copy of what is there, is told', () => {
  expect(disk(2_000 * MB, 3_000 * MB)).toMatchObject({
    level: 'yellow',
    what: expect.stringContaining('Uma cópia do banco (2,9 GB) não cabe nele.'),
  });
});
