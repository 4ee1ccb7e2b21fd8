/** The open tasks, and the day's numbers. */
import type { ContactItem } from './contacts.ts';
import type { SaleItem } from './sales.ts';

/** Open tasks of one kind. */
export interface WaitingItems<Item> {
  readonly count: number;
  /** Whether `count` is only a lower bound. */
  readonly more: boolean;
  /** The first 20. */
  readonly items: readonly Item[];
}

/** The numbers of a day, up to an hour. */
export interface DayNumbers {
  /** AAAA-MM-DD, Brasília. */
  readonly day: string;
  readonly visits: number;
  readonly leads: number;
  readonly applications: number;
  /** Both null if the operator's role sees no sales. */
  readonly sales: number | null;
  readonly paid_cents: number | null;
}

export interface Today {
  /** Time of the server, because clocks of phones may be wrong. */
  readonly now: string;
  /** Sent and not answered; the earliest deadline first. */
  readonly applications: WaitingItems<ContactItem>;
  /** Abandoned in the last 14 days; the newest first. */
  readonly abandoned: WaitingItems<ContactItem>;
  /** Without a conversation, of the last 14 days; the newest first. */
  readonly leads: WaitingItems<ContactItem>;
  /** Unpaid Pix and boletos of the last 14 days; the newest first. */
  readonly pending: WaitingItems<SaleItem>;
  /** Dead deliveries. */
  readonly dead: { readonly count: number; readonly newest_at: string | null };
  /** `before`: the same weekday a week ago, up to the same hour. */
  readonly numbers: { readonly today: DayNumbers; readonly before: DayNumbers };
}
