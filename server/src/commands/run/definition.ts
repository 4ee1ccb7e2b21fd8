import type { Config, StoreConfig } from '../../config/config.ts';
import { explainError } from '../../doctor/explain-error.ts';
import type { Access, Database } from '../../store/database.ts';

/** An error that an operator can correct: its message is shown without a stack. */
export class OperatorError extends Error {}

/** Returns an OperatorError unchanged, and any other error as an OperatorError that explains the error. */
export const toOperatorError = (error: unknown, store: StoreConfig | null): OperatorError =>
  error instanceof OperatorError ? error : new OperatorError(explainError(error, store));

/** An option as the operator types it; without `value` it is a switch. */
export interface Option {
  /** Placeholder of the option's value in the help: `ARQUIVO`. */
  readonly value?: string;
  readonly help: string;
}

export type OptionSet = Readonly<Record<string, Option>>;

/** The arguments of one run of a command. */
export interface Arguments<Options extends OptionSet> {
  /** The given options: a text, or true for a switch. */
  readonly options: {
    readonly [Name in keyof Options]?: Options[Name] extends { value: string } ? string : true;
  };
  /** The argument without dashes; empty if missing. */
  readonly operand: string;
}

/** The output of a command. */
export interface Terminal {
  print(text: string): void;
  /** False once the reader of the output has closed it. */
  isOutputOpen(): boolean;
}

export interface RunContext<Options extends OptionSet> extends Arguments<Options>, Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints to the standard error. */
  note(text: string): void;
  /** Makes the exit code 1. */
  fail(): void;
}

export interface DatabaseContext<Options extends OptionSet> extends RunContext<Options> {
  readonly config: Config;
  readonly database: Database;
}

/** The name, arguments and help of a command. */
export interface Usage<Options extends OptionSet = OptionSet> {
  /** The name after `npm run`. */
  readonly name: string;
  /** The first argument of a command with several actions. */
  readonly action?: string;
  /** A sentence for the help. */
  readonly summary: string;
  readonly options: Options;
  /** Placeholder of the argument without dashes, if the command takes one. An action requires it. */
  readonly operand?: string;
  /** Complete command lines for the help. */
  readonly examples: readonly string[];
  /** Last line of the help, if the command does not use the server's database. */
  readonly footer?: string;
  /**
   * Checks the arguments before anything is opened.
   * @throws OperatorError
   */
  check?(args: Arguments<Options>): void;
}

/** A command that needs no database. */
export interface Command<Options extends OptionSet> extends Usage<Options> {
  run(context: RunContext<Options>): Promise<void>;
}

/** A command on the configured database. */
export interface DatabaseCommand<Options extends OptionSet = OptionSet> extends Usage<Options> {
  /** A function if the arguments decide; a run that only reads must not change the database. */
  readonly access: Access | ((args: Arguments<Options>) => Access);
  run(context: DatabaseContext<Options>): Promise<void>;
}

/** An action of a command, named by the first argument: `npm run webhooks -- add URL`. */
export interface Action<Options extends OptionSet = OptionSet>
  extends Pick<DatabaseCommand<Options>, 'operand' | 'options' | 'check' | 'run'> {
  readonly help: string;
  readonly access: Access;
}

/** Checks an action's type against its options, and widens it, so that one record holds all actions. */
export const defineAction = <Options extends OptionSet>(action: Action<Options>) =>
  action as unknown as Action;

/** A command with several actions. */
export interface ActionCommand extends Pick<Usage, 'name' | 'summary' | 'examples'> {
  readonly actions: Readonly<Record<string, Action>>;
}
