/** A message as it is meant; its texts may hold whatever a visitor typed, and are cleaned as they are rendered. */
export interface Letter {
  readonly subject: string;
  /** What lists of messages show behind the subject. */
  readonly preview: string;
  /** What kind of news this is, above the title. */
  readonly kicker: string;
  readonly title: string;
  /** Empty: none. */
  readonly subtitle: string;
  /** What matters now, right under the title. */
  readonly strip: Strip | null;
  /** Why to look twice. */
  readonly warning: string | null;
  /** What can be done, the likeliest first. */
  readonly actions: readonly Action[];
  readonly facts: readonly Fact[];
  readonly answers: readonly Answer[];
  /** What is looked up rather than read. */
  readonly details: readonly Fact[];
  /** The many of a digest. */
  readonly people: readonly Person[];
  /** What is said below them; empty: nothing. */
  readonly closing: string;
  /** Whom an answer to the message goes to. */
  readonly replyTo: string | null;
}

interface Strip {
  readonly text: string;
  readonly note: string;
  readonly isUrgent: boolean;
}

export interface Action {
  readonly label: string;
  /** Made by us out of digits, checked addresses and our own words. */
  readonly href: string;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** A checked address or number, to be copied as it is: nothing is put between its characters. */
  readonly isContact?: boolean;
}

interface Answer {
  readonly question: string;
  readonly text: string;
}

export interface Person {
  readonly name: string;
  readonly phone: string;
  readonly detail: string;
  readonly isSuspect: boolean;
  readonly action: Action | null;
}

/** What a letter has that says no more than its title. */
export const PLAIN = {
  subtitle: '',
  strip: null,
  warning: null,
  actions: [],
  facts: [],
  answers: [],
  details: [],
  people: [],
  closing: '',
  replyTo: null,
} as const satisfies Partial<Letter>;

/** What letters are written with. */
export interface Desk {
  /** The page's product; null: the site says none. */
  readonly product: string | null;
  /** Origin of the console; null: it has no address that a mailbox reaches. */
  readonly consoleUrl: string | null;
  /** In ms since 1970. */
  readonly now: number;
}
