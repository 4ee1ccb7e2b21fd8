import type { Call, OptionSet } from './arguments.ts';
import type { ActionCommand } from './definition.ts';

const DATABASE =
  'Lê o banco que o servidor usa: DATABASE_URL, senão funil.db na pasta DATA_DIR (./data).';
const HELP = ['--ajuda', '--help', '-h'];

/** Whether the words, or what npm swallowed of them, ask for help. */
export function asksForHelp(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const isSwallowed = words.length === 0 && env.npm_config_ajuda !== undefined;
  return words.some((word) => HELP.includes(word)) || isSwallowed;
}

/** A command's help: what it does, its options, whole calls. */
export function renderHelp({
  name,
  summary,
  options,
  word,
  examples,
  worksOn = DATABASE,
}: Call): string {
  const call = `npm run ${name} -- ${word === undefined ? '' : `${word} `}[opções]`;
  return renderText({ summary, call, parts: [explain(options)], examples, worksOn });
}

/** The help of a command that does several things: the words of each, then all options. */
export function renderActionsHelp({ name, summary, actions, examples }: ActionCommand): string {
  const rows = Object.entries(actions).map(([action, { word, options, help }]): Row => {
    const own = Object.entries(options).map(
      ([option, { value }]) => `[--${option}${value === undefined ? '' : ` ${value}`}]`,
    );
    return [[action, ...(word === undefined ? [] : [word]), ...own].join(' '), help];
  });
  const options = Object.assign({}, ...Object.values(actions).map((action) => action.options));
  const parts = [toColumns(rows), explain(options)];
  const call = `npm run ${name} -- AÇÃO [opções]`;
  return renderText({ summary, call, parts, examples, worksOn: DATABASE });
}

type Row = readonly [left: string, right: string];

const explain = (options: OptionSet): string[] =>
  toColumns([
    ...Object.entries(options).map(
      ([option, { value, help }]): Row => [
        `--${option}${value === undefined ? '' : ` ${value}`}`,
        help,
      ],
    ),
    ['--ajuda', 'mostra esta ajuda'],
  ]);

function toColumns(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

interface Help {
  readonly summary: string;
  readonly call: string;
  readonly parts: readonly (readonly string[])[];
  readonly examples: readonly string[];
  readonly worksOn: string;
}

const renderText = ({ summary, call, parts, examples, worksOn }: Help): string =>
  [
    summary,
    '',
    `Uso: ${call}`,
    '',
    ...parts.flatMap((part) => [...part, '']),
    'Exemplos:',
    ...examples.map((example) => `  ${example}`),
    '',
    'O “--” depois do nome é do npm: sem ele, o npm fica com as opções (“--csv” vira o número da versão dele).',
    worksOn,
    '',
  ].join('\n');
