/** Sales, and the notices they are made of. */
import * as z from 'zod/mini';
import { SALE_STATES, type SaleBuyer, type SaleRecord } from '../sale.ts';
import { storableText } from '../text.ts';
import { type ContactItem, subjectKey } from './contacts.ts';
import { pageQuery, periodQuery, searchText, utmQuery } from './page.ts';

/** Where a sale's lead came from: its first touch. */
export type SaleOrigin = Pick<ContactItem, 'source' | 'medium' | 'campaign' | 'content'>;

/** A sale in the console's lists. Timestamps are ISO texts in UTC. */
export interface SaleItem extends Omit<SaleRecord, 'lead_ref'>, SaleBuyer {
  /** Names the sale, together with its platform. */
  readonly key: string;
  /** Digits for `https://wa.me/`. */
  readonly wa: string | null;
  readonly begun_at: string;
  readonly chargeback_at: string | null;
  /** The lead or application that it came from; null if none is known, or it was erased. */
  readonly subject: string | null;
  /** That lead's first touch; null if no lead is known. */
  readonly origin: SaleOrigin | null;
  /** How many leads and applications support the match; without a match, how many are suggested. */
  readonly candidates: number;
}

/** A notice of the platform, as far as it may be shown. */
export interface SaleNotice {
  readonly id: number;
  readonly received_at: string;
  readonly platform: string;
  /** Null: it was understood. */
  readonly trouble: string | null;
  /** What it said of the sale, such as `paid`; null: nothing. */
  readonly kind: string | null;
}

export interface SaleDetail extends SaleItem {
  /** When it was last said by hand whose it is, by which decisions are told apart; null: it was not. */
  readonly decided: string | null;
  readonly notices: readonly SaleNotice[];
  /** Leads and applications it may have come from, the likeliest first. */
  readonly candidate_items: readonly ContactItem[];
}

export const salesQuerySchema = z.strictObject({
  q: searchText,
  ...periodQuery,
  state: z.optional(z.enum(SALE_STATES)),
  matched: z.optional(z.enum(['yes', 'no'])),
  platform: z.optional(storableText(40)),
  source: utmQuery,
  campaign: utmQuery,
  ...pageQuery,
});

const moment = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

/**
 * `subject`: null, where by hand it is said that none of them is the buyer. `decided`: what stood there as it was seen;
 * left out, it is decided whatever stands there.
 */
export const saleMatchSchema = z.strictObject({
  subject: z.nullable(subjectKey),
  decided: z.optional(z.nullable(moment)),
});
export type SaleMatch = z.infer<typeof saleMatchSchema>;

/** Takes a decision back: this one, or whichever stands there. */
export const saleUnmatchSchema = z.strictObject({ decided: z.optional(moment) });

/** `unread=1`: those that nobody understood. */
export const noticesQuerySchema = z.strictObject({
  unread: z.optional(z.literal('1')),
  ...pageQuery,
});

export const checkoutLinkSchema = z.strictObject({ subject: subjectKey });
export interface CheckoutLink {
  readonly url: string;
}
