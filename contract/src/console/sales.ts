/** Sales and their notices. Timestamps are ISO texts in UTC. */
import * as z from 'zod/mini';
import type { PlatformName } from '../sales/platforms.ts';
import type { RefusalReason } from '../sales/refusals.ts';
import { SALE_STATES, type SaleBuyer, type SaleRecord, type SaleSource } from '../sales/sale.ts';
import { storableText } from '../text.ts';
import { type ContactItem, type PersonCard, subjectKey } from './contacts.ts';
import { anyOf, numberedPageQuery, originQuery, pageQuery, timestampSchema } from './list-page.ts';
import type { StatusFinding } from './status.ts';

/** The first touch of a sale's lead. */
export type SaleOrigin = Pick<ContactItem, 'source' | 'medium' | 'campaign' | 'content'>;

/** A sale in the console's lists. */
export interface SaleItem extends Omit<SaleRecord, 'lead_ref'>, SaleBuyer, PersonCard {
  /** Unique within the platform. */
  readonly key: string;
  /** Digits for `https://wa.me/`. */
  readonly whatsapp: string | null;
  /** The earliest time in any of the sale's notices. */
  readonly begun_at: string;
  readonly chargeback_at: string | null;
  /** When an open Pix or boleto expires; null if that is unknown, or the sale is not open. */
  readonly expires_at: string | null;
  /** The Pix code, the boleto's line or the payment's address; null: unknown, expired, or paid. */
  readonly payment_code: string | null;
  /** Whether no total counts it: a platform's test, or one that an operator marked. */
  readonly is_test: boolean;
  /** The sale's lead or application; null if none is known, or it was erased. */
  readonly subject: string | null;
  /** Null if no lead is known. */
  readonly origin: SaleOrigin | null;
  /** Number of leads and applications that support the match; without a match, number of suggestions. */
  readonly candidates: number;
}

/** A platform's notice, or its API's or a file's report of a sale, without personal data. */
export interface SaleNotice {
  readonly id: number;
  readonly received_at: string;
  readonly platform: string;
  readonly source: SaleSource;
  /** Reason why it was not understood; null if it was. */
  readonly read_error: string | null;
  /** The reported state of the sale, such as `paid`; null if none. */
  readonly kind: string | null;
}

export interface SaleDetail extends SaleItem {
  /** Whether an operator marked it as an own test purchase. */
  readonly is_marked_test: boolean;
  /** The amount of the partial refund that an operator stated; null: none did. */
  readonly stated_refund_cents: number | null;
  /** Time of the last match by hand, which identifies the decision; null if there was none. */
  readonly decided: string | null;
  readonly notices: readonly SaleNotice[];
  /** Leads and applications that may be the buyer's, the likeliest first. */
  readonly candidate_items: readonly ContactItem[];
}

/**
 * `paid=1`: sales that were ever paid; the period then is that of the payment, otherwise that of the sale's begin.
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
  /** `newest` and `oldest`: by the payment, of an unpaid sale by its begin. */
  sort: z._default(z.enum(['newest', 'oldest', 'value']), 'newest'),
  ...pageQuery,
});
/** The CSV file and the choices have no pages. */
export const salesFileSchema = z.strictObject(salesFilters);

/**
 * A match by hand. `subject`: null if no lead is the buyer's. `decided`: the value that the operator saw; if omitted,
 * the match replaces any other decision.
 */
export const saleMatchSchema = z.strictObject({
  subject: z.nullable(subjectKey),
  decided: z.optional(z.nullable(timestampSchema)),
});
export type SaleMatch = z.infer<typeof saleMatchSchema>;

/** The amount of a partial refund whose notices state none, in centavos; null: unknown again. */
export const saleRefundSchema = z.strictObject({
  cents: z.nullable(z.int().check(z.positive())),
});

/** Undoes a match by hand only if it was made at `decided`; without `decided`, always. */
export const saleUnmatchSchema = z.strictObject({ decided: z.optional(timestampSchema) });

/** `failed=1`: notices that were not understood. */
export const noticesQuerySchema = z.strictObject({
  failed: z.optional(z.literal('1')),
  ...numberedPageQuery,
});

/** A platform's accepted and refused notices. */
export interface PlatformNotices {
  readonly platform: PlatformName;
  /** When the last one was accepted; null: none was. */
  readonly accepted_at: string | null;
  /** Refusals of the same minute and reason together, the newest first. `at`: the time of the last one. */
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

/** `sale`: one of the contact's, whose product is to be paid; left out: the page's own product. */
export const checkoutLinkSchema = z.strictObject({
  subject: subjectKey,
  sale: z.optional(z.strictObject({ platform: storableText(40), key: storableText(300) })),
});
export interface CheckoutLink {
  /** Null: the page knows no checkout of the sale's product. */
  readonly url: string | null;
}
