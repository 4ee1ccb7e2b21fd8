import { expect, test } from 'vitest';
import { findMisspelt } from './misspelt.ts';

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
