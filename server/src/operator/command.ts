import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { readSettings } from '../settings-file.ts';
import { type OperatorDatabase, OperatorError, openOperatorDatabase } from './database.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export interface CommandContext {
  readonly config: Config;
  readonly database: OperatorDatabase;
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
  print(text: string): void;
}

export interface Command {
  /** How to call it; shown with `--help` and after a mistake. */
  readonly usage: string;
  readonly options: Options;
  run(context: CommandContext): Promise<void>;
}

/** Runs an operator's command: the one edge where these touch the process. */
export async function runCommand(command: Command): Promise<void> {
  try {
    const { values, positionals } = readArguments(command);
    if (values.help) return print(`${command.usage}\n`);
    const settings = readSettings(process.env);
    if (!settings.ok) throw new OperatorError(settings.message);
    const read = readConfig(settings.env);
    if (!read.ok) throw new OperatorError(read.message);
    const database = openOperatorDatabase(read.config);
    try {
      await command.run({ config: read.config, database, values, positionals, print });
    } finally {
      await database.destroy();
    }
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${describe(error)}\n`);
  }
}

const print = (text: string) => void process.stdout.write(text);

function readArguments(command: Command) {
  try {
    const options: Options = { ...command.options, help: { type: 'boolean' } };
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n${command.usage}`);
  }
}

function describe(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return `Não foi possível concluir: ${message || code}`;
}
