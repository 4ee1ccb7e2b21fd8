import { type Config, type ConfigResult, readConfig } from '../../config/config.ts';
import { readSettings } from '../../config/settings-file.ts';
import type { EnvVariables } from '../../config/variables.ts';
import { readBaseConfig, resolveSettings } from '../../settings/resolve-settings.ts';
import { readStoredSettings } from '../../settings/stored-settings.ts';
import { describePublishFailure, readPublishFailure } from '../../site/publish-failure.ts';
import { explainFileError } from '../../store/health/write-problem.ts';
import { openDatabase } from '../../store/open-database.ts';
import { pickAction, readArguments } from './arguments.ts';
import {
  type ActionCommand,
  type Command,
  type DatabaseCommand,
  OperatorError,
  type OptionSet,
  toOperatorError,
  type Usage,
} from './definition.ts';
import { asksForHelp, renderHelp } from './help.ts';

export const runCommand = <Options extends OptionSet>(command: Command<Options>) =>
  runOrExplain(command, (args) => runWith(command, args));

export const runDatabaseCommand = <Options extends OptionSet>(command: DatabaseCommand<Options>) =>
  runCommand(openDatabaseFor(command));

export const runActions = (command: ActionCommand) =>
  runOrExplain(command, (args) => {
    const pickedAction = pickAction(command, args);
    return runWith(openDatabaseFor(pickedAction.command), pickedAction.rest);
  });

async function runOrExplain(
  command: Usage | ActionCommand,
  run: (args: readonly string[]) => Promise<void>,
) {
  process.stdout.on('error', handleOutputError);
  try {
    const args = process.argv.slice(2);
    if (asksForHelp(args, process.env)) print(renderHelp(command));
    else await run(args);
  } catch (error) {
    fail();
    note(`${toOperatorError(error, null).message}\n`);
  }
}

async function runWith<Options extends OptionSet>(
  command: Command<Options>,
  args: readonly string[],
) {
  const { env } = process;
  const parsedArgs = readArguments(command, args, env);
  command.check?.(parsedArgs);
  await command.run({ ...parsedArgs, env, print, note, isOutputOpen: () => isStdoutOpen, fail });
}

function openDatabaseFor<Options extends OptionSet>(
  command: DatabaseCommand<Options>,
): Command<Options> {
  return {
    ...command,
    async run(context) {
      const env = loadEnvironment(context.env);
      const baseConfig = requireConfig(readBaseConfig(env));
      const failure = readPublishFailure(baseConfig.site.dir);
      if (failure) note(`${describePublishFailure(failure)}\n`);
      try {
        const { access } = command;
        const accessMode = typeof access === 'function' ? access(context) : access;
        await using database = await openDatabase(baseConfig.store, accessMode);
        const config = requireConfig(resolveSettings(env, await readStoredSettings(database)));
        await command.run({ ...context, config, database });
      } catch (error) {
        throw toOperatorError(error, baseConfig.store);
      }
    },
  };
}

/**
 * Returns the configuration without the settings stored in the database.
 * @throws OperatorError that names the invalid variable
 */
export const loadConfig = (env: EnvVariables): Config =>
  requireConfig(readConfig(loadEnvironment(env)));

/**
 * Returns the environment with the settings of `.env`.
 * @throws OperatorError if the file cannot be read
 */
export function loadEnvironment(env: EnvVariables): EnvVariables {
  const settings = readSettings(env);
  if (!settings.ok) throw new OperatorError(settings.message);
  return settings.env;
}

function requireConfig(result: ConfigResult): Config {
  if (!result.ok) throw new OperatorError(result.message);
  return result.config;
}

let isStdoutOpen = true;
const print = (text: string) => void process.stdout.write(text);
const note = (text: string) => void process.stderr.write(text);
const fail = () => {
  process.exitCode = 1;
};

/** Stops the output. A reader that closes it early, as `head` does, causes no error. */
function handleOutputError(error: NodeJS.ErrnoException) {
  isStdoutOpen = false;
  if (error.code === 'EPIPE') return;
  fail();
  note(`${explainFileError('a saída do comando', error)}\n`);
}
