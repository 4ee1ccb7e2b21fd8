import { capitalize } from '../characters.ts';

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

/** How a sale was matched to its lead; `hand` means that an operator matched it. */
export type MatchedBy = 'reference' | 'phone' | 'email' | 'hand';

/** Null also for a match by an operator, although webhooks and commands state the `lead_ref` of such a sale. */
export const publicMatchedBy = (matchedBy: MatchedBy | null) =>
  matchedBy === 'hand' ? null : matchedBy;

/** A sale's row comes from a platform's notices, its API, or a file. */
export type SaleSource = 'notice' | 'api' | 'import';

export const SALE_SOURCE_LABELS: Readonly<Record<SaleSource, string>> = {
  notice: 'aviso',
  api: 'conferência',
  import: 'arquivo',
};

/** Labels of methods, and shorter words for use in a sentence. */
const PAYMENT_METHODS = {
  pix: { label: 'Pix', inSentence: 'Pix' },
  boleto: { label: 'Boleto', inSentence: 'boleto' },
  credit_card: { label: 'Cartão de crédito', inSentence: 'cartão' },
  debit_card: { label: 'Cartão de débito', inSentence: 'cartão' },
} as const;
export type PaymentMethod = keyof typeof PAYMENT_METHODS;

/** Words for other methods, which are stored as the platform's word in lower case. Most of them are Hotmart's. */
const OTHER_METHODS: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  cash_payment: 'dinheiro',
  direct_bank_transfer: 'transferência bancária',
  direct_debit: 'débito em conta',
  financed_installment: 'parcelamento financiado',
  free: 'grátis',
  google_pay: 'Google Pay',
  hybrid: 'mais de um meio',
  manual_transfer: 'transferência',
  paypal: 'PayPal',
  paypal_internacional: 'PayPal internacional',
  picpay: 'PicPay',
  samsung_pay: 'Samsung Pay',
  wallet: 'carteira digital',
};

/** Returns a label, or a word for use in a sentence. Of an unknown method, `_` becomes a space. */
export function paymentMethodLabel(method: string, form: 'label' | 'inSentence'): string {
  if (Object.hasOwn(PAYMENT_METHODS, method)) return PAYMENT_METHODS[method as PaymentMethod][form];
  const key = method.replaceAll(/[ -]/g, '_');
  const known = Object.hasOwn(OTHER_METHODS, key) ? OTHER_METHODS[key] : undefined;
  const words = known ?? method.replaceAll('_', ' ');
  return form === 'label' ? capitalize(words) : words;
}

/** A sale as commands, webhooks and console show it. Timestamps are ISO texts in UTC. */
export interface SaleRecord {
  readonly platform: string;
  /** The code that the platform shows. */
  readonly transaction: string;
  readonly state: SaleState;
  /** Hundredths of `currency`, without the buyer's interest; null if unknown. */
  readonly value_cents: number | null;
  readonly currency: string;
  readonly method: string | null;
  readonly product: string | null;
  readonly matched_by: MatchedBy | null;
  /** The lead's idempotency key or the application's id; null without a match. */
  readonly lead_ref: string | null;
  readonly pending_at: string | null;
  readonly paid_at: string | null;
  readonly refunded_at: string | null;
  /** The refunded part of the value; null if the value or the refund is unknown. */
  readonly refunded_cents: number | null;
  /** The receiving account's share. This field and the next two are null if unknown. */
  readonly net_cents: number | null;
  readonly fee_cents: number | null;
  readonly commission_cents: number | null;
  /** Main product, bumps and upsells share this id. */
  readonly order_id: string;
  /** The platform's id of the subscription; null if the sale is no charge of a subscription. */
  readonly subscription: string | null;
  /** The charge's number in its subscription, from 1; null if the platform does not say. */
  readonly charge_number: number | null;
  /** The number of the buyer's card payments for this charge; null if unknown. */
  readonly installments: number | null;
  readonly source: SaleSource;
}

export interface SaleBuyer {
  readonly buyer_name: string | null;
  readonly buyer_email: string | null;
  readonly buyer_phone: string | null;
}

/** True if a part of the value was returned, but neither a notice nor an operator stated how much. */
export const hasUnstatedRefund = (
  sale: Pick<SaleRecord, 'state' | 'refunded_at' | 'refunded_cents'>,
): boolean => sale.state === 'paid' && sale.refunded_at !== null && sale.refunded_cents === null;
