/** What waits now. */

import type { ContactItem } from './contacts.ts';
import type { SaleItem } from './sales.ts';

export interface Waiting<Item> {
  /** How many wait in all; `more`: at least so many. */
  readonly count: number;
  readonly more: boolean;
  /** The first 20. */
  readonly items: readonly Item[];
}

/** A day's numbers, up to an hour of it. */
export interface DayNumbers {
  /** AAAA-MM-DD, of Brasília. */
  readonly day: string;
  readonly visits: number;
  readonly leads: number;
  readonly applications: number;
  /** Null, both: the operator's role sees no sales. */
  readonly sales: number | null;
  readonly paid_cents: number | null;
}

export interface Today {
  /** When this was read: clocks on phones are wrong. */
  readonly now: string;
  /** Sent and not answered; least time left first. */
  readonly applications: Waiting<ContactItem>;
  /** Begun, and nothing for an hour; the newest first, of the last 14 days. */
  readonly abandoned: Waiting<ContactItem>;
  /** Nobody has talked to them yet; the newest first, of the last 14 days. */
  readonly leads: Waiting<ContactItem>;
  /** Pix and boletos issued and unpaid; the newest first, of the last 14 days. */
  readonly pending: Waiting<SaleItem>;
  /** Deliveries that were given up. */
  readonly dead: { readonly count: number; readonly newest_at: string | null };
  /** `before`: the same weekday a week ago, up to the same hour. */
  readonly numbers: { readonly today: DayNumbers; readonly before: DayNumbers };
}
