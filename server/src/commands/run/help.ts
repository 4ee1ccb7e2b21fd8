import type { EnvVariables } from '../../config/variables.ts';
import type { ActionCommand, CommandOption, OptionSet, Usage } from './definition.ts';

const DATABASE_NOTE =
  'Lê o banco que o servidor usa: DATABASE_URL, senão funil.db na pasta DATA_DIR (./data).';
const HELP_OPTIONS = ['--ajuda', '--help', '-h'];

/** npm takes `--help` out of the arguments if `--` is missing. */
export function asksForHelp(args: readonly string[], env: EnvVariables): boolean {
  const isTakenByNpm = args.length === 0 && env.npm_config_ajuda !== undefined;
  return args.some((argument) => HELP_OPTIONS.includes(argument)) || isTakenByNpm;
}

type HelpRow = readonly [left: string, right: string];

export function renderHelp(command: Usage | ActionCommand): string {
  const { name, summary, examples } = command;
  const hasActions = 'actions' in command;
  const operand = hasActions ? 'AÇÃO ' : command.operand ? `${command.operand} ` : '';
  const options: OptionSet = hasActions
    ? Object.assign({}, ...Object.values(command.actions).map((action) => action.options))
    : command.options;
  return [
    summary,
    '',
    `Uso: npm run ${name} -- ${operand}[opções]`,
    '',
    ...(hasActions ? [...alignColumns(listActions(command)), ''] : []),
    ...alignColumns([
      ...Object.entries(options).map((option): HelpRow => [formatOption(option), option[1].help]),
      ['--ajuda', 'mostra esta ajuda'],
    ]),
    '',
    'Exemplos:',
    ...examples.map((example) => `  ${example}`),
    '',
    'O “--” depois do nome é do npm: sem ele, o npm fica com as opções (“--csv” vira o número da versão dele).',
    (!hasActions && command.footer) || DATABASE_NOTE,
    '',
  ].join('\n');
}

const listActions = ({ actions }: ActionCommand): HelpRow[] =>
  Object.entries(actions).map(([action, { operand = '', options, help }]) => {
    const optional = Object.entries(options).map((option) => `[${formatOption(option)}]`);
    return [[action, operand, ...optional].filter(Boolean).join(' '), help];
  });

const formatOption = ([name, { value }]: [string, CommandOption]) =>
  `--${name}${value === undefined ? '' : ` ${value}`}`;

function alignColumns(rows: readonly HelpRow[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
