import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { type ConsoleCheckInput, checkConsole } from './check-console.ts';

function check(env: Record<string, string>, input: Partial<ConsoleCheckInput> = {}) {
  const operators = [{ has_factor: true }, { has_factor: true }];
  return checkConsole({
    config: configOf(env).console,
    isBuilt: true,
    operators,
    answer: 'funil',
    keyMismatch: null,
    hasOtherServer: false,
    ...input,
  });
}

const linesOf = (...given: Parameters<typeof check>) =>
  check(...given).map(({ level, what }) => `${level}: ${what}`);

test('reports a healthy console', () => {
  expect(linesOf({})).toEqual([
    'green: O painel responde.',
    'green: 2 operadores entram no painel, com segundo fator.',
  ]);
});

test('reports a console that does not run, unless its server runs elsewhere', () => {
  const silent = 'red: Nada responde em http://127.0.0.1:3001: o painel não está no ar.';
  expect(linesOf({}, { answer: 'nothing' })).toContain(silent);
  expect(linesOf({}, { answer: 'nothing', hasOtherServer: true })).not.toContain(silent);
  expect(linesOf({ CONSOLE_HOST: '0.0.0.0' }, { answer: 'other' })).toContain(
    'red: Em http://127.0.0.1:3001 responde outro programa, e não o painel.',
  );
});

test('checks nothing of a console that is off', () => {
  expect(linesOf({ CONSOLE_PORT: '0' }, { isBuilt: false, operators: null })).toEqual([
    'green: O painel está desligado.',
  ]);
});

test.each([
  [{}, { isBuilt: false }, 'yellow: O painel ainda não foi gerado.'],
  [{ CONSOLE_HOST: '0.0.0.0' }, {}, 'yellow: O painel só abre na máquina do servidor'],
  [{ CONSOLE_URL: 'http://console.exemplo.com' }, {}, 'yellow: O painel é usado em http://console'],
  [
    { CONSOLE_HOST: '0.0.0.0', CONSOLE_URL: 'https://a.com' },
    {},
    'green: O painel responde em https',
  ],
  [{}, { operators: [] }, 'green: Ninguém entra no painel ainda'],
  [{}, { operators: [{ has_factor: false }] }, 'yellow: 1 operador entra no painel; sem segundo'],
])('describes the console of the environment %j in the state %j', (env, input, line) => {
  expect(linesOf(env, input)).toContainEqual(expect.stringContaining(line));
});
