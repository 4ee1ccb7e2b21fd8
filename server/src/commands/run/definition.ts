import type { Config } from '../../config/config.ts';
import type { Access, Database } from '../../store/database.ts';
import type { Call, OptionSet } from './arguments.ts';

/** What an operator can mend, in a sentence; shown without a stack. */
export class OperatorError extends Error {}

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

export interface CallContext<Options extends OptionSet> extends Terminal {
  readonly words: Words<Options>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether what is printed may have colours: to a terminal, and NO_COLOR says nothing. */
  readonly hasColours: boolean;
  /** Says something beside the answer. */
  note(text: string): void;
  /** Ends with exit code 1, without a sentence of its own. */
  fail(): void;
}

export interface CommandContext<Options extends OptionSet>
  extends Omit<CallContext<Options>, 'env'> {
  readonly config: Config;
  readonly database: Database;
}

export interface Command<Options extends OptionSet> extends Call<Options> {
  /** Where it depends on the words: what only looks changes nothing. */
  readonly access: Access | ((words: Words<Options>) => Access);
  /** Refuses what is wrong with the words before any database is opened. */
  check?(words: Words<Options>): void;
  run(context: CommandContext<Options>): Promise<void>;
}

/** One of the things that a command does, in a call's second word: `npm run webhooks -- add URL`. */
interface ActionTerms<Options extends OptionSet> {
  /** What it does, for the help. */
  readonly help: string;
  /** What stands for its own word in the help; where it takes one, it needs it. */
  readonly word?: string;
  readonly options: Options;
  readonly access: Access;
  /** Refuses what is wrong with the words before any database is opened. */
  check?(words: Words<Options>): void;
  run(context: CommandContext<Options>): Promise<void>;
}

/** What an action is called by, and what its command says of itself. */
export type ActionName = Required<Pick<Call, 'name' | 'action' | 'summary' | 'examples'>>;

/** An action beside others, whose options it does not know. */
export interface Action extends Pick<ActionTerms<OptionSet>, 'help' | 'word' | 'options'> {
  /** Hands it on as a command of its own. */
  as<Result>(name: ActionName, use: CommandUse<Result>): Result;
}

export type CommandUse<Result> = <Options extends OptionSet>(command: Command<Options>) => Result;

export const defineAction = <Options extends OptionSet>(action: ActionTerms<Options>): Action => ({
  ...action,
  as: (name, use) => use({ ...action, ...name }),
});

/** A command that does several things. */
export interface ActionCommand {
  readonly name: string;
  readonly summary: string;
  readonly actions: Readonly<Record<string, Action>>;
  readonly examples: readonly string[];
}

export type Picked =
  | {
      readonly ok: true;
      readonly action: Action;
      readonly name: ActionName;
      readonly rest: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/** The action that the first of a command's words names, and its own words. */
export function pickAction(command: ActionCommand, words: readonly string[]): Picked {
  const { name, summary, actions, examples } = command;
  const [first, ...rest] = words;
  const action = first !== undefined && Object.hasOwn(actions, first) ? actions[first] : undefined;
  if (first !== undefined && action) {
    return { ok: true, action, name: { name, action: first, summary, examples }, rest };
  }
  const known = Object.keys(actions).join(', ');
  const mistake =
    first === undefined || first.startsWith('-')
      ? `Diga primeiro o que fazer: ${known}.`
      : `“${first}” não é uma ação; as que há: ${known}.`;
  return { ok: false, message: `${mistake}\nAjuda: npm run ${name} -- --ajuda` };
}
