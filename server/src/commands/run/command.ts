import { type Config, readConfig } from '../../config/config.ts';
import { readSettings } from '../../config/settings-file.ts';
import { describePublishFailure, readPublishFailure } from '../../public/site/publish-failure.ts';
import { type Access, type Database, openDatabase } from '../../store/database.ts';
import { explainFileError } from '../output/output-file.ts';
import { type Call, type OptionSet, readArguments, type Values } from './arguments.ts';
import { explainTrouble } from './explain-trouble.ts';
import { asksForHelp, renderHelp } from './help.ts';
import { OperatorError } from './operator-error.ts';

type WithValue<Options extends OptionSet> = {
  [Name in keyof Options]: Options[Name] extends { value: string } ? Name : never;
}[keyof Options];

/** What the operator's words said; only the command's own options can be asked for. */
export interface Words<Options extends OptionSet> {
  /** The value of an option; undefined when it was not given. */
  text(name: WithValue<Options> & string): string | undefined;
  /** Whether a switch was given. */
  isSet(name: Exclude<keyof Options, WithValue<Options>> & string): boolean;
  /** The word without dashes, where the command takes one. */
  readonly word: string | undefined;
}

/** Where a command's answer goes. */
export interface Terminal {
  print(text: string): void;
  /** Whether anybody still reads what is printed. */
  isHeard(): boolean;
}

interface OutsideContext<Options extends OptionSet> extends Terminal {
  readonly config: Config;
  readonly words: Words<Options>;
  /** Says something beside the answer. */
  note(text: string): void;
}

interface OutsideCommand<Options extends OptionSet> extends Call<Options> {
  /** Refuses what is wrong with the words before anything else is done. */
  check?(words: Words<Options>): void;
  run(context: OutsideContext<Options>): Promise<void>;
}

export interface CommandContext<Options extends OptionSet> extends Terminal {
  readonly config: Config;
  readonly database: Database;
  readonly words: Words<Options>;
}

export interface Command<Options extends OptionSet> extends Call<Options> {
  readonly access: Access;
  /** Refuses what is wrong with the words before any database is opened. */
  check?(words: Words<Options>): void;
  run(context: CommandContext<Options>): Promise<void>;
}

/** Runs an operator's command on the server's database. */
export const runCommand = <Options extends OptionSet>(command: Command<Options>) =>
  runOutside({
    ...command,
    async run({ config, words, print, isHeard, note }) {
      const failure = readPublishFailure(config.siteDir);
      if (failure) note(`${describePublishFailure(failure)}\n`);
      const database = await openDatabase(config, command.access);
      try {
        await command.run({ config, database, words, print, isHeard });
      } finally {
        await database.destroy();
      }
    },
  });

/** Runs a command that opens no database: the one edge where commands touch the process. */
export async function runOutside<Options extends OptionSet>(command: OutsideCommand<Options>) {
  let config: Config | null = null;
  process.stdout.on('error', leaveQuietly);
  try {
    const line = process.argv.slice(2);
    if (asksForHelp(line, process.env)) return print(renderHelp(command));
    const call = readArguments(command, line, process.env);
    if (!call.ok) throw new OperatorError(call.message);
    const words = toWords<Options>(call.values, call.word);
    command.check?.(words);
    const settings = readSettings(process.env);
    if (!settings.ok) throw new OperatorError(settings.message);
    const read = readConfig(settings.env);
    if (!read.ok) throw new OperatorError(read.message);
    config = read.config;
    await command.run({ config, words, print, note, isHeard: () => isHeard });
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${explainTrouble(error, config)}\n`);
  }
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

/** Whoever read the output has seen enough, as `head` has; what is left of it is for nobody. */
function leaveQuietly(error: NodeJS.ErrnoException) {
  isHeard = false;
  if (error.code === 'EPIPE') return;
  process.exitCode = 1;
  process.stderr.write(`${explainFileError('a saída do comando', error)}\n`);
}
