import type { Config, StoreConfig } from '../../config/config.ts';
import { explainError } from '../../doctor/explain-error.ts';
import type { Access, Database } from '../../store/database.ts';

/** An error that the operator can correct. The message is shown without a stack. */
export class OperatorError extends Error {}

export const toOperatorError = (error: unknown, store: StoreConfig | null): OperatorError =>
  error instanceof OperatorError ? error : new OperatorError(explainError(error, store));

/** Without `value`, the option is a switch. */
export interface Option {
  /** The value's placeholder in the help, such as `ARQUIVO`. */
  readonly value?: string;
  readonly help: string;
}

export type OptionSet = Readonly<Record<string, Option>>;

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
  readonly env: Readonly<Record<string, string | undefined>>;
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
  /** The name after `npm run`. */
  readonly name: string;
  /** The first argument of a command with several actions. */
  readonly action?: string;
  readonly summary: string;
  readonly options: Options;
  /** The placeholder of the argument without dashes, which actions require. */
  readonly operand?: string;
  /** Complete command lines for the help. */
  readonly examples: readonly string[];
  /** The last line of the help, if the command does not use the server's database. */
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
  /** A run that only reads must not change the database. */
  readonly access: Access | ((args: Arguments<Options>) => Access);
  run(context: DatabaseContext<Options>): Promise<void>;
}

/** Named by the first argument, as in `npm run webhooks -- add URL`. */
export interface Action<Options extends OptionSet = OptionSet>
  extends Pick<DatabaseCommand<Options>, 'operand' | 'options' | 'check' | 'run'> {
  readonly help: string;
  readonly access: Access;
}

/** Checks the type of an action, and widens it, so that one record can hold all actions. */
export const defineAction = <Options extends OptionSet>(action: Action<Options>) =>
  action as unknown as Action;

export interface ActionCommand extends Pick<Usage, 'name' | 'summary' | 'examples'> {
  readonly actions: Readonly<Record<string, Action>>;
}
