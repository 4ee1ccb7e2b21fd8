import type { Config } from '../../config/config.ts';
import type { Access, Database } from '../../store/database.ts';

/** An error that an operator can correct: its message is shown without a stack. */
export class OperatorError extends Error {}

/** An option as the operator types it; without `value` it is a switch. */
export interface Option {
  /** Placeholder of its value in the help: `ARQUIVO`. */
  readonly value?: string;
  readonly help: string;
}

export type OptionSet = Readonly<Record<string, Option>>;

type WithValue<Options extends OptionSet> = {
  [Name in keyof Options]: Options[Name] extends { value: string } ? Name : never;
}[keyof Options];

/** The words of a call; only the command's own options can be read. */
export interface Words<Options extends OptionSet> {
  /** Returns the value of an option; undefined if it is missing. */
  text(name: WithValue<Options> & string): string | undefined;
  /** Whether a switch is set. */
  isSet(name: Exclude<keyof Options, WithValue<Options>> & string): boolean;
  /** The word without dashes, if the command takes one. */
  readonly word: string | undefined;
}

/** Where a command's answer goes. */
export interface Terminal {
  print(text: string): void;
  /** False once the reader of the output has closed it. */
  isOutputOpen(): boolean;
}

export interface CallContext<Options extends OptionSet> extends Terminal {
  readonly words: Words<Options>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the output may have colors: it goes to a terminal, and NO_COLOR is not set. */
  readonly hasColors: boolean;
  /** Prints to the standard error. */
  note(text: string): void;
  /** Ends with exit code 1, without a message. */
  fail(): void;
}

export interface CommandContext<Options extends OptionSet>
  extends Omit<CallContext<Options>, 'env'> {
  readonly config: Config;
  readonly database: Database;
}

/** How a command is called: its arguments and its help. */
export interface Call<Options extends OptionSet = OptionSet> {
  /** Its name behind `npm run`. */
  readonly name: string;
  /** The first word, of a command with several actions. */
  readonly action?: string;
  /** One sentence on what it does. */
  readonly summary: string;
  readonly options: Options;
  /** Placeholder of its word without dashes, if it takes one. An action requires it. */
  readonly word?: string;
  /** Complete calls for the help. */
  readonly examples: readonly string[];
  /** Last line of the help, if the command does not use the server's database. */
  readonly worksOn?: string;
}

interface CheckedCall<Options extends OptionSet> extends Call<Options> {
  /**
   * Checks the words before anything is opened.
   * @throws OperatorError
   */
  check?(words: Words<Options>): void;
}

/** A command that needs no database. */
export interface RunnableCall<Options extends OptionSet> extends CheckedCall<Options> {
  run(context: CallContext<Options>): Promise<void>;
}

/** A command on the configured database. */
export interface Command<Options extends OptionSet = OptionSet> extends CheckedCall<Options> {
  /** A function if it depends on the words: reading must not change the database. */
  readonly access: Access | ((words: Words<Options>) => Access);
  run(context: CommandContext<Options>): Promise<void>;
}

/** One action of a command, named by its first word: `npm run webhooks -- add URL`. */
export interface Action<Options extends OptionSet = OptionSet>
  extends Pick<Command<Options>, 'word' | 'options' | 'check' | 'run'> {
  /** What it does, for the help. */
  readonly help: string;
  readonly access: Access;
}

/** Checks an action against its own options, and hides those, so that actions stand in one record. */
export const defineAction = <Options extends OptionSet>(action: Action<Options>) =>
  action as unknown as Action;

/** A command with several actions. */
export interface ActionCommand extends Pick<Call, 'name' | 'summary' | 'examples'> {
  readonly actions: Readonly<Record<string, Action>>;
}
