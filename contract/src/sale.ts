/** What a sale is, for server, console and receivers of webhooks alike. */

/** The states of a sale, in the order in which money passes through them. */
export const SALE_STATES = [
  'pending',
  'paid',
  'refunded',
  'chargeback',
  'canceled',
  'abandoned',
] as const;
export type SaleState = (typeof SALE_STATES)[number];

/** How a sale found its lead; `hand`: an operator decided. */
export type MatchedBy = 'reference' | 'phone' | 'email' | 'hand';

/** Payment methods; a platform's own word for any other one is stored in lower case. */
const PAYMENT_METHODS = {
  pix: { label: 'Pix', inSentence: 'Pix' },
  boleto: { label: 'Boleto', inSentence: 'boleto' },
  credit_card: { label: 'Cartão de crédito', inSentence: 'cartão' },
} as const;
export type PaymentMethod = keyof typeof PAYMENT_METHODS;

/** Returns a method's name: as a value of its own (`label`), or shorter and within a sentence. */
export const namePaymentMethod = (method: string, form: 'label' | 'inSentence'): string =>
  Object.hasOwn(PAYMENT_METHODS, method) ? PAYMENT_METHODS[method as PaymentMethod][form] : method;
