import { expect, test } from 'vitest';
import { findMissingPackages } from './missing-packages.mjs';

const expected = {
  '': {},
  contract: { version: '0.1.0' },
  'node_modules/@funil/contract': { link: true },
  'node_modules/astro': { version: '7.3.4' },
  'node_modules/vitest': { version: '5.1.1', dev: true },
  'node_modules/fsevents': { version: '2.3.3', optional: true, os: ['darwin'] },
  'node_modules/native-gnu': native('linux', 'x64', 'glibc'),
  'node_modules/native-musl': native('linux', 'x64', 'musl'),
  'node_modules/native-win': native('win32', 'x64'),
  'node_modules/test-native': { ...native('linux', 'x64'), dev: true },
};
const linked = { 'node_modules/@funil/contract': { link: true } };
const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' };

function native(os: string, cpu: string, libc?: string) {
  return { version: '1.0.0', optional: true, os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) };
}

test('finds a native package that npm skipped', () => {
  const installed = { ...linked, 'node_modules/astro': { version: '7.3.4' } };
  expect(findMissingPackages({ expected, installed, kind: 'serve', machine })).toEqual([
    'node_modules/native-gnu',
  ]);
});

test('needs development packages only for the kind `all`', () => {
  const installed = {
    ...linked,
    'node_modules/astro': { version: '7.3.4' },
    'node_modules/native-gnu': { version: '1.0.0' },
  };
  expect(findMissingPackages({ expected, installed, kind: 'serve', machine })).toEqual([]);
  expect(findMissingPackages({ expected, installed, kind: 'all', machine })).toEqual([
    'node_modules/vitest',
    'node_modules/test-native',
  ]);
});

test('finds a package with another version than in the lockfile', () => {
  const installed = {
    ...linked,
    'node_modules/astro': { version: '7.3.3' },
    'node_modules/native-musl': { version: '1.0.0' },
  };
  const musl = { ...machine, libc: 'musl' };
  expect(findMissingPackages({ expected, installed, kind: 'serve', machine: musl })).toEqual([
    'node_modules/astro',
  ]);
});

test('finds a workspace that npm has not linked', () => {
  const installed = {
    'node_modules/astro': { version: '7.3.4' },
    'node_modules/native-gnu': { version: '1.0.0' },
  };
  expect(findMissingPackages({ expected, installed, kind: 'serve', machine })).toEqual([
    'node_modules/@funil/contract',
  ]);
});
