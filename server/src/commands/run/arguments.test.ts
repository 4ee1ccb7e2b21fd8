import { expect, test } from 'vitest';
import { pickAction, readArguments } from './arguments.ts';
import { type ActionCommand, type Command, defineAction } from './definition.ts';
import { asksForHelp, renderHelp } from './help.ts';
import { readOptionChoice, readPeriodOptions } from './options.ts';

const run = async () => {};
const OPTIONS = {
  desde: { value: 'AAAA-MM-DD', help: 'primeiro dia' },
  ate: { value: 'AAAA-MM-DD', help: 'último dia' },
  html: { value: 'ARQUIVO', help: 'uma página' },
  csv: { value: 'ARQUIVO', help: 'para o Excel' },
  sim: { help: 'não pergunta' },
};
const COMMAND: Command<typeof OPTIONS> = {
  name: 'report',
  summary: 'Mostra o relatório.',
  options: OPTIONS,
  examples: ['npm run report -- --html relatorio.html'],
  run,
};
const EVENTS = { events: { value: 'LISTA', help: 'só estes eventos' } };
const ACTIONS: ActionCommand = {
  name: 'webhooks',
  summary: 'Liga e desliga webhooks.',
  actions: {
    add: defineAction({ help: 'cria um', operand: 'URL', access: 'write', options: EVENTS, run }),
    list: defineAction({ help: 'mostra todos', access: 'read', options: {}, run }),
  },
  examples: ['npm run webhooks -- add https://exemplo.com'],
};

const read = (args: string[], env: Record<string, string> = {}) =>
  readArguments(COMMAND, args, env);

function readAction(args: string[], env: Record<string, string> = {}) {
  const { command, rest } = pickAction(ACTIONS, args);
  return readArguments(command, rest, env);
}

test('reads options and their values', () => {
  const { options, operand } = read(['--desde', '2026-03-01', '--csv=x.csv', '--sim']);
  expect({ ...options }).toEqual({ desde: '2026-03-01', csv: 'x.csv', sim: true });
  expect(operand).toBe('');
  expect(read(['--csv', '-']).options.csv).toBe('-');
});

test('reads the operand and the options of the action that the first argument names', () => {
  const added = readAction(['add', 'https://exemplo.com/a', '--events', 'lead.created']);
  expect(added).toMatchObject({
    operand: 'https://exemplo.com/a',
    options: { events: 'lead.created' },
  });
  expect(readAction(['list']).operand).toBe('');
});

test.each([
  [['--xls'], 'Opção desconhecida: --xls; as que há: --desde, --ate, --html, --csv, --sim.'],
  [['--constructor', 'x'], 'Opção desconhecida: --constructor'],
  [['-c', 'x'], 'Opção desconhecida: -c'],
  [['--csv'], 'Falta o valor de --csv: --csv ARQUIVO'],
  [['--csv', '--sim'], 'Falta o valor de --csv: --csv ARQUIVO'],
  [['--csv='], 'Falta o valor de --csv: --csv ARQUIVO'],
  [['--sim=não'], '--sim não recebe valor.'],
  [['tudo'], 'Palavra a mais: tudo. Ajuda: npm run report -- --ajuda'],
  [['meus leads.csv'], 'npm run report -- --csv "meus leads.csv"'],
])('explains wrong arguments in Portuguese: %j', (args, sentence) => {
  expect(() => read(args)).toThrow(sentence);
});

test.each([
  [[], 'Diga primeiro o que fazer: add, list.\nAjuda: npm run webhooks -- --ajuda'],
  [['--events', 'x', 'add'], 'Diga primeiro o que fazer: add, list.'],
  [['adicionar'], '“adicionar” não é uma ação; as que há: add, list.'],
  [['constructor'], '“constructor” não é uma ação'],
  [['add'], 'Falta URL: npm run webhooks -- add URL'],
  [['list', 'tudo'], 'Palavra a mais: tudo. Ajuda: npm run webhooks -- --ajuda'],
  [['list', '--events', 'x'], 'Opção desconhecida: --events.'],
])('explains a wrong action in Portuguese: %j', (args, sentence) => {
  expect(() => readAction(args)).toThrow(sentence);
});

test.each([
  [['r.html'], { npm_config_html: 'true' }, 'npm run report -- --html r.html'],
  [[], { npm_config_html: 'r.html' }, 'npm run report -- --html r.html'],
  [[], { npm_config_sim: 'true' }, 'npm run report -- --sim'],
  [
    ['2026-03-01', '2026-03-02'],
    { npm_config_ate: 'true', npm_config_desde: 'true' },
    'npm run report -- --desde 2026-03-01 --ate 2026-03-02',
  ],
])('shows the correct place of options that npm took: %j', (args, env, right) => {
  expect(() => read(args, env)).toThrow(
    new Error(`Falta um “--” antes das opções: sem ele, o npm fica com elas. Escreva:\n${right}`),
  );
});

test('shows options that npm took after the action and its operand', () => {
  expect(() =>
    readAction(['add', 'https://exemplo.com', 'sale.paid'], { npm_config_events: 'true' }),
  ).toThrow('\nnpm run webhooks -- add https://exemplo.com --events sale.paid');
});

test.each([
  [
    { first: undefined, last: '2026-02-31' },
    '--ate 2026-02-31: esse dia não existe no calendário.',
  ],
  [
    { first: 'ontem', last: undefined },
    '--desde espera uma data como 2026-03-01, e recebeu “ontem”.',
  ],
  [{ first: '2026-03-02', last: '2026-03-01' }, '--desde 2026-03-01 --ate 2026-03-02'],
])('explains days that are no period: %j', (days, sentence) => {
  expect(() => readPeriodOptions(days)).toThrow(sentence);
});

test('reads an option with choices, and explains a wrong one in Portuguese', () => {
  const readPapel = (given?: string) => readOptionChoice('papel', ['owner', 'manager'], given);
  expect([readPapel(), readPapel('manager')]).toEqual([null, 'manager']);
  expect(() => readPapel('dono')).toThrow('--papel espera owner, manager, e recebeu “dono”.');
});

test('accepts a variable that was set for npm itself', () => {
  expect(read([], { npm_config_csv: 'true' }).options.csv).toBeUndefined();
});

test('recognizes a request for help in two languages, also when npm took it', () => {
  expect(asksForHelp(['--help'], {})).toBe(true);
  expect(asksForHelp(['--ajuda'], {})).toBe(true);
  expect(asksForHelp([], { npm_config_ajuda: 'true' })).toBe(true);
  expect(asksForHelp(['--sim'], {})).toBe(false);
});

test('lists options, actions and complete command lines in the help', () => {
  const help = renderHelp(COMMAND);
  expect(help).toContain('Uso: npm run report -- [opções]');
  expect(help).toContain('--desde AAAA-MM-DD  primeiro dia');
  expect(help).toContain('npm run report -- --html relatorio.html');
  const actions = renderHelp(ACTIONS);
  expect(actions).toContain('Uso: npm run webhooks -- AÇÃO [opções]');
  expect(actions).toContain('  add URL [--events LISTA]  cria um\n  list ');
  expect(actions).toContain('  --events LISTA  só estes eventos');
});
