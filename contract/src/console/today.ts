import type { ContactItem } from './contacts.ts';
import type { SaleItem } from './sales.ts';

export interface WaitingCount {
  readonly count: number;
  /** Whether `count` is only a lower bound. */
  readonly more: boolean;
}

/** Open tasks of one kind; charges of one order are one task, whose amount is the order's total. */
export interface WaitingItems<Item> extends WaitingCount {
  /** The first 20 items at most. */
  readonly items: readonly Item[];
}

/** The numbers of a day until a time of that day. */
export interface DayNumbers {
  /** YYYY-MM-DD, Brasília. */
  readonly day: string;
  readonly visits: number;
  readonly leads: number;
  readonly applications: number;
  /** Null, like `paid_cents`, if the operator's role sees no sales. */
  readonly sales: number | null;
  readonly paid_cents: number | null;
}

/** Whether each of the seller's first steps is done. */
export interface FirstSteps {
  readonly named: boolean;
  readonly addressed: boolean;
  readonly priced: boolean;
  readonly checkout: boolean;
  /** The seller has published, perhaps with parts of the demonstration. */
  readonly on_air: boolean;
  /** Whether the published page has nothing left of the demonstration, and an address of the internet. */
  readonly published: boolean;
  /** A visit came from a link with UTMs. */
  readonly advertised: boolean;
}

/** An unpaid sale without the seller's share, as every role may see it. */
export type OpenSale = Omit<SaleItem, 'net_cents' | 'fee_cents' | 'commission_cents'>;

export interface Today {
  /** Time of the server, because clocks of phones may be wrong. */
  readonly now: string;
  /** Sent applications without an answer; the earliest deadline first, but those over a day past it last. */
  readonly applications: WaitingItems<ContactItem>;
  /** Applications abandoned in the last 14 days; the newest first. */
  readonly abandoned: WaitingItems<ContactItem>;
  /** Leads of the last 14 days without a conversation; the newest first. */
  readonly leads: WaitingItems<ContactItem>;
  /** Contacts whose `follow_up_at` is before the end of the day; the earliest first. */
  readonly followups: WaitingItems<ContactItem>;
  /**
   * Open Pix and boletos: first those that expire this week, by expiry; then those that expire later, and those of the
   * last 14 days without an expiry, the largest first.
   */
  readonly pending: WaitingItems<OpenSale>;
  /** Checkouts that were left in the last 14 days; the largest first. */
  readonly carts: WaitingItems<OpenSale>;
  /**
   * Expired Pix and boletos of the last year, and Pix, boletos without an expiry and checkouts that are older than 14
   * days. The newest first.
   */
  readonly lapsed: WaitingItems<OpenSale>;
  /** Leads and abandoned applications that are too old for the lists above. */
  readonly older: {
    /** The newest day of Brasília that the lists above leave out: YYYY-MM-DD. */
    readonly until: string;
    readonly leads: WaitingCount;
    readonly abandoned: WaitingCount;
  };
  /** The first steps; null once all are done, and for roles that see no money. */
  readonly start: FirstSteps | null;
  /** Dead deliveries. */
  readonly dead: { readonly count: number; readonly newest_at: string | null };
  /** `before`: the same weekday a week ago, up to the same hour. */
  readonly numbers: { readonly today: DayNumbers; readonly before: DayNumbers };
}
