/** A sale's states, methods and JSON, for server, console and webhook receivers. */

/** The states of a sale: waiting for money, money received, money returned, and ended without payment. */
export const SALE_STATES = [
  'pending',
  'paid',
  'refunded',
  'chargeback',
  'canceled',
  'abandoned',
] as const;
export type SaleState = (typeof SALE_STATES)[number];

/** How a sale was matched with its lead; `hand`: an operator decided. */
export type MatchedBy = 'reference' | 'phone' | 'email' | 'hand';

/** Returns `matched_by` for JSON outside the console. A match by hand is null, although its `lead_ref` is set. */
export const publicMatchedBy = (matchedBy: MatchedBy | null) =>
  matchedBy === 'hand' ? null : matchedBy;

/** The source of a sale's row: a platform's notices, its API, or a file. */
export type SaleSource = 'notice' | 'api' | 'import';

/** The sources of sales, as operators read them. */
export const SALE_SOURCE_LABELS: Readonly<Record<SaleSource, string>> = {
  notice: 'aviso',
  api: 'conferência',
  import: 'arquivo',
};

/** Payment methods with a label. Any other method is stored as the platform's word, in lower case. */
const PAYMENT_METHODS = {
  pix: { label: 'Pix', inSentence: 'Pix' },
  boleto: { label: 'Boleto', inSentence: 'boleto' },
  credit_card: { label: 'Cartão de crédito', inSentence: 'cartão' },
} as const;
export type PaymentMethod = keyof typeof PAYMENT_METHODS;

/** Returns a method's name, as a label or shorter for a sentence. */
export const paymentMethodLabel = (method: string, form: 'label' | 'inSentence'): string =>
  Object.hasOwn(PAYMENT_METHODS, method) ? PAYMENT_METHODS[method as PaymentMethod][form] : method;

/** A sale as commands, webhooks and the console show it. Timestamps are ISO texts in UTC. */
export interface SaleRecord {
  readonly platform: string;
  /** The code that the platform shows. */
  readonly transaction: string;
  readonly state: SaleState;
  readonly value_cents: number | null;
  readonly currency: string;
  readonly method: string | null;
  readonly product: string | null;
  readonly matched_by: MatchedBy | null;
  readonly lead_ref: string | null;
  readonly pending_at: string | null;
  readonly paid_at: string | null;
  readonly refunded_at: string | null;
  /** Refunded part of the value; null: the value or the refunded amount is unknown. */
  readonly refunded_cents: number | null;
  /** The receiving account's share of the value; this and the next two are null if unknown. */
  readonly net_cents: number | null;
  /** The platform's fee. */
  readonly fee_cents: number | null;
  /** The share of affiliates and co-producers. */
  readonly commission_cents: number | null;
  /** Shared by the main product, bumps and upsells of one purchase. */
  readonly order_id: string;
  /** The platform's id of the subscription; null: the sale charges none. */
  readonly subscription: string | null;
  /** The charge's number in its subscription, from 1; null: the platform does not say. */
  readonly charge_number: number | null;
  /** Number of the buyer's card payments for this charge; null: unknown. */
  readonly installments: number | null;
  readonly source: SaleSource;
}

export interface SaleBuyer {
  readonly buyer_name: string | null;
  readonly buyer_email: string | null;
  readonly buyer_phone: string | null;
}

/** Whether a part of the value was returned, and neither a notice nor an operator says how much. */
export const hasUnstatedRefund = (
  sale: Pick<SaleRecord, 'state' | 'refunded_at' | 'refunded_cents'>,
): boolean => sale.state === 'paid' && sale.refunded_at !== null && sale.refunded_cents === null;
