import type { ContactItem } from '../contacts/contacts.ts';
import type { SaleWithCheckoutLink } from '../sales/sales.ts';

export interface WaitingCount {
  readonly count: number;
  /** True if `count` is only a lower bound. */
  readonly more: boolean;
}

/** Open tasks of one kind. The charges of one order are one task, with the order's total. */
export interface WaitingItems<Item> extends WaitingCount {
  /** The first items, at most 20. */
  readonly items: readonly Item[];
}

export interface DayNumbers {
  /** A day in Brasília, as YYYY-MM-DD. */
  readonly day: string;
  readonly visits: number;
  readonly leads: number;
  readonly applications: number;
  /** Null if the operator's role sees no sales; so is `paid_cents`. */
  readonly sales: number | null;
  readonly paid_cents: number | null;
}

export interface FirstStepsState {
  readonly named: boolean;
  readonly addressed: boolean;
  readonly priced: boolean;
  readonly checkout: boolean;
  /** The page is published, perhaps with parts of the demonstration. */
  readonly on_air: boolean;
  /** Nothing is left of the demonstration, and the address is on the internet. */
  readonly published: boolean;
  /** A visit came from a link with UTMs. */
  readonly advertised: boolean;
}

/** An unpaid sale without the seller's share, so that every role may see it. */
export type OpenSale = Omit<SaleWithCheckoutLink, 'net_cents' | 'fee_cents' | 'commission_cents'>;

export interface TodayResponse {
  /** The server's ISO time, because clocks of phones may be wrong. */
  readonly now: string;
  /** Sent and not answered, the earliest deadline first, except that those overdue by more than a day come last. */
  readonly applications: WaitingItems<ContactItem>;
  /** Applications abandoned in the last 14 days; the newest first. */
  readonly abandoned: WaitingItems<ContactItem>;
  /** Leads of the last 14 days without a conversation; the newest first. */
  readonly leads: WaitingItems<ContactItem>;
  /** Contacts whose `follow_up_at` is before the end of the day; the earliest first. */
  readonly followups: WaitingItems<ContactItem>;
  /**
   * Open Pix and boletos. First come those that expire this week, the earliest first. Then come those that expire
   * later and those of the last 14 days without an expiry, the largest amount first.
   */
  readonly pending: WaitingItems<OpenSale>;
  /** Checkouts that buyers left in the last 14 days; the largest amount first. */
  readonly carts: WaitingItems<OpenSale>;
  /**
   * Of the sales that began in the last year: Pix and boletos that expired or were canceled, and left checkouts, Pix
   * and boletos without an expiry that are older than 14 days. The newest come first.
   */
  readonly lapsed: WaitingItems<OpenSale>;
  readonly older: {
    /** The newest day in Brasília whose rows are too old for the lists above, as YYYY-MM-DD. */
    readonly until: string;
    readonly leads: WaitingCount;
    readonly abandoned: WaitingCount;
  };
  /** The seller's first steps; null once all are done, and for roles that see no money. */
  readonly start: FirstStepsState | null;
  /** Deliveries that were given up. */
  readonly dead: { readonly count: number; readonly newest_at: string | null };
  /** The numbers of today until now, and of the same weekday a week ago until the same time of day. */
  readonly numbers: { readonly today: DayNumbers; readonly before: DayNumbers };
}
