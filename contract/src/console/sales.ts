/** Sales and their notices. Timestamps are ISO texts in UTC. */
import * as z from 'zod/mini';
import type { PlatformName } from '../sales/platforms.ts';
import type { RefusalReason } from '../sales/refusals.ts';
import { SALE_STATES, type SaleBuyer, type SaleRecord, type SaleSource } from '../sales/sale.ts';
import { storableText } from '../text.ts';
import { type ContactItem, contactKeySchema, type PersonCard } from './contacts.ts';
import { anyOf, numberedPageQuery, originQuery, pageQuery, timestampSchema } from './list-page.ts';
import type { StatusFinding } from './status.ts';

/** The first touch of a sale's lead. */
export type SaleOrigin = Pick<ContactItem, 'source' | 'medium' | 'campaign' | 'content'>;

/** A sale in the console's lists. */
export interface SaleItem extends Omit<SaleRecord, 'lead_ref'>, SaleBuyer, PersonCard {
  /** Unique within the platform. */
  readonly key: string;
  readonly whatsapp: string | null;
  /** The earliest time in any of the sale's notices. */
  readonly begun_at: string;
  readonly chargeback_at: string | null;
  /** When an open Pix or boleto expires; null if that is unknown, or the sale is not open. */
  readonly expires_at: string | null;
  /** The Pix code, the boleto's line or the payment's address; null: unknown, expired, or paid. */
  readonly payment_code: string | null;
  /** Whether the platform or an operator marked the sale as a test, which no total counts. */
  readonly is_test: boolean;
  /** The sale's lead or application; null if none is known, or it was erased. */
  readonly subject: string | null;
  readonly origin: SaleOrigin | null;
  /** Number of leads and applications that support the match; without a match, number of suggestions. */
  readonly candidates: number;
}

/** A report of a sale, from a platform's notice, its API or a file, without personal data. */
export interface SaleNotice {
  readonly id: number;
  readonly received_at: string;
  readonly platform: string;
  readonly source: SaleSource;
  readonly read_error: string | null;
  /** The reported state of the sale, such as `paid`; null if none. */
  readonly kind: string | null;
}

export interface SaleDetail extends SaleItem {
  readonly is_marked_test: boolean;
  /** The amount of the partial refund that an operator stated; null if no operator stated one. */
  readonly stated_refund_cents: number | null;
  /** Time of the last match by hand, which identifies the decision; null if there was none. */
  readonly decided: string | null;
  readonly notices: readonly SaleNotice[];
  /** Leads and applications that may be the buyer's, the likeliest first. */
  readonly candidate_items: readonly ContactItem[];
}

/**
 * `paid=1`: sales that were ever paid; `from` and `until` then limit the payment, otherwise the sale's beginning.
 * `test=1`: only tests, which are left out otherwise.
 */
const salesFilters = {
  ...originQuery,
  state: anyOf(z.enum(SALE_STATES)),
  matched: z.optional(z.enum(['yes', 'no'])),
  platform: anyOf(storableText(40)),
  product: anyOf(storableText(400)),
  paid: z.optional(z.literal('1')),
  test: z.optional(z.literal('1')),
};
export const salesQuerySchema = z.strictObject({
  ...salesFilters,
  /** `newest` and `oldest` sort by the time of payment; unpaid sales by their beginning. */
  sort: z._default(z.enum(['newest', 'oldest', 'value']), 'newest'),
  ...pageQuery,
});
/** The filters without sort and page, for the CSV file and for counting the filters' choices. */
export const salesFileSchema = z.strictObject(salesFilters);

/**
 * A match by hand. `subject`: null if no lead is the buyer's. `decided`: the value that the operator saw; if omitted,
 * the match replaces any other decision.
 */
export const saleMatchSchema = z.strictObject({
  subject: z.nullable(contactKeySchema),
  decided: z.optional(z.nullable(timestampSchema)),
});
export type SaleMatch = z.infer<typeof saleMatchSchema>;

/** The amount of a partial refund whose notices state none, in centavos; null removes an earlier amount. */
export const saleRefundSchema = z.strictObject({ cents: z.nullable(z.int().check(z.positive())) });

/** Undoes a match by hand only if it was made at `decided`; without `decided`, always. */
export const saleUnmatchSchema = z.strictObject({ decided: z.optional(timestampSchema) });

export const noticesQuerySchema = z.strictObject({
  failed: z.optional(z.literal('1')),
  ...numberedPageQuery,
});

/** A platform's accepted and refused notices. */
export interface PlatformNotices {
  readonly platform: PlatformName;
  /** When the last notice was accepted; null if none was. */
  readonly accepted_at: string | null;
  /** Refusals, one entry per minute and reason, the newest first. `at`: the time of the entry's last refusal. */
  readonly refusals: readonly {
    readonly at: string;
    readonly reason: RefusalReason;
    readonly count: number;
  }[];
  /** Problems of the notices. */
  readonly problems: readonly StatusFinding[];
}

export interface NoticesOverview {
  readonly platforms: readonly PlatformNotices[];
}

/** `sale`: the contact's sale whose product the link sells; omitted for the page's own product. */
export const checkoutLinkSchema = z.strictObject({
  subject: contactKeySchema,
  sale: z.optional(z.strictObject({ platform: storableText(40), key: storableText(300) })),
});
export interface CheckoutLink {
  /** Null: the page knows no checkout of the sale's product. */
  readonly url: string | null;
}
