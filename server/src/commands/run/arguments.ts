import { parseArgs } from 'node:util';

/** An option as the operator types it; without `value` it is a switch. */
export interface Option {
  /** What stands for its value in the help: `ARQUIVO`. */
  readonly value?: string;
  readonly help: string;
}

export type OptionSet = Readonly<Record<string, Option>>;

/** How a command is called: what reading its words, and its help, need to know. */
export interface Call<Options extends OptionSet = OptionSet> {
  /** Its name behind `npm run`. */
  readonly name: string;
  /** The word behind its name, where it does several things. */
  readonly action?: string;
  /** What it does, in a sentence. */
  readonly summary: string;
  readonly options: Options;
  /** What stands for its one word without dashes in the help, where it takes one. */
  readonly word?: string;
  /** Lines of the help about whole calls. */
  readonly examples: readonly string[];
  /** What it works on, for the end of its help, where that is not the server's database. */
  readonly worksOn?: string;
}

export type Values = Readonly<Record<string, string | true | undefined>>;

export type Arguments =
  | { readonly ok: true; readonly values: Values; readonly word: string | undefined }
  | { readonly ok: false; readonly message: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a command's words. `env`: npm keeps for itself, and tells there, options without `--` before them. */
export function readArguments(call: Call, words: readonly string[], env: Environment): Arguments {
  const options = Object.fromEntries(
    Object.entries(call.options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...words],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | true> = {};
  const stray: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') stray.push(token.value);
    if (token.kind !== 'option') continue;
    const mistake = findMistake(call, token.name, token.rawName, token.value);
    if (mistake) return { ok: false, message: `${mistake}\n${seeHelp(call)}` };
    values[token.name] = token.value ?? true;
  }
  const swallowed = findSwallowed(call, stray, env);
  if (swallowed) return { ok: false, message: swallowed };
  const [word, ...others] = call.word === undefined ? [undefined, ...stray] : stray;
  if (others[0] !== undefined) return { ok: false, message: refuseWord(call, others[0]) };
  if (call.action !== undefined && call.word !== undefined && word === undefined) {
    return { ok: false, message: `Falta ${call.word}: ${beginCall(call)} ${call.word}` };
  }
  return { ok: true, values, word };
}

/** A call as it begins, up to what follows its name. */
export const beginCall = ({ name, action }: Call): string =>
  ['npm run', name, '--', ...(action === undefined ? [] : [action])].join(' ');

export const seeHelp = ({ name }: Call): string => `Ajuda: npm run ${name} -- --ajuda`;

function findMistake(call: Call, name: string, raw: string, value: string | undefined) {
  const option = Object.hasOwn(call.options, name) ? call.options[name] : undefined;
  if (!option) {
    const known = Object.keys(call.options).map((other) => `--${other}`);
    const list = known.length > 0 ? `; as que há: ${known.join(', ')}` : '';
    return `Opção desconhecida: ${raw}${list}.`;
  }
  if (option.value === undefined) {
    return value === undefined ? null : `${raw} não recebe valor.`;
  }
  const isMissing = value === undefined || value === '' || /^-./.test(value);
  return isMissing ? `Falta o valor de ${raw}: ${raw} ${option.value}` : null;
}

/** npm takes `--html x` for its own unless a lone `--` stands before: `x` arrives, and a variable. */
function findSwallowed(call: Call, stray: readonly string[], env: Environment): string | null {
  const rest = [...stray];
  // Everybody writes the word itself before the options.
  const own = call.word === undefined ? [] : rest.splice(0, 1);
  const found = Object.entries(call.options).flatMap(([name, { value }]) => {
    const left = env[`npm_config_${name.replaceAll('-', '_')}`];
    if (left === undefined || left === '') return [];
    // An npm option of the same name that somebody set for npm itself says nothing of this call.
    if (value !== undefined && left === 'true' && stray.length === 0) return [];
    if (value === undefined) return [`--${name}`];
    return [`--${name} ${quote(left === 'true' ? (rest.shift() ?? value) : left)}`];
  });
  if (found.length === 0) return null;
  const right = [beginCall(call), ...own.map(quote), ...found, ...rest.map(quote)].join(' ');
  return `Falta um “--” antes das opções: sem ele, o npm fica com elas. Escreva:\n${right}`;
}

function refuseWord(call: Call, word: string): string {
  const ending = /\.(csv|json|html)$/i.exec(word)?.[1]?.toLowerCase();
  const right =
    ending && Object.hasOwn(call.options, ending)
      ? `Escreva:\n${beginCall(call)} --${ending} ${quote(word)}`
      : seeHelp(call);
  return `Palavra a mais: ${quote(word)}. ${right}`;
}

/** A word as a shell takes it for one. */
const quote = (word: string) => (/^[\w@.,:/+=-]+$/.test(word) ? word : JSON.stringify(word));
