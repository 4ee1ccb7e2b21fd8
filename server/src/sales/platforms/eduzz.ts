import type { KeptNotice, NoticeKind, Reading } from '../notice.ts';
import { type Amount, fromReais, smaller } from './centavos.ts';
import { at, firstText, type Json, listAt, readJson, textOf } from './json.ts';
import { methodOf } from './method.ts';
import { firstMoment, momentOf } from './moment.ts';
import { judge, type Kinds, kindIn } from './notice.ts';
import type { Platform, PostbackHead, Proof } from './platform.ts';
import { signatureProof } from './proof.ts';
import { namedShort, trackingOf } from './tracking.ts';

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
  keptHeaders: [],
  prove,
  read,
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

function prove({ headers }: PostbackHead, secret: string): Proof {
  const given = headers['x-signature']?.replace(/^sha256=/, '');
  return signatureProof(given, { algorithm: 'sha256', secret });
}

function read({ body, receivedAt }: KeptNotice): Reading {
  const json = readJson(body);
  if (!json.ok) return json;
  const event = textOf(at(json.value, 'event'));
  if (event === null) return { ok: false, reason: 'shape' };
  const data = at(json.value, 'data');
  const kind = kindOf(event, data);
  if (kind === null) return { ok: false, reason: 'event' };
  const noticeId = textOf(at(json.value, 'id'));
  const noticedAt = momentOf(at(json.value, 'sentDate'));
  const draft = {
    noticeId,
    kind,
    ...nameOf(kind, data, noticeId),
    ...sumOf(data),
    method: methodOf(at(data, 'paymentMethod')),
    product: productOf(data),
    buyer: buyerOf(at(data, 'buyer') ?? at(data, 'customer')),
    tracking: returned(data),
    occurredAt: happenedAt(kind, data) ?? noticedAt,
    noticedAt,
    paidAt: momentOf(at(data, 'paidAt')),
    isTest: event === 'ping',
  };
  return judge(draft, receivedAt);
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
  return {
    id: firstText(at(item, 'productId'), at(data, 'productId', 0)),
    name: textOf(at(item, 'name')),
  };
}

function buyerOf(buyer: Json) {
  const phones = ['cellphone', 'phone', 'phone2'].map((name) => textOf(at(buyer, name)));
  return {
    name: textOf(at(buyer, 'name')),
    email: textOf(at(buyer, 'email')),
    phones: phones.filter((text) => text !== null),
  };
}

function returned(data: Json) {
  const utm = at(data, 'utm');
  const tracker = at(data, 'tracker');
  return trackingOf({
    ...namedShort(utm),
    others: [at(tracker, 'code1'), at(tracker, 'code2'), at(tracker, 'code3')],
  });
}
