import type { Call } from './arguments.ts';

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
  const rows = Object.entries(options).map(([option, { value, help }]): [string, string] => [
    `--${option}${value === undefined ? '' : ` ${value}`}`,
    help,
  ]);
  rows.push(['--ajuda', 'mostra esta ajuda']);
  const width = Math.max(...rows.map(([left]) => left.length));
  const call = `npm run ${name} -- ${word === undefined ? '' : `${word} `}[opções]`;
  return [
    summary,
    '',
    `Uso: ${call}`,
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'Exemplos:',
    ...examples.map((example) => `  ${example}`),
    '',
    'O “--” depois do nome é do npm: sem ele, o npm fica com as opções (“--csv” vira o número da versão dele).',
    worksOn,
    '',
  ].join('\n');
}
