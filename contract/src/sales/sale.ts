/** The states of a sale: waiting for money, money received, money returned, ended without payment. */
export const SALE_STATES = [
  'pending',
  'paid',
  'refunded',
  'chargeback',
  'canceled',
  'abandoned',
] as const;
export type SaleState = (typeof SALE_STATES)[number];

/** `hand`: an operator decided. */
export type MatchedBy = 'reference' | 'phone' | 'email' | 'hand';

/** The match in JSON outside the console. A match by hand is null, although its `lead_ref` is set. */
export const publicMatchedBy = (matchedBy: MatchedBy | null) =>
  matchedBy === 'hand' ? null : matchedBy;

/** A platform's notices, its API, or a file. */
export type SaleSource = 'notice' | 'api' | 'import';

export const SALE_SOURCE_LABELS: Readonly<Record<SaleSource, string>> = {
  notice: 'aviso',
  api: 'conferência',
  import: 'arquivo',
};

/** Other methods are stored as the platform's word, in lower case. */
const PAYMENT_METHODS = {
  pix: { label: 'Pix', inSentence: 'Pix' },
  boleto: { label: 'Boleto', inSentence: 'boleto' },
  credit_card: { label: 'Cartão de crédito', inSentence: 'cartão' },
} as const;
export type PaymentMethod = keyof typeof PAYMENT_METHODS;

/** The method as a label, or shorter for a sentence. */
export const paymentMethodLabel = (method: string, form: 'label' | 'inSentence'): string =>
  Object.hasOwn(PAYMENT_METHODS, method) ? PAYMENT_METHODS[method as PaymentMethod][form] : method;

/** Timestamps are ISO texts in UTC. */
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
  /** Null: the value or the refunded amount is unknown. */
  readonly refunded_cents: number | null;
  /** The receiving account's share; this and the next two are null if unknown. */
  readonly net_cents: number | null;
  readonly fee_cents: number | null;
  readonly commission_cents: number | null;
  /** Main product, bumps and upsells share this id. */
  readonly order_id: string;
  /** Null: the sale charges none. */
  readonly subscription: string | null;
  /** The charge's number from 1; null: the platform does not say. */
  readonly charge_number: number | null;
  /** Installments of a card payment; null: unknown. */
  readonly installments: number | null;
  readonly source: SaleSource;
}

export interface SaleBuyer {
  readonly buyer_name: string | null;
  readonly buyer_email: string | null;
  readonly buyer_phone: string | null;
}

/** A part was returned, and neither a notice nor an operator says how much. */
export const hasUnstatedRefund = (
  sale: Pick<SaleRecord, 'state' | 'refunded_at' | 'refunded_cents'>,
): boolean => sale.state === 'paid' && sale.refunded_at !== null && sale.refunded_cents === null;
