// Sales and their notices. Timestamps are ISO texts in UTC.
import * as z from 'zod/mini';
import type { Creative } from '../ads/origin-levels.ts';
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
  /** The sale's key, unique within the platform. */
  readonly key: string;
  readonly whatsapp: string | null;
  /** The earliest time in any of the sale's notices. */
  readonly begun_at: string;
  readonly chargeback_at: string | null;
  /** When an open Pix or boleto expires; null if unknown, or if the sale is not open. */
  readonly expires_at: string | null;
  /** The Pix code, the boleto's line or the payment's address; null: unknown, expired, or paid. */
  readonly payment_code: string | null;
  /** True if the platform or an operator marked the sale as a test, which no total counts. */
  readonly is_test: boolean;
  /** The sale's lead or application; null if unknown or erased. */
  readonly subject: string | null;
  /** The first touch of the sale's lead; null without a lead. */
  readonly origin: Creative | null;
  /** How many leads and applications support the match or, without one, are suggestions. */
  readonly candidates: number;
}

/** A report of a sale by a notice, the API or a file, without personal data. */
export interface SaleNotice {
  readonly id: number;
  readonly received_at: string;
  readonly platform: string;
  readonly source: SaleSource;
  readonly read_error: string | null;
  /** The reported state, such as `paid`; null if none. */
  readonly kind: string | null;
}

/** A sale with the link by which its contact pays for its product. */
export interface SaleWithCheckoutLink extends SaleItem {
  readonly checkout_link: CheckoutLink;
}

export interface SaleDetail extends SaleWithCheckoutLink {
  readonly is_marked_test: boolean;
  /** The partial refund that an operator stated, in centavos; null if none did. */
  readonly stated_refund_cents: number | null;
  /** The time of the last match by hand, which identifies the decision; null without one. */
  readonly decided: string | null;
  readonly notices: readonly SaleNotice[];
  /** Leads and applications that may be the buyer's, the likeliest first. */
  readonly candidate_items: readonly ContactItem[];
}

/**
 * `paid=1`: ever paid; `from` and `until` then limit the payment, otherwise the sale's beginning. `test=1`: only tests,
 * which are left out otherwise.
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
  /** Sales are sorted by their payment, unpaid ones by their beginning. */
  sort: z._default(z.enum(['newest', 'oldest', 'value']), 'newest'),
  ...pageQuery,
});
/** Filters without sort and page, for the CSV file and for counting choices. */
export const salesFilterSchema = z.strictObject(salesFilters);

/**
 * A match by hand. `subject`: null if no lead is the buyer's. `decided`: the value that the operator saw; if omitted,
 * the match replaces any other decision.
 */
export const saleMatchSchema = z.strictObject({
  subject: z.nullable(contactKeySchema),
  decided: z.optional(z.nullable(timestampSchema)),
});
export type SaleMatch = z.infer<typeof saleMatchSchema>;

/** The refund in centavos, where the notices state none; null removes an earlier amount. */
export const saleRefundSchema = z.strictObject({ cents: z.nullable(z.int().check(z.positive())) });

/** Undoes a match only if it was made at `decided`; without `decided`, always. */
export const saleUnmatchSchema = z.strictObject({ decided: z.optional(timestampSchema) });

export const noticesQuerySchema = z.strictObject({
  failed: z.optional(z.literal('1')),
  ...numberedPageQuery,
});

export interface PlatformNotices {
  readonly platform: PlatformName;
  /** When the last notice was accepted; null if none was. */
  readonly accepted_at: string | null;
  /** An entry per minute and reason, the newest first. `at`: the time of the entry's last refusal. */
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
