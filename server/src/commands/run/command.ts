import { type Config, readConfig } from '../../config/config.ts';
import { readSettings } from '../../config/settings-file.ts';
import { describePublishFailure, readPublishFailure } from '../../site/publish-failure.ts';
import { openDatabase } from '../../store/open-database.ts';
import { explainFileError } from '../output/output-file.ts';
import { type Call, type OptionSet, readArguments, type Values } from './arguments.ts';
import {
  type ActionCommand,
  type CallContext,
  type Command,
  OperatorError,
  pickAction,
  type Words,
} from './definition.ts';
import { explainTrouble } from './explain-trouble.ts';
import { asksForHelp, renderActionsHelp, renderHelp } from './help.ts';

interface RunnableCall<Options extends OptionSet> extends Call<Options> {
  /** Refuses what is wrong with the words before anything is done. */
  check?(words: Words<Options>): void;
  run(context: CallContext<Options>): Promise<void>;
}

/** Runs what an operator called. */
export const runCall = <Options extends OptionSet>(call: RunnableCall<Options>) =>
  answerLine(async (line) => {
    if (asksForHelp(line, process.env)) return print(renderHelp(call));
    await runLine(call, line);
  });

/** Answers what was typed behind a command's name: the one edge where commands touch the process. */
async function answerLine(answer: (line: readonly string[]) => Promise<void>) {
  process.stdout.on('error', leaveQuietly);
  try {
    await answer(process.argv.slice(2));
  } catch (error) {
    fail();
    process.stderr.write(`${explainTrouble(error, null)}\n`);
  }
}

async function runLine<Options extends OptionSet>(
  call: RunnableCall<Options>,
  line: readonly string[],
) {
  const read = readArguments(call, line, process.env);
  if (!read.ok) throw new OperatorError(read.message);
  const words = toWords<Options>(read.values, read.word);
  call.check?.(words);
  const hasColours = process.stdout.isTTY && process.stdout.hasColors();
  const { env } = process;
  await call.run({ words, env, hasColours, print, note, isHeard: () => isHeard, fail });
}

/** Runs a command on the configured database. */
export const runCommand = <Options extends OptionSet>(command: Command<Options>) =>
  runCall<Options>(onDatabase(command));

/** Runs the action of a command that the first word names, on the configured database. */
export const runActions = (command: ActionCommand) =>
  answerLine(async (line) => {
    if (asksForHelp(line, process.env)) return print(renderActionsHelp(command));
    const picked = pickAction(command, line);
    if (!picked.ok) throw new OperatorError(picked.message);
    const { action, name, rest } = picked;
    await action.as(name, (call) => runLine(onDatabase(call), rest));
  });

function onDatabase<Options extends OptionSet>(command: Command<Options>): RunnableCall<Options> {
  return {
    ...command,
    async run({ env, ...context }) {
      const config = configOf(env);
      const failure = readPublishFailure(config.site.dir);
      if (failure) context.note(`${describePublishFailure(failure)}\n`);
      try {
        const { access } = command;
        const asked = typeof access === 'function' ? access(context.words) : access;
        await using database = await openDatabase(config.store, asked);
        await command.run({ ...context, config, database });
      } catch (error) {
        throw new OperatorError(explainTrouble(error, config.store));
      }
    },
  };
}

/**
 * The configuration that the environment and `.env` give.
 * @throws OperatorError with a sentence that names the wrong variable
 */
export function configOf(env: Readonly<Record<string, string | undefined>>): Config {
  const settings = readSettings(env);
  if (!settings.ok) throw new OperatorError(settings.message);
  const read = readConfig(settings.env);
  if (!read.ok) throw new OperatorError(read.message);
  return read.config;
}

function toWords<Options extends OptionSet>(values: Values, word?: string): Words<Options> {
  return {
    text(name) {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    isSet: (name) => values[name] === true,
    word,
  };
}

let isHeard = true;
const print = (text: string) => void process.stdout.write(text);
const note = (text: string) => void process.stderr.write(text);
const fail = () => {
  process.exitCode = 1;
};

/** Whoever read the output has seen enough, as `head` has; what is left of it is for nobody. */
function leaveQuietly(error: NodeJS.ErrnoException) {
  isHeard = false;
  if (error.code === 'EPIPE') return;
  fail();
  process.stderr.write(`${explainFileError('a saída do comando', error)}\n`);
}
