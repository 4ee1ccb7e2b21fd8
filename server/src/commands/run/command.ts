import { type Config, readConfig } from '../../config/config.ts';
import { readSettings } from '../../config/settings-file.ts';
import { describePublishFailure, readPublishFailure } from '../../public/site/publish-failure.ts';
import {
  type OperatorDatabase,
  openOperatorDatabase,
  refuseUnprepared,
} from '../../store/database.ts';
import { explainFileError } from '../output/output-file.ts';
import { asksForHelp, type Call, readArguments, type Values } from './arguments.ts';
import { explainTrouble } from './explain-trouble.ts';
import { renderHelp } from './help.ts';
import { OperatorError } from './operator-error.ts';

export interface CommandContext {
  readonly config: Config;
  readonly database: OperatorDatabase;
  readonly values: Values;
  /** The word without dashes, where the command takes one. */
  readonly word: string | undefined;
  print(text: string): void;
  /** Whether anybody still reads what is printed. */
  isHeard(): boolean;
}

export interface Command extends Call {
  /** Refuses what is wrong with the words before any database is opened. */
  check?(context: Pick<CommandContext, 'values' | 'word'>): void;
  run(context: CommandContext): Promise<void>;
}

/** Runs an operator's command: the one edge where these touch the process. */
export async function runCommand(command: Command): Promise<void> {
  let config: Config | null = null;
  process.stdout.on('error', leaveQuietly);
  try {
    const words = process.argv.slice(2);
    if (asksForHelp(words, process.env)) return print(renderHelp(command));
    const call = readArguments(command, words, process.env);
    if (!call.ok) throw new OperatorError(call.message);
    command.check?.(call);
    const settings = readSettings(process.env);
    if (!settings.ok) throw new OperatorError(settings.message);
    const read = readConfig(settings.env);
    if (!read.ok) throw new OperatorError(read.message);
    config = read.config;
    const failure = readPublishFailure(config.siteDir);
    if (failure) process.stderr.write(`${describePublishFailure(failure)}\n`);
    const database = openOperatorDatabase(config);
    try {
      if (config.databaseUrl !== null) await refuseUnprepared(database);
      const { values, word } = call;
      await command.run({ config, database, values, word, print, isHeard: () => isHeard });
    } finally {
      await database.destroy();
    }
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${explainTrouble(error, config)}\n`);
  }
}

let isHeard = true;
const print = (text: string) => void process.stdout.write(text);

/** Whoever read the output has seen enough, as `head` has; what is left of it is for nobody. */
function leaveQuietly(error: NodeJS.ErrnoException) {
  isHeard = false;
  if (error.code === 'EPIPE') return;
  process.exitCode = 1;
  process.stderr.write(`${explainFileError('a saída do comando', error)}\n`);
}
