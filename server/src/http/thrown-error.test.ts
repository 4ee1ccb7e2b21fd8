import { expect, test } from 'vitest';
import { kindOfThrown } from './thrown-error.ts';

const kindOf = (fields: object) =>
  kindOfThrown(Object.assign(new Error('no'), { code: '' }, fields) as never);

test.each([
  ['SQLite is locked', { errcode: 5 }],
  ['SQLite cannot write its disk', { errcode: 778 }],
  ['SQLite’s disk is full', { errcode: 13 }],
  ['SQLite’s file cannot be opened', { errcode: 14 }],
  ['PostgreSQL shuts down', { code: '57P01' }],
  ['PostgreSQL’s disk is full', { code: '53100' }],
  ['nothing listens', { code: 'ECONNREFUSED' }],
  ['no connection is free', { message: 'timeout exceeded when trying to connect' }],
])('says that the database is unavailable when %s', (_, fields) => {
  expect(kindOf(fields)).toBe('unavailable');
});

test.each([
  ['a refused row', { errcode: 19 }],
  ['a wrong statement', { code: '42601' }],
  ['an error of the code', {}],
])('calls %s unexpected', (_, fields) => {
  expect(kindOf(fields)).toBe('unexpected');
});
