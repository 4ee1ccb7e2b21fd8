import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMemoryFolder } from './memory-folder.ts';

const folder = tmpdir();
const [freeMemory, room] = [2000, 1000];
const mountedAs = (type: string, options: string) => `${type} ${folder} ${type} ${options} 0 0\n`;

test('returns a folder in memory that has room and may start programs', () => {
  const mounts = mountedAs('tmpfs', 'rw,nosuid,relatime');
  expect(findMemoryFolder({ folder, mounts, freeMemory, room })).toBe(folder);
});

test.each([
  ['a disk', { mounts: mountedAs('ext4', 'rw') }],
  ['no place to start programs', { mounts: mountedAs('tmpfs', 'rw,noexec,relatime') }],
  ['too little memory', { freeMemory: 999 }],
  ['no such folder', { folder: '/no/such', mounts: 'tmpfs /no/such tmpfs rw 0 0' }],
  ['no mount of its own', { folder: join(folder, 'within') }],
  ['no mounts to read', { mounts: '' }],
])('refuses %s', (_why, changes) => {
  const mounts = mountedAs('tmpfs', 'rw,relatime');
  expect(findMemoryFolder({ folder, mounts, freeMemory, room, ...changes })).toBeNull();
});
