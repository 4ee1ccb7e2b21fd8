import type { NoticeKind } from '../../notice.ts';
import { type Description, type Kinds, kindIn, readWith } from '../draft.ts';
import { at, firstText, type Json, listAt, textOf } from '../json.ts';
import type { Platform } from '../platform.ts';
import { signatureProof } from '../proof.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { type Amount, firstMoment, fromReais, momentOf, smaller } from '../values.ts';
import { checkout } from './checkout.ts';

/**
 * Eduzz, webhook 3 (Developer Hub).
 *
 * | what | where | source |
 * | --- | --- | --- |
 * | proof | header `x-signature`: hexadecimal HMAC-SHA256 of the raw body, `sha256=` before it or not | developers.eduzz.com, integrations |
 * | kind | `event` | the same |
 * | notice | `id`; written at `sentDate` | the same |
 * | sale | `data.id`, the invoice, the same from its opening on; shown: `data.transaction.id`, else the invoice | integrations |
 * | value | `data.price.{value,currency}`, reais; `data.paid` where it is less: what is more is the buyer's interest | developers.eduzz.com, integrations |
 * | method | `data.paymentMethod` | integrations |
 * | moments | `data.{createdAt,paidAt,refundedAt}` | integrations |
 * | product | the first of `data.items[]` that is no bump: `{productId,name}` | integrations |
 * | buyer | `data.buyer.{name,email,cellphone,phone,phone2}`; left carts: also `data.customer` | integrations |
 * | returned | `data.utm.{source,medium,campaign,content}` (`term`: integrations), `data.tracker.code1…3` | developers.eduzz.com |
 * | test | event `ping` | integrations |
 *
 * `invoice_waiting_refund` asks for money back: nothing is undone until it is refunded.
 */
export const eduzz: Platform = {
  name: 'eduzz',
  version: 2,
  prove: ({ headers }, secret) =>
    signatureProof(headers['x-signature']?.replace(/^sha256=/, ''), {
      algorithm: 'sha256',
      secret,
    }),
  read: readWith(describe),
  checkout,
};

const KINDS: Kinds = {
  'myeduzz.invoice_paid': 'paid',
  'myeduzz.invoice_opened': 'pending',
  'myeduzz.invoice_waiting_payment': 'pending',
  'myeduzz.invoice_scheduled': 'pending',
  'myeduzz.invoice_overdue': 'pending',
  'myeduzz.invoice_recovering': 'pending',
  'myeduzz.invoice_processing': 'pending',
  'myeduzz.invoice_refunded': 'refunded',
  'myeduzz.invoice_chargeback': 'chargeback',
  'myeduzz.invoice_canceled': 'canceled',
  'myeduzz.invoice_expired': 'canceled',
  'myeduzz.invoice_refused': 'canceled',
  // A second try at the same product; it is never charged.
  'myeduzz.invoice_duplicated': 'canceled',
  'sun.cart_abandonment': 'abandoned',
  'myeduzz.cart_abandonment': 'abandoned',
  'myeduzz.invoice_waiting_refund': 'other',
  'myeduzz.invoice_negotiated': 'other',
  'myeduzz.invoice_trial': 'other',
  // No field is documented for the part that goes back: the sale stands as it was.
  'myeduzz.invoice_partial_refund': 'other',
  'myeduzz.commission_processed': 'other',
  ping: 'other',
};
/** Contracts and lessons are not sales: each charge of a contract comes as an invoice. */
const OTHERS = /^(?:myeduzz\.contract_|nutror\.)/;

function describe(notice: Json): Description {
  const event = textOf(at(notice, 'event'));
  if (event === null) return 'shape';
  const data = at(notice, 'data');
  const kind = kindOf(event, data);
  if (kind === null) return 'event';
  const noticeId = textOf(at(notice, 'id'));
  const noticedAt = momentOf(at(notice, 'sentDate'));
  return {
    noticeId,
    kind,
    ...nameOf(kind, data, noticeId),
    ...sumOf(data),
    method: at(data, 'paymentMethod'),
    product: productOf(data),
    buyer: buyerOf(at(data, 'buyer') ?? at(data, 'customer')),
    tracking: returned(data),
    occurredAt: happenedAt(kind, data) ?? noticedAt,
    noticedAt,
    paidAt: momentOf(at(data, 'paidAt')),
    isTest: event === 'ping',
  };
}

function kindOf(event: string, data: Json): NoticeKind | null {
  const isPartial = /^partial/i.test(textOf(at(data, 'status')) ?? '');
  if (isPartial && event === 'myeduzz.invoice_refunded') return 'other';
  return kindIn(KINDS, event) ?? (OTHERS.test(event) ? 'other' : null);
}

function sumOf(data: Json): { amount: Amount; currency: string | null } {
  const [paid, price] = [at(data, 'paid'), at(data, 'price')];
  const [currency, priced] = [paid ?? price, price].map((sum) => textOf(at(sum, 'currency')));
  const amount = fromReais(at(paid ?? price, 'value'));
  const isSame = priced === currency;
  return {
    amount: isSame ? smaller(amount, fromReais(at(price, 'value'))) : amount,
    currency: currency ?? null,
  };
}

function nameOf(kind: NoticeKind, data: Json, noticeId: string | null) {
  const invoice = textOf(at(data, 'id'));
  if (kind === 'abandoned') {
    const cart = firstText(at(data, 'transactionId'), at(data, 'id')) ?? noticeId;
    const name = cart === null ? null : `cart:${cart}`;
    return { saleKey: name, transaction: name };
  }
  const transaction = textOf(at(data, 'transaction', 'id')) ?? invoice;
  return { saleKey: invoice ?? transaction, transaction };
}

function happenedAt(kind: NoticeKind, data: Json) {
  if (kind === 'paid') return momentOf(at(data, 'paidAt'));
  if (kind === 'pending') return momentOf(at(data, 'createdAt'));
  if (kind === 'refunded') return momentOf(at(data, 'refundedAt'));
  if (kind === 'abandoned') return firstMoment(at(data, 'updatedAt'), at(data, 'createdAt'));
  return null;
}

function productOf(data: Json) {
  const items = listAt(data, 'items');
  const item = items.find((one) => at(one, 'isBump') !== true) ?? items[0] ?? null;
  return { id: firstText(at(item, 'productId'), at(data, 'productId', 0)), name: at(item, 'name') };
}

function buyerOf(buyer: Json) {
  const phones = ['cellphone', 'phone', 'phone2'].map((name) => at(buyer, name));
  return { name: at(buyer, 'name'), email: at(buyer, 'email'), phones };
}

function returned(data: Json) {
  const utm = at(data, 'utm');
  const tracker = at(data, 'tracker');
  return trackingOf({
    ...utmsAt(utm, ''),
    others: [at(tracker, 'code1'), at(tracker, 'code2'), at(tracker, 'code3')],
  });
}
