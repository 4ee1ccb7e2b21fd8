import { expect, test } from 'vitest';
import { type Call, readArguments } from './arguments.ts';
import { asksForHelp, renderHelp } from './help.ts';

const CALL: Call = {
  name: 'report',
  summary: 'Mostra o relatório.',
  options: {
    desde: { value: 'AAAA-MM-DD', help: 'primeiro dia' },
    ate: { value: 'AAAA-MM-DD', help: 'último dia' },
    html: { value: 'ARQUIVO', help: 'uma página' },
    csv: { value: 'ARQUIVO', help: 'para o Excel' },
    sim: { help: 'não pergunta' },
  },
  examples: ['npm run report -- --html relatorio.html'],
};

const read = (words: string[], env: Record<string, string> = {}) => readArguments(CALL, words, env);

test('options and their values are read', () => {
  expect(read(['--desde', '2026-03-01', '--csv=x.csv', '--sim'])).toEqual({
    ok: true,
    values: { desde: '2026-03-01', csv: 'x.csv', sim: true },
    word: undefined,
  });
  expect(read(['--csv', '-'])).toMatchObject({ values: { csv: '-' } });
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
])('a wrong call is told in Portuguese: %j', (words, sentence) => {
  expect(read(words)).toMatchObject({ ok: false, message: expect.stringContaining(sentence) });
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
])('options that npm kept for itself are shown where they belong: %j', (words, env, right) => {
  expect(read(words, env)).toEqual({
    ok: false,
    message: `Falta um “--” antes das opções: sem ele, o npm fica com elas. Escreva:\n${right}`,
  });
});

test('a variable that npm itself was given is no mistake', () => {
  expect(read([], { npm_config_csv: 'true' })).toMatchObject({ ok: true });
});

test('help is asked for in two languages, and npm may swallow the question', () => {
  expect(asksForHelp(['--help'], {})).toBe(true);
  expect(asksForHelp(['--ajuda'], {})).toBe(true);
  expect(asksForHelp([], { npm_config_ajuda: 'true' })).toBe(true);
  expect(asksForHelp(['--sim'], {})).toBe(false);
});

test('the help names every option and a whole call', () => {
  const help = renderHelp(CALL);
  expect(help).toContain('--desde AAAA-MM-DD  primeiro dia');
  expect(help).toContain('npm run report -- --html relatorio.html');
});
