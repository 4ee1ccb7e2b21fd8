import { parseArgs } from 'node:util';
import type { EnvVariables } from '../../config/variables.ts';
import {
  type ActionCommand,
  type Arguments,
  type DatabaseCommand,
  OperatorError,
  type OptionSet,
  type Usage,
} from './definition.ts';

/**
 * @param env npm moves options into the environment if `--` is missing before them
 * @throws OperatorError that says what to type
 */
export function readArguments<Options extends OptionSet>(
  usage: Usage<Options>,
  args: readonly string[],
  env: EnvVariables,
): Arguments<Options> {
  const types = Object.entries(usage.options).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  const { tokens, values, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types),
    allowPositionals: true,
    // The strict parser's errors are in English.
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    const mistake =
      token.kind === 'option' ? findMistake(usage, token.name, token.rawName, token.value) : null;
    if (mistake) throw new OperatorError(`${mistake}\n${describeHelp(usage)}`);
  }
  refuseOptionsTakenByNpm(usage, positionals, env);
  const [operand, surplus] =
    usage.operand === undefined ? [undefined, ...positionals] : positionals;
  if (surplus !== undefined) throw new OperatorError(explainSurplus(usage, surplus));
  if (usage.action !== undefined && usage.operand !== undefined && operand === undefined) {
    throw new OperatorError(`Falta ${usage.operand}: ${beginLine(usage)} ${usage.operand}`);
  }
  return { options: values as Arguments<Options>['options'], operand: operand ?? '' };
}

/**
 * Returns the action that the first argument names, and the other arguments.
 * @throws OperatorError that lists the actions
 */
export function pickAction(
  { actions, ...command }: ActionCommand,
  [actionName, ...rest]: readonly string[],
): { command: DatabaseCommand; rest: string[] } {
  if (actionName !== undefined && Object.hasOwn(actions, actionName) && actions[actionName]) {
    return { command: { ...actions[actionName], ...command, action: actionName }, rest };
  }
  const knownActions = Object.keys(actions).join(', ');
  const mistake =
    actionName === undefined || actionName.startsWith('-')
      ? `Diga primeiro o que fazer: ${knownActions}.`
      : `“${actionName}” não é uma ação; as que há: ${knownActions}.`;
  throw new OperatorError(`${mistake}\n${describeHelp(command)}`);
}

const beginLine = ({ name, action }: Usage): string =>
  ['npm run', name, '--', ...(action === undefined ? [] : [action])].join(' ');

const describeHelp = ({ name }: Pick<Usage, 'name'>): string => `Ajuda: npm run ${name} -- --ajuda`;

function findMistake(usage: Usage, name: string, rawName: string, value: string | undefined) {
  const option = Object.hasOwn(usage.options, name) ? usage.options[name] : undefined;
  if (!option) {
    const knownOptions = Object.keys(usage.options).map((other) => `--${other}`);
    const knownText = knownOptions.length > 0 ? `; as que há: ${knownOptions.join(', ')}` : '';
    return `Opção desconhecida: ${rawName}${knownText}.`;
  }
  if (option.value === undefined) {
    return value === undefined ? null : `${rawName} não recebe valor.`;
  }
  const isMissing = value === undefined || value === '' || /^-./.test(value);
  return isMissing ? `Falta o valor de ${rawName}: ${rawName} ${option.value}` : null;
}

/** If no `--` precedes `--html x`, npm turns it into the variable `npm_config_html` and the argument `x`. */
function refuseOptionsTakenByNpm(usage: Usage, positionals: readonly string[], env: EnvVariables) {
  const remaining = [...positionals];
  const operand = usage.operand === undefined ? [] : remaining.splice(0, 1);
  const takenOptions = Object.entries(usage.options).flatMap(([name, { value }]) => {
    const text = env[`npm_config_${name.replaceAll('-', '_')}`];
    if (text === undefined || text === '') return [];
    // The user may have set npm's own option of the same name.
    if (value !== undefined && text === 'true' && positionals.length === 0) return [];
    if (value === undefined) return [`--${name}`];
    return [`--${name} ${quoteArgument(text === 'true' ? (remaining.shift() ?? value) : text)}`];
  });
  if (takenOptions.length === 0) return;
  const correctLine = [
    beginLine(usage),
    ...operand.map(quoteArgument),
    ...takenOptions,
    ...remaining.map(quoteArgument),
  ].join(' ');
  throw new OperatorError(
    `Falta um “--” antes das opções: sem ele, o npm fica com elas. Escreva:\n${correctLine}`,
  );
}

function explainSurplus(usage: Usage, argument: string): string {
  const extension = /\.(csv|json|html)$/i.exec(argument)?.[1]?.toLowerCase();
  const advice =
    extension && Object.hasOwn(usage.options, extension)
      ? `Escreva:\n${beginLine(usage)} --${extension} ${quoteArgument(argument)}`
      : describeHelp(usage);
  return `Palavra a mais: ${quoteArgument(argument)}. ${advice}`;
}

const quoteArgument = (text: string) =>
  /^[\w@.,:/+=-]+$/.test(text) ? text : JSON.stringify(text);
