import type { NoticeKind } from '../../notice.ts';
import { type Description, type Kinds, kindIn, readWith } from '../draft.ts';
import { at, countOf, firstText, type Json, textOf } from '../json.ts';
import type { Platform } from '../platform.ts';
import { bodyTokenProof, isSame, type PostbackHead, type Proof } from '../proof.ts';
import { trackingOf } from '../tracking.ts';
import { firstMoment, fromReais, momentOf, numberOf } from '../values.ts';
import { checkout } from './checkout.ts';

/**
 * Hotmart, webhook 2.0.0, and 1.0.0 where it differs: dates and prices as texts, `currency_code`.
 *
 * | what | where | source |
 * | --- | --- | --- |
 * | proof | header `x-hotmart-hottok`; older: `hottok` in the body | developers.hotmart.com, webhook/using-webhook |
 * | kind | `event` | developers.hotmart.com, 2.0.0/webhook/purchase-webhook |
 * | notice | `id`; written at `creation_date` (ms) | the same |
 * | transaction | `data.purchase.transaction` | the same |
 * | value | `data.purchase.price.{value,currency_value}`, reais | the same |
 * | method | `data.purchase.payment.type` | the same |
 * | moments | `data.purchase.{order_date,approved_date}` (ms) | the same |
 * | expiry | `data.purchase.payment.pix_expiration_date` | integrations |
 * | product | `data.product.{id,name}` | the same |
 * | buyer | `data.buyer.{name,email}`, `checkout_phone_code` (the area's, or the country's) and `checkout_phone`; left carts: `phone` | purchase-webhook, cart-abandonment-webhook, integrations |
 * | returned | `data.purchase.origin.{src,sck,xcod}`, `data.purchase.sckPaymentLink`, `data.purchase.tracking.{source,source_sck}` | public integrations |
 * | subscription | `data.subscription.subscriber.code`, `data.purchase.recurrence_number` (1: the first charge) | purchase-webhook |
 * | test | the panel's sample has one transaction and product id 0 | public integrations |
 *
 * `PURCHASE_COMPLETE` (the guarantee is over) says of the same transaction that it was paid.
 * `PURCHASE_PROTEST` asks for money back: nothing is undone until it is refunded or charged back.
 */
export const hotmart: Platform = {
  name: 'hotmart',
  version: 2,
  prove,
  read: readWith(describe),
  checkout,
};

const KINDS: Kinds = {
  PURCHASE_APPROVED: 'paid',
  PURCHASE_COMPLETE: 'paid',
  PURCHASE_BILLET_PRINTED: 'pending',
  PURCHASE_DELAYED: 'pending',
  PURCHASE_REFUNDED: 'refunded',
  PURCHASE_CHARGEBACK: 'chargeback',
  PURCHASE_CANCELED: 'canceled',
  PURCHASE_CANCELLED: 'canceled',
  PURCHASE_EXPIRED: 'canceled',
  PURCHASE_OUT_OF_SHOPPING_CART: 'abandoned',
  PURCHASE_PROTEST: 'other',
  SWITCH_PLAN: 'other',
  SUBSCRIPTION_CANCELLATION: 'other',
  UPDATE_SUBSCRIPTION_CHARGE_DATE: 'other',
  CLUB_FIRST_ACCESS: 'other',
  CLUB_MODULE_COMPLETED: 'other',
};

const PANEL_TRANSACTION = 'HP16015479281022';

function prove({ headers }: PostbackHead, secret: string): Proof {
  const header = headers['x-hotmart-hottok'];
  if (header === undefined) return bodyTokenProof('hottok', secret);
  return isSame(header, secret) ? 'header' : null;
}

function describe(notice: Json): Description {
  const event = textOf(at(notice, 'event'));
  if (event === null) return 'shape';
  const purchase = at(notice, 'data', 'purchase');
  const kind = kindOf(event, purchase);
  if (kind === null) return 'event';
  const noticeId = textOf(at(notice, 'id'));
  const transaction = textOf(at(purchase, 'transaction')) ?? cartOf(kind, noticeId);
  const noticedAt = momentOf(at(notice, 'creation_date'));
  const paidAt = momentOf(at(purchase, 'approved_date'));
  const product = {
    id: textOf(at(notice, 'data', 'product', 'id')),
    name: textOf(at(notice, 'data', 'product', 'name')),
  };
  return {
    noticeId,
    kind,
    transaction,
    amount: fromReais(numberOf(at(purchase, 'price', 'value'))),
    currency: firstText(
      at(purchase, 'price', 'currency_value'),
      at(purchase, 'price', 'currency_code'),
    ),
    method: at(purchase, 'payment', 'type'),
    product,
    buyer: buyerOf(at(notice, 'data', 'buyer')),
    tracking: returned(purchase),
    occurredAt: happenedAt(kind, purchase) ?? noticedAt,
    noticedAt,
    paidAt,
    expiresAt: momentOf(at(purchase, 'payment', 'pix_expiration_date')),
    subscription: textOf(at(notice, 'data', 'subscription', 'subscriber', 'code')),
    chargeNumber: countOf(at(purchase, 'recurrence_number')),
    isTest:
      transaction === PANEL_TRANSACTION ||
      (product.id === '0' && /test postback/i.test(product.name ?? '')),
  };
}

/** Hotmart documents no field for the part that a partial refund gives back: the sale stands as it was. */
function kindOf(event: string, purchase: Json): NoticeKind | null {
  const isPartial = textOf(at(purchase, 'status')) === 'PARTIALLY_REFUNDED';
  return isPartial && event === 'PURCHASE_REFUNDED' ? 'other' : kindIn(KINDS, event);
}

/** A cart that was left has no transaction yet. */
const cartOf = (kind: NoticeKind, noticeId: string | null) =>
  kind === 'abandoned' && noticeId !== null ? `cart:${noticeId}` : null;

function happenedAt(kind: NoticeKind, purchase: Json) {
  if (kind === 'paid') return momentOf(at(purchase, 'approved_date'));
  if (kind === 'pending') return firstMoment(at(purchase, 'order_date'));
  return null;
}

function buyerOf(buyer: Json) {
  const code = textOf(at(buyer, 'checkout_phone_code'));
  const phone = textOf(at(buyer, 'checkout_phone'));
  const joined = code && phone ? code + phone : null;
  // A number of its own has an area code; else the code is the area's, and the number alone leads to nobody.
  const isWhole = (phone?.replace(/\D/g, '').length ?? 0) >= 10;
  const phones = [isWhole || !joined ? phone : null, joined, at(buyer, 'phone')];
  return { name: at(buyer, 'name'), email: at(buyer, 'email'), phones };
}

function returned(purchase: Json) {
  const origin = at(purchase, 'origin');
  const tracking = at(purchase, 'tracking');
  return trackingOf({
    src: firstText(at(origin, 'src'), at(tracking, 'source')),
    sck: firstText(at(origin, 'sck'), at(purchase, 'sckPaymentLink'), at(tracking, 'source_sck')),
    others: [at(purchase, 'sckPaymentLink'), at(tracking, 'source_sck'), at(origin, 'xcod')],
  });
}
