import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMemoryFolder } from './memory-folder.ts';

const folder = tmpdir();
const [freeMemoryBytes, minFreeBytes] = [2000, 1000];
const mountedAs = (type: string, options: string) => `${type} ${folder} ${type} ${options} 0 0\n`;

test('returns an executable in-memory folder with enough free space', () => {
  const mounts = mountedAs('tmpfs', 'rw,nosuid,relatime');
  expect(findMemoryFolder({ folder, mounts, freeMemoryBytes, minFreeBytes })).toBe(folder);
});

test.each([
  ['a disk', { mounts: mountedAs('ext4', 'rw') }],
  ['a folder without execution', { mounts: mountedAs('tmpfs', 'rw,noexec,relatime') }],
  ['too little memory', { freeMemoryBytes: 999 }],
  ['a missing folder', { folder: '/no/such', mounts: 'tmpfs /no/such tmpfs rw 0 0' }],
  ['a folder that is not a mount point', { folder: join(folder, 'within') }],
  ['a system without mounts', { mounts: '' }],
])('refuses %s', (_, changes) => {
  const mounts = mountedAs('tmpfs', 'rw,relatime');
  expect(
    findMemoryFolder({ folder, mounts, freeMemoryBytes, minFreeBytes, ...changes }),
  ).toBeNull();
});
