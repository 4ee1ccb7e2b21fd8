import type { NoticeKind } from '../../notice.ts';
import { type Description, kindsOf, readWith } from '../draft.ts';
import { at, countOf, firstText, type Json, textAt } from '../json.ts';
import type { Platform } from '../platform.ts';
import { bodyTokenProof, isSame, type PostbackHead, type Proof } from '../proof.ts';
import { trackingOf } from '../tracking.ts';
import { numberOf, readReais, timestampAt } from '../values.ts';
import { checkout } from './checkout.ts';

/**
 * Hotmart, webhook 2.0.0 and 1.0.0, which has dates and prices as texts, and `currency_code`.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | proof | header `x-hotmart-hottok`; older: `hottok` in the body | developers.hotmart.com, webhook/using-webhook |
 * | kind | `event` | developers.hotmart.com, 2.0.0/webhook/purchase-webhook |
 * | notice | `id`; written at `creation_date` (ms) | the same |
 * | transaction | `data.purchase.transaction` | the same |
 * | value | `data.purchase.price.{value,currency_value}`, reais | the same |
 * | method | `data.purchase.payment.type` | the same |
 * | times | `data.purchase.{order_date,approved_date}` (ms) | the same |
 * | expiry | `data.purchase.payment.pix_expiration_date` | integrations |
 * | product | `data.product.{id,name}` | the same |
 * | buyer | `data.buyer.{name,email}`, `checkout_phone_code` (the area's, or the country's) and `checkout_phone`; abandoned carts: `phone` | purchase-webhook, cart-abandonment-webhook, integrations |
 * | tracking | `data.purchase.origin.{src,sck,xcod}`, `data.purchase.sckPaymentLink`, `data.purchase.tracking.{source,source_sck}` | public integrations |
 * | subscription | `data.subscription.subscriber.code`, `data.purchase.recurrence_number` (1: the first charge) | purchase-webhook |
 * | test | the panel's test notice has one transaction and product id 0 | public integrations |
 *
 * `PURCHASE_COMPLETE` (the guarantee has ended) repeats that the transaction was paid.
 * `PURCHASE_PROTEST` is a request: the sale stays paid until the refund or chargeback.
 */
export const hotmart: Platform = {
  name: 'hotmart',
  version: 2,
  prove,
  read: readWith(describe),
  checkout,
};

const KINDS = kindsOf({
  paid: ['PURCHASE_APPROVED', 'PURCHASE_COMPLETE'],
  pending: ['PURCHASE_BILLET_PRINTED', 'PURCHASE_DELAYED'],
  refunded: ['PURCHASE_REFUNDED'],
  chargeback: ['PURCHASE_CHARGEBACK'],
  canceled: ['PURCHASE_CANCELED', 'PURCHASE_CANCELLED', 'PURCHASE_EXPIRED'],
  abandoned: ['PURCHASE_OUT_OF_SHOPPING_CART'],
  other: [
    'PURCHASE_PROTEST',
    'SWITCH_PLAN',
    'SUBSCRIPTION_CANCELLATION',
    'UPDATE_SUBSCRIPTION_CHARGE_DATE',
    'CLUB_FIRST_ACCESS',
    'CLUB_MODULE_COMPLETED',
  ],
});

const PANEL_TRANSACTION = 'HP16015479281022';

function prove({ headers }: PostbackHead, secret: string): Proof {
  const header = headers['x-hotmart-hottok'];
  if (header === undefined) return bodyTokenProof('hottok', secret);
  return isSame(header, secret) ? 'header' : null;
}

function describe(notice: Json): Description {
  const event = textAt(notice, 'event');
  if (event === null) return 'shape';
  const purchase = at(notice, 'data', 'purchase');
  const kind = kindOf(event, purchase);
  if (!kind) return 'event';
  const noticeId = textAt(notice, 'id');
  const cart = kind === 'abandoned' && noticeId !== null ? `cart:${noticeId}` : null;
  const transaction = textAt(purchase, 'transaction') ?? cart;
  const noticedAt = timestampAt(notice, 'creation_date');
  const paidAt = timestampAt(purchase, 'approved_date');
  const happenedAt = { paid: paidAt, pending: timestampAt(purchase, 'order_date') };
  const product = {
    id: textAt(notice, 'data', 'product', 'id'),
    name: textAt(notice, 'data', 'product', 'name'),
  };
  return {
    noticeId,
    kind,
    transaction,
    amount: readReais(numberOf(at(purchase, 'price', 'value'))),
    currency:
      textAt(purchase, 'price', 'currency_value') ?? textAt(purchase, 'price', 'currency_code'),
    method: at(purchase, 'payment', 'type'),
    product,
    buyer: buyerOf(at(notice, 'data', 'buyer')),
    tracking: readTracking(purchase),
    occurredAt: (kind === 'paid' || kind === 'pending' ? happenedAt[kind] : null) ?? noticedAt,
    noticedAt,
    paidAt,
    expiresAt: timestampAt(purchase, 'payment', 'pix_expiration_date'),
    subscription: textAt(notice, 'data', 'subscription', 'subscriber', 'code'),
    chargeNumber: countOf(at(purchase, 'recurrence_number')),
    isTest:
      transaction === PANEL_TRANSACTION ||
      (product.id === '0' && /test postback/i.test(product.name ?? '')),
  };
}

/** Hotmart documents no field with the amount of a partial refund, so the sale stays unchanged. */
function kindOf(event: string, purchase: Json): NoticeKind | undefined {
  const isPartial = textAt(purchase, 'status') === 'PARTIALLY_REFUNDED';
  return isPartial && event === 'PURCHASE_REFUNDED' ? 'other' : KINDS.get(event);
}

function buyerOf(buyer: Json) {
  const code = textAt(buyer, 'checkout_phone_code');
  const phone = textAt(buyer, 'checkout_phone');
  const joined = code && phone ? code + phone : null;
  // The code is the country's if the number has an area code, else the area's.
  const hasAreaCode = (phone?.replace(/\D/g, '').length ?? 0) >= 10;
  const phones = [hasAreaCode || !joined ? phone : null, joined, at(buyer, 'phone')];
  return { name: at(buyer, 'name'), email: at(buyer, 'email'), phones };
}

function readTracking(purchase: Json) {
  const origin = at(purchase, 'origin');
  const tracking = at(purchase, 'tracking');
  const linkSck = at(purchase, 'sckPaymentLink');
  const sourceSck = at(tracking, 'source_sck');
  return trackingOf({
    src: firstText(at(origin, 'src'), at(tracking, 'source')),
    sck: firstText(at(origin, 'sck'), linkSck, sourceSck),
    others: [linkSck, sourceSck, at(origin, 'xcod')],
  });
}
