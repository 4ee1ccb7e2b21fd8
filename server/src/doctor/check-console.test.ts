import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { type ConsoleCheckInput, checkConsole } from './check-console.ts';

function linesOf(env: Record<string, string>, input: Partial<ConsoleCheckInput> = {}) {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.message);
  const operators = { count: 2, withoutFactor: 0 };
  const found = checkConsole({ config: read.config.console, isBuilt: true, operators, ...input });
  return found.map(({ level, what }) => `${level}: ${what}`);
}

test('reports a console in order', () => {
  expect(linesOf({})).toEqual([
    'green: O console responde em http://127.0.0.1:3001.',
    'green: 2 operadores entram no console, com segundo fator.',
  ]);
});

test('checks nothing of a console that is off', () => {
  expect(linesOf({ CONSOLE_PORT: '0' }, { isBuilt: false, operators: null })).toEqual([
    'green: O console está desligado (CONSOLE_PORT=0).',
  ]);
});

test.each([
  [{}, { isBuilt: false }, 'yellow: O console ainda não foi gerado.'],
  [
    { CONSOLE_HOST: '0.0.0.0' },
    {},
    'yellow: O console escuta em 0.0.0.0, e só responde por localhost',
  ],
  [
    { CONSOLE_URL: 'http://console.exemplo.com' },
    {},
    'yellow: O console é usado em http://console',
  ],
  [
    { CONSOLE_HOST: '0.0.0.0', CONSOLE_URL: 'https://a.com' },
    {},
    'green: O console responde em https',
  ],
  [{}, { operators: { count: 0, withoutFactor: 0 } }, 'green: Ninguém entra no console ainda'],
  [
    {},
    { operators: { count: 1, withoutFactor: 1 } },
    'yellow: 1 operador entra no console; sem segundo',
  ],
  [{ AUTH_URL: 'https://abc.supabase.co' }, {}, 'yellow: AUTH_URL está definida e ninguém'],
  [
    { AUTH_URL: 'https://abc.supabase.co', OPERATORS: 'ana@exemplo.com' },
    {},
    'green: 1 endereço entra no console pelo login de https://abc.supabase.co.',
  ],
])('reports %j, %j', (env, input, line) => {
  expect(linesOf(env, input)).toContainEqual(expect.stringContaining(line));
});
