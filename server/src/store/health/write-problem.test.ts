import { expect, test } from 'vitest';
import { findWriteProblem } from './write-problem.ts';

const failWith = (fields: object) => Object.assign(new Error('no'), fields);

test.each([
  [failWith({ code: 'ENOSPC' }), { kind: 'full', cause: 'ENOSPC' }],
  [failWith({ code: 'EDQUOT' }), { kind: 'full', cause: 'EDQUOT' }],
  [failWith({ code: 'EROFS' }), { kind: 'read-only', cause: 'EROFS' }],
  [failWith({ code: 'EPERM' }), { kind: 'forbidden', cause: 'EPERM' }],
  [
    failWith({ code: 'ERR_SQLITE_ERROR', errcode: 1544 }),
    { kind: 'read-only-database', cause: 'SQLite 8' },
  ],
  [failWith({ code: 'ERR_SQLITE_ERROR', errcode: 13 }), { kind: 'full', cause: 'SQLite 13' }],
  [
    failWith({ code: 'ERR_SQLITE_ERROR', message: 'database or disk is full' }),
    { kind: 'full', cause: 'SQLite 13' },
  ],
  [failWith({ code: '53100' }), { kind: 'full', cause: '53100' }],
  [failWith({ code: '25006' }), { kind: 'read-only-database', cause: '25006' }],
  [failWith({ code: 'ECONNREFUSED' }), null],
])('says what keeps the server from writing: %o', (error, problem) => {
  expect(findWriteProblem(error)).toEqual(problem);
});
