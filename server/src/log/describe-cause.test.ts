import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, test } from 'vitest';
import { MigrationError, UnusableDatabaseError } from '../store/health/database-error.ts';
import { describeCause } from './describe-cause.ts';

function postgresError(code: string, message: string, overrides: object = {}) {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), {
    severity: 'ERROR',
    code,
    ...overrides,
  });
}

function catchError(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}

test('names both versions when a newer release wrote the database', () => {
  expect(describeCause(new UnusableDatabaseError('newer', ' Version 99 instead of 7.'))).toBe(
    'The database is newer than this release. Version 99 instead of 7.',
  );
});

test('names a refused migration with the reason', () => {
  const refusal = postgresError('42501', 'permission denied for schema public');
  expect(describeCause(new MigrationError('20261126000305_leads.sql', refusal))).toBe(
    '20261126000305_leads.sql was refused. permission denied for schema public (SQLSTATE 42501)',
  );
});

test('repeats the message of SQLite', () => {
  using database = new DatabaseSync(':memory:');
  expect(describeCause(catchError(() => database.exec('select * from nowhere')))).toBe(
    'SQL logic error (SQLite 1)',
  );
});

test('repeats no value of a row', () => {
  const quoting = [
    postgresError('22P02', 'invalid input syntax for type uuid: "ana@exemplo.com"'),
    postgresError('23505', 'duplicate key', { detail: 'Key (email)=(ana@exemplo.com)' }),
    new Error('ana@exemplo.com'),
  ];
  expect(quoting.map(describeCause).join('')).not.toContain('ana');
  expect(
    describeCause(postgresError('23514', 'row (ana)', { constraint: 'nome_has_2_characters' })),
  ).toBe('constraint nome_has_2_characters (SQLSTATE 23514)');
});

test('names the error code when a machine is unreachable or a system call fails', () => {
  const refused = { code: 'ECONNREFUSED', syscall: 'connect' };
  expect(describeCause(Object.assign(new Error(), refused))).toBe('ECONNREFUSED (connect)');
  expect(describeCause(new Error('timeout exceeded when trying to connect'))).toContain('timeout');
  const withoutTls = 'The server does not support SSL connections';
  expect(describeCause(new Error(withoutTls))).toBe(withoutTls);
});
