import { parseArgs } from 'node:util';
import {
  type ActionCommand,
  type Call,
  type Command,
  OperatorError,
  type OptionSet,
  type Words,
} from './definition.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a command's words.
 * @param env the environment: npm puts options there that were typed without `--` before them
 * @throws OperatorError that says what to type
 */
export function readArguments<Options extends OptionSet>(
  call: Call<Options>,
  line: readonly string[],
  env: Environment,
): Words<Options> {
  const options = Object.fromEntries(
    Object.entries(call.options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { tokens, values, positionals } = parseArgs({
    args: [...line],
    options,
    allowPositionals: true,
    // A strict parser explains mistakes in English.
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    const mistake =
      token.kind === 'option' ? findMistake(call, token.name, token.rawName, token.value) : null;
    if (mistake) throw new OperatorError(`${mistake}\n${seeHelp(call)}`);
  }
  refuseSwallowed(call, positionals, env);
  const [word, surplus] = call.word === undefined ? [undefined, ...positionals] : positionals;
  if (surplus !== undefined) throw new OperatorError(explainSurplus(call, surplus));
  if (call.action !== undefined && call.word !== undefined && word === undefined) {
    throw new OperatorError(`Falta ${call.word}: ${beginCall(call)} ${call.word}`);
  }
  return {
    text(name) {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    isSet: (name) => values[name] === true,
    word,
  };
}

/**
 * Returns the action that the first word names as a command, and its own words.
 * @throws OperatorError that lists the actions
 */
export function pickAction(
  { actions, ...command }: ActionCommand,
  [first, ...rest]: readonly string[],
): { command: Command; rest: string[] } {
  if (first !== undefined && Object.hasOwn(actions, first) && actions[first]) {
    return { command: { ...actions[first], ...command, action: first }, rest };
  }
  const known = Object.keys(actions).join(', ');
  const mistake =
    first === undefined || first.startsWith('-')
      ? `Diga primeiro o que fazer: ${known}.`
      : `“${first}” não é uma ação; as que há: ${known}.`;
  throw new OperatorError(`${mistake}\n${seeHelp(command)}`);
}

/** Returns a call up to the place of its word and options. */
const beginCall = ({ name, action }: Call): string =>
  ['npm run', name, '--', ...(action === undefined ? [] : [action])].join(' ');

const seeHelp = ({ name }: Pick<Call, 'name'>): string => `Ajuda: npm run ${name} -- --ajuda`;

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

/** npm takes `--html x` for itself unless a lone `--` stands before: `x` arrives as a word, `html` as a variable. */
function refuseSwallowed(call: Call, positionals: readonly string[], env: Environment) {
  const rest = [...positionals];
  // A command's own word stands before its options.
  const own = call.word === undefined ? [] : rest.splice(0, 1);
  const found = Object.entries(call.options).flatMap(([name, { value }]) => {
    const left = env[`npm_config_${name.replaceAll('-', '_')}`];
    if (left === undefined || left === '') return [];
    // An option of npm with the same name, set for npm itself.
    if (value !== undefined && left === 'true' && positionals.length === 0) return [];
    if (value === undefined) return [`--${name}`];
    return [`--${name} ${quote(left === 'true' ? (rest.shift() ?? value) : left)}`];
  });
  if (found.length === 0) return;
  const right = [beginCall(call), ...own.map(quote), ...found, ...rest.map(quote)].join(' ');
  throw new OperatorError(
    `Falta um “--” antes das opções: sem ele, o npm fica com elas. Escreva:\n${right}`,
  );
}

function explainSurplus(call: Call, word: string): string {
  const ending = /\.(csv|json|html)$/i.exec(word)?.[1]?.toLowerCase();
  const right =
    ending && Object.hasOwn(call.options, ending)
      ? `Escreva:\n${beginCall(call)} --${ending} ${quote(word)}`
      : seeHelp(call);
  return `Palavra a mais: ${quote(word)}. ${right}`;
}

/** Quotes a word for a shell. */
const quote = (word: string) => (/^[\w@.,:/+=-]+$/.test(word) ? word : JSON.stringify(word));
