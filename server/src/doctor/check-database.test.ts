import { expect, test } from 'vitest';
import type { WriteRefusal } from '../store/health/database-state.ts';
import { checkDatabase } from './check-database.ts';

const HEALTHY = {
  bytes: 3 * 1024 * 1024,
  version: 12,
  newest: 12,
  refusal: null,
  damage: null,
  clock: null,
};
const check = (changes: Partial<typeof HEALTHY> | { refusal: WriteRefusal } | { damage: string }) =>
  checkDatabase({ ok: true, state: { ...HEALTHY, ...changes } }, 'O banco embutido em ./data.');
const findProblems = (changes: Parameters<typeof check>[0]) =>
  check(changes).filter(({ level }) => level !== 'green');

test('reports a healthy database', () => {
  expect(check({}).map(({ level, what }) => `${level}: ${what}`)).toEqual([
    'green: O banco de dados responde e ocupa 3 MB.',
    'green: O banco aceita gravações.',
    'green: Uma conferência rápida não achou dano.',
    'green: Todas as atualizações do banco estão aplicadas.',
  ]);
});

test('reports a database that refuses rows as an error', () => {
  const reason = '/data não pode ser gravado por este usuário (EROFS).';
  expect(findProblems({ refusal: { reason, isDiskFull: false } })).toMatchObject([
    { level: 'red', command: `${reason} Rode com o usuário do servidor, ou acerte a permissão.` },
  ]);
  const full = 'Não há espaço em /data para gravar (ENOSPC).';
  expect(findProblems({ refusal: { reason: full, isDiskFull: true } })).toMatchObject([
    { level: 'red', what: 'O disco do banco de dados está cheio.', command: full },
  ]);
});

test('reports damage as an error', () => {
  expect(findProblems({ damage: 'row 3 missing' })).toMatchObject([
    { level: 'red', command: 'O dano: row 3 missing. A restauração está em docs/copias.md.' },
  ]);
});

test('reports a database that does not answer as an error', () => {
  const inspection = { ok: false, remedy: 'Ele dorme.' } as const;
  expect(checkDatabase(inspection, 'O banco embutido em ./data.')).toMatchObject([
    { level: 'red', command: 'Ele dorme.' },
  ]);
});
