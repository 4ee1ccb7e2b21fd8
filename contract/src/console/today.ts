/** The open tasks, and the day's numbers. */
import type { ContactItem } from './contacts.ts';
import type { SaleItem } from './sales.ts';

export interface WaitingCount {
  readonly count: number;
  /** Whether `count` is only a lower bound. */
  readonly more: boolean;
}

/** Open tasks of one kind; charges of one order are one task, with the order's money. */
export interface WaitingItems<Item> extends WaitingCount {
  /** At most the first 20 items. */
  readonly items: readonly Item[];
}

/** The numbers of a day, up to an hour. */
export interface DayNumbers {
  /** AAAA-MM-DD, Brasília. */
  readonly day: string;
  readonly visits: number;
  readonly leads: number;
  readonly applications: number;
  /** Null, like `paid_cents`, if the operator's role sees no sales. */
  readonly sales: number | null;
  readonly paid_cents: number | null;
}

/** The seller's first steps, each with whether it is done. */
export interface FirstSteps {
  /** The product has a name of its own. */
  readonly named: boolean;
  /** The page has an address of its own. */
  readonly addressed: boolean;
  readonly priced: boolean;
  /** The checkout has an address of its own. */
  readonly checkout: boolean;
  /** The seller has published, perhaps with parts of the demonstration. */
  readonly on_air: boolean;
  /** Whether the published page has nothing left of the demonstration. */
  readonly published: boolean;
  /** A visit came from a link with UTMs. */
  readonly advertised: boolean;
}

/** An unpaid sale without the seller's share, as every role may see it. */
export type OpenSale = Omit<SaleItem, 'net_cents' | 'fee_cents' | 'commission_cents'>;

export interface Today {
  /** Time of the server, because clocks of phones may be wrong. */
  readonly now: string;
  /** Sent and not answered; the earliest deadline first, and those that passed more than a day ago last. */
  readonly applications: WaitingItems<ContactItem>;
  /** Abandoned in the last 14 days; the newest first. */
  readonly abandoned: WaitingItems<ContactItem>;
  /** Without a conversation, of the last 14 days; the newest first. */
  readonly leads: WaitingItems<ContactItem>;
  /** With a follow-up until the end of the day; the earliest first. */
  readonly followups: WaitingItems<ContactItem>;
  /**
   * Open Pix and boletos: those that expire this week, the earliest first; then later ones and those of 14 days by
   * value.
   */
  readonly pending: WaitingItems<OpenSale>;
  /** Checkouts that were left in the last 14 days; the largest first. */
  readonly carts: WaitingItems<OpenSale>;
  /**
   * Of the last year: expired Pix and boletos, and older ones without a date of expiry; older checkouts. The newest
   * first.
   */
  readonly lapsed: WaitingItems<OpenSale>;
  /** Leads and abandoned applications that would be above if they were newer. */
  readonly older: {
    /** The newest day of Brasília that the lists above leave out: AAAA-MM-DD. */
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
