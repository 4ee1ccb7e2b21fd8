import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { type ActionCommand, defineAction, pickAction } from './definition.ts';
import { renderActionsHelp } from './help.ts';

const run = async () => {};
const EVENTS = { events: { value: 'LISTA', help: 'só estes eventos' } };
const add = defineAction({
  help: 'cria um',
  word: 'URL',
  access: 'write',
  options: EVENTS,
  check: ({ text }) => void text('events'),
  run,
});
const COMMAND: ActionCommand = {
  name: 'webhooks',
  summary: 'Liga e desliga webhooks.',
  actions: {
    add,
    list: defineAction({ help: 'mostra todos', access: 'read', options: {}, run }),
  },
  examples: ['npm run webhooks -- add https://exemplo.com'],
};

function read(words: string[], env: Record<string, string> = {}) {
  const picked = pickAction(COMMAND, words);
  if (!picked.ok) return picked;
  const { action, name, rest } = picked;
  return action.as(name, (call) => readArguments(call, rest, env));
}

test('the first word says what is done, and the rest is its own', () => {
  expect(read(['add', 'https://exemplo.com/a', '--events', 'lead.created'])).toEqual({
    ok: true,
    word: 'https://exemplo.com/a',
    values: { events: 'lead.created' },
  });
  expect(read(['list'])).toEqual({ ok: true, word: undefined, values: {} });
});

test.each([
  [[], 'Diga primeiro o que fazer: add, list.\nAjuda: npm run webhooks -- --ajuda'],
  [['--events', 'x', 'add'], 'Diga primeiro o que fazer: add, list.'],
  [['adicionar'], '“adicionar” não é uma ação; as que há: add, list.'],
  [['constructor'], '“constructor” não é uma ação'],
  [['add'], 'Falta URL: npm run webhooks -- add URL'],
  [['list', 'tudo'], 'Palavra a mais: tudo. Ajuda: npm run webhooks -- --ajuda'],
  [['list', '--events', 'x'], 'Opção desconhecida: --events.'],
])('a wrong call is told in Portuguese: %j', (words, sentence) => {
  expect(read(words)).toMatchObject({ ok: false, message: expect.stringContaining(sentence) });
});

test('options that npm kept for itself are shown behind the action and its word', () => {
  const env = { npm_config_events: 'true' };
  expect(read(['add', 'https://exemplo.com', 'sale.paid'], env)).toMatchObject({
    message: expect.stringContaining(
      '\nnpm run webhooks -- add https://exemplo.com --events sale.paid',
    ),
  });
});

test('the help names every action with its words, and every option', () => {
  const help = renderActionsHelp(COMMAND);
  expect(help).toContain('Uso: npm run webhooks -- AÇÃO [opções]');
  expect(help).toContain('  add URL [--events LISTA]  cria um\n  list ');
  expect(help).toContain('  --events LISTA  só estes eventos');
});
