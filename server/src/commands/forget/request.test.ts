import { expect, test } from 'vitest';
import { readAge, readRequest } from './request.ts';

const NOW = Date.parse('2026-03-31T12:00:00.000Z');

test.each([
  ['0d', '2026-03-31T12:00:00.000Z'],
  ['180d', '2025-10-02T12:00:00.000Z'],
  ['3m', '2025-12-31T12:00:00.000Z'],
  ['1m', '2026-02-28T12:00:00.000Z'],
  ['2a', '2024-03-31T12:00:00.000Z'],
  ['2A', '2024-03-31T12:00:00.000Z'],
])('reads %s as the time %s', (text, expected) => {
  expect(readAge(text, NOW).toISOString()).toBe(expected);
});

test.each(['', '2', 'a', '2y', '6 meses', '-2a', '99999a', '1.5a'])(
  'refuses %j as an age, with an example',
  (text) => {
    expect(() => readAge(text, NOW)).toThrow(/180d, 6m, 2a/);
  },
);

test.each([
  ['eventos,Aplicações', ['jornada', 'applications'], false],
  ['compradores', [], true],
  [undefined, ['leads', 'applications', 'application_drafts', 'jornada'], true],
])('erases from the tables that --o-que names: %s', (kinds, tables, includesBuyers) => {
  const options = { 'mais-antigos': '2a', ...(kinds && { 'o-que': kinds }) };
  expect(readRequest(options, NOW)).toMatchObject({ tables, includesBuyers });
});

test.each([
  [{}, 'um dos dois'],
  [{ telefone: '123' }, 'DDD'],
  [{ email: 'ana' }, 'completo'],
  [{ 'mais-antigos': '6 months' }, '180d, 6m, 2a'],
  [{ 'mais-antigos': '2a', email: 'ana@exemplo.com' }, 'um dos dois'],
  [{ 'mais-antigos': '2a', 'o-que': 'tudo' }, 'leads, aplicacoes, rascunhos, eventos'],
  [{ email: 'ana@exemplo.com', 'o-que': 'leads' }, 'por inteiro'],
  [{ 'mais-antigos': '2a', menos: 'lead-1' }, '--tambem e --menos'],
])('explains the invalid options %j', (options: Record<string, string>, sentence) => {
  expect(() => readRequest(options, NOW)).toThrow(sentence);
});
