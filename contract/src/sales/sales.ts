// Sales and their notices. Timestamps are ISO texts in UTC.
import * as z from 'zod/mini';
import type { CreativeOrigin } from '../ads/origin-levels.ts';
import type { StatusFinding } from '../connections/status.ts';
import {
  type CheckoutLink,
  type ContactItem,
  contactKeySchema,
  originQuery,
  type PersonCard,
} from '../contacts/contacts.ts';
import { listFilter, numberedPageQuery, pageQuery, timestampSchema } from '../list-page.ts';
import { storableText } from '../text.ts';
import type { PlatformName } from './platforms.ts';
import type { NoticeRefusalReason } from './refusals.ts';
import { SALE_STATES, type SaleBuyer, type SaleRecord, type SaleSource } from './sale-record.ts';
import { MAX_PLATFORM_LENGTH } from './sale-subject.ts';

export interface SaleItem extends Omit<SaleRecord, 'lead_ref'>, SaleBuyer, PersonCard {
  readonly key: string;
  readonly whatsapp: string | null;
  /** The earliest event or payment in the sale's reports of the most reliable source. */
  readonly begun_at: string;
  readonly chargeback_at: string | null;
  /** When an open Pix or boleto expires; null if unknown, or if the sale is not open. */
  readonly expires_at: string | null;
  /** The Pix code, the boleto's line or the payment's address; null if unknown, expired or paid. */
  readonly payment_code: string | null;
  /** True if the platform or an operator marked the sale as a test, which no total counts. */
  readonly is_test: boolean;
  /** The sale's lead or application; null if the sale has none, or if it was erased. */
  readonly subject: string | null;
  /** The origin of the lead's first visit; null if the sale has no lead. */
  readonly origin: CreativeOrigin | null;
  /**
   * How many leads and applications have the reference, phone or e-mail by which the sale was matched. For a sale
   * without a match: how many have the buyer's phone, but another name.
   */
  readonly candidates: number;
}

/** A report of a sale by a platform's notice, its API or an imported file, without personal data. */
export interface SaleReportItem {
  readonly id: number;
  readonly received_at: string;
  readonly platform: string;
  readonly source: SaleSource;
  readonly read_error: string | null;
  /** The reported state, such as `paid`; null if the report states none. */
  readonly kind: string | null;
}

export interface SaleWithCheckoutLink extends SaleItem {
  readonly checkout_link: CheckoutLink;
}

export interface SaleDetail extends SaleWithCheckoutLink {
  readonly is_marked_test: boolean;
  /** The partial refund that an operator stated, in centavos; null if none did. */
  readonly stated_refund_cents: number | null;
  /** When an operator last matched the sale, which identifies the decision; null if none did. */
  readonly decided: string | null;
  readonly notices: readonly SaleReportItem[];
  /** Leads and applications that may be the buyer's, the likeliest first. */
  readonly candidate_items: readonly ContactItem[];
}

/**
 * `paid=1` lists only sales that were ever paid, and `from` and `until` then limit the payment instead of the sale's
 * beginning. `test=1` lists only test sales, which the list omits otherwise.
 */
const salesFilters = {
  ...originQuery,
  state: listFilter(z.enum(SALE_STATES)),
  matched: z.optional(z.enum(['yes', 'no'])),
  platform: listFilter(storableText(MAX_PLATFORM_LENGTH)),
  product: listFilter(storableText(400)),
  paid: z.optional(z.literal('1')),
  test: z.optional(z.literal('1')),
};
export const salesQuerySchema = z.strictObject({
  ...salesFilters,
  /**
   * `newest` and `oldest` sort by the time of the payment, or of the beginning if a sale was never paid. `value`
   * lists the highest value first, and sales of unknown value last.
   */
  sort: z._default(z.enum(['newest', 'oldest', 'value']), 'newest'),
  ...pageQuery,
});
/** Filters without sort and page, for the CSV file and for counting choices. */
export const salesFilterSchema = z.strictObject(salesFilters);

/**
 * `subject` is null if no lead or application is the buyer's. `decided` is the value that the operator saw; the server
 * refuses the match if another decision followed. Without `decided`, the match replaces any decision.
 */
export const saleMatchSchema = z.strictObject({
  subject: z.nullable(contactKeySchema),
  decided: z.optional(z.nullable(timestampSchema)),
});
export type SaleMatch = z.infer<typeof saleMatchSchema>;

/** A partial refund's amount in centavos, which no notice stated. Null removes the amount that an operator stated. */
export const saleRefundSchema = z.strictObject({ cents: z.nullable(z.int().check(z.positive())) });

/** The server undoes only a match that was made at `decided` or, without `decided`, any match. */
export const saleUnmatchSchema = z.strictObject({ decided: z.optional(timestampSchema) });

export const noticesQuerySchema = z.strictObject({
  failed: z.optional(z.literal('1')),
  ...numberedPageQuery,
});

export interface PlatformNotices {
  readonly platform: PlatformName;
  /** When the last notice was accepted; null if none was. */
  readonly accepted_at: string | null;
  /** Refusals by minute and reason, the newest first; `at` is the time of the last one. */
  readonly refusals: readonly {
    readonly at: string;
    readonly reason: NoticeRefusalReason;
    readonly count: number;
  }[];
  readonly problems: readonly StatusFinding[];
}

export interface NoticesOverview {
  readonly platforms: readonly PlatformNotices[];
}
