import type { ActionCommand, Call, OptionSet } from './definition.ts';

const DATABASE =
  'Lê o banco que o servidor usa: DATABASE_URL, senão funil.db na pasta DATA_DIR (./data).';
const HELP = ['--ajuda', '--help', '-h'];

/** Whether the words, or the options that npm took out of them, ask for help. */
export function asksForHelp(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const isSwallowed = words.length === 0 && env.npm_config_ajuda !== undefined;
  return words.some((word) => HELP.includes(word)) || isSwallowed;
}

type Row = readonly [left: string, right: string];

/** Returns a command's help: its summary, actions and options, and complete calls. */
export function renderHelp(command: Call | ActionCommand): string {
  const { name, summary, examples } = command;
  const isCall = 'options' in command;
  const call = isCall ? [command.word ?? [], '[opções]'].flat().join(' ') : 'AÇÃO [opções]';
  const options: OptionSet = isCall
    ? command.options
    : Object.assign({}, ...Object.values(command.actions).map((action) => action.options));
  return [
    summary,
    '',
    `Uso: npm run ${name} -- ${call}`,
    '',
    ...(isCall ? [] : [...toColumns(listActions(command)), '']),
    ...toColumns([
      ...Object.entries(options).map((option): Row => [describe(option), option[1].help]),
      ['--ajuda', 'mostra esta ajuda'],
    ]),
    '',
    'Exemplos:',
    ...examples.map((example) => `  ${example}`),
    '',
    'O “--” depois do nome é do npm: sem ele, o npm fica com as opções (“--csv” vira o número da versão dele).',
    (isCall && command.worksOn) || DATABASE,
    '',
  ].join('\n');
}

const listActions = ({ actions }: ActionCommand): Row[] =>
  Object.entries(actions).map(([action, { word, options, help }]) => {
    const own = Object.entries(options).map((option) => `[${describe(option)}]`);
    return [[action, ...(word === undefined ? [] : [word]), ...own].join(' '), help];
  });

const describe = ([name, { value }]: [string, { readonly value?: string }]) =>
  `--${name}${value === undefined ? '' : ` ${value}`}`;

function toColumns(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
