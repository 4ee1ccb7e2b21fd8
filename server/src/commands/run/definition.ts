import type { Config, StoreConfig } from '../../config/config.ts';
import type { EnvVariables } from '../../config/variables.ts';
import { explainError } from '../../doctor/explain-error.ts';
import type { Database, DatabaseAccess } from '../../store/database.ts';

/** An error that the operator can correct. The message is shown without a stack. */
export class OperatorError extends Error {}

export const toOperatorError = (error: unknown, store: StoreConfig | null): OperatorError =>
  error instanceof OperatorError ? error : new OperatorError(explainError(error, store));

/** An option without `value` is a switch. */
export interface CommandOption {
  readonly value?: string;
  readonly help: string;
}

export type OptionSet = Readonly<Record<string, CommandOption>>;

export interface Arguments<Options extends OptionSet> {
  /** A text, or true for a switch. */
  readonly options: {
    readonly [Name in keyof Options]?: Options[Name] extends { value: string } ? string : true;
  };
  /** The argument without dashes; empty if missing. */
  readonly operand: string;
}

export interface Terminal {
  print(text: string): void;
  /** False once the reader of the output has closed it. */
  isOutputOpen(): boolean;
}

export interface RunContext<Options extends OptionSet> extends Arguments<Options>, Terminal {
  readonly env: EnvVariables;
  /** Prints to the standard error. */
  note(text: string): void;
  /** Sets exit code 1. */
  fail(): void;
}

export interface DatabaseContext<Options extends OptionSet> extends RunContext<Options> {
  readonly config: Config;
  readonly database: Database;
}

export interface Usage<Options extends OptionSet = OptionSet> {
  readonly name: string;
  /** The first argument, if a command has several actions. */
  readonly action?: string;
  readonly summary: string;
  readonly options: Options;
  readonly operand?: string;
  readonly examples: readonly string[];
  /** The end of the help if the command does not use the server's database. */
  readonly footer?: string;
  /**
   * Runs before anything is opened.
   * @throws OperatorError
   */
  check?(args: Arguments<Options>): void;
}

export interface Command<Options extends OptionSet> extends Usage<Options> {
  run(context: RunContext<Options>): Promise<void>;
}

export interface DatabaseCommand<Options extends OptionSet = OptionSet> extends Usage<Options> {
  readonly access: DatabaseAccess | ((args: Arguments<Options>) => DatabaseAccess);
  run(context: DatabaseContext<Options>): Promise<void>;
}

interface Action<Options extends OptionSet = OptionSet>
  extends Pick<DatabaseCommand<Options>, 'operand' | 'options' | 'check' | 'run'> {
  readonly help: string;
  readonly access: DatabaseAccess;
}

/** Checks an action's type, and widens it, so that one record can hold all actions. */
export const defineAction = <Options extends OptionSet>(action: Action<Options>) =>
  action as unknown as Action;

export interface ActionCommand extends Pick<Usage, 'name' | 'summary' | 'examples'> {
  readonly actions: Readonly<Record<string, Action>>;
}
