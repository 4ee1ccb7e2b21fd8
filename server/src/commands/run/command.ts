import { type Config, readConfig } from '../../config/config.ts';
import { readSettings } from '../../config/settings-file.ts';
import { describePublishFailure, readPublishFailure } from '../../site/publish-failure.ts';
import { openDatabase } from '../../store/open-database.ts';
import { explainFileError } from '../output/output-file.ts';
import { pickAction, readArguments } from './arguments.ts';
import {
  type ActionCommand,
  type Call,
  type Command,
  OperatorError,
  type OptionSet,
  type RunnableCall,
} from './definition.ts';
import { explainError } from './explain-error.ts';
import { asksForHelp, renderHelp } from './help.ts';

/** Runs a command that needs no database. */
export const runCall = <Options extends OptionSet>(call: RunnableCall<Options>) =>
  answerLine(call, (line) => runLine(call, line));

/** Runs a command on the configured database. */
export const runCommand = <Options extends OptionSet>(command: Command<Options>) =>
  runCall(onDatabase(command));

/** Runs the action that the first word names, on the configured database. */
export const runActions = (command: ActionCommand) =>
  answerLine(command, (line) => {
    const picked = pickAction(command, line);
    return runLine(onDatabase(picked.command), picked.rest);
  });

/** Answers the words behind a command's name, or prints its help. */
async function answerLine(
  command: Call | ActionCommand,
  answer: (line: readonly string[]) => Promise<void>,
) {
  process.stdout.on('error', leaveQuietly);
  try {
    const line = process.argv.slice(2);
    if (asksForHelp(line, process.env)) print(renderHelp(command));
    else await answer(line);
  } catch (error) {
    fail();
    note(`${explainError(error, null)}\n`);
  }
}

async function runLine<Options extends OptionSet>(
  call: RunnableCall<Options>,
  line: readonly string[],
) {
  const { env } = process;
  const words = readArguments(call, line, env);
  call.check?.(words);
  const hasColors = process.stdout.isTTY && process.stdout.hasColors();
  await call.run({ words, env, hasColors, print, note, isOutputOpen: () => isOutputOpen, fail });
}

function onDatabase<Options extends OptionSet>(command: Command<Options>): RunnableCall<Options> {
  return {
    ...command,
    async run({ env, ...context }) {
      const config = configOf(env);
      const failure = readPublishFailure(config.site.dir);
      if (failure) note(`${describePublishFailure(failure)}\n`);
      try {
        const { access } = command;
        const asked = typeof access === 'function' ? access(context.words) : access;
        await using database = await openDatabase(config.store, asked);
        await command.run({ ...context, config, database });
      } catch (error) {
        throw new OperatorError(explainError(error, config.store));
      }
    },
  };
}

/**
 * Returns the configuration of the environment and `.env`.
 * @throws OperatorError that names the wrong variable
 */
export function configOf(env: Readonly<Record<string, string | undefined>>): Config {
  const settings = readSettings(env);
  if (!settings.ok) throw new OperatorError(settings.message);
  const read = readConfig(settings.env);
  if (!read.ok) throw new OperatorError(read.message);
  return read.config;
}

let isOutputOpen = true;
const print = (text: string) => void process.stdout.write(text);
const note = (text: string) => void process.stderr.write(text);
const fail = () => {
  process.exitCode = 1;
};

/** Stops printing when the reader of the output closes it, as `head` does. */
function leaveQuietly(error: NodeJS.ErrnoException) {
  isOutputOpen = false;
  if (error.code === 'EPIPE') return;
  fail();
  note(`${explainFileError('a saída do comando', error)}\n`);
}
