import { isForeignCountry, joinPhone } from '@funil/contract/contacts/phone-parts';
import type { NoticeKind } from '../../notices/notice.ts';
import {
  authenticateByBodyToken,
  equalsInConstantTime,
  type NoticeAuthentication,
  type NoticeHead,
  type PlatformAdapter,
} from '../authentication.ts';
import {
  decodeUtf8,
  firstText,
  type Json,
  type JsonReading,
  listAt,
  readJson,
  smallIntegerOf,
  textAt,
  valueAt,
} from '../json.ts';
import { createNoticeReader, mapKinds, type ParseResult } from '../parsed-notice.ts';
import { trackingOf } from '../tracking.ts';
import { type Amount, readReais, splitShares, timestampAt } from '../values.ts';

/**
 * Hotmart, webhooks 2.0.0 and 1.0.0. Version 1.0.0 sends dates and prices as strings, and `currency_code` instead of
 * `currency_value`. A source without a host is a webhook page of developers.hotmart.com.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | authentication | header `x-hotmart-hottok`; older: `hottok` in the body | using-webhook |
 * | kind | `event` | purchase-webhook |
 * | notice | `id`; written at `creation_date` (ms) | purchase-webhook |
 * | transaction | `data.purchase.transaction` | purchase-webhook |
 * | value | `data.purchase.price.{value,currency_value}`, reais | purchase-webhook |
 * | split | `data.commissions[]`: `MARKETPLACE` is the fee, `PRODUCER` the net, all others commissions; with `CO_PRODUCER` or `COPRODUCER`, the account's role decides whose share the net is; `{value,currency_value}`, in another currency `currency_conversion.{converted_value,converted_to_currency}` | purchase-webhook; co-producers and the conversion: third-party integrations |
 * | order | `data.purchase.order_bump.{is_order_bump,parent_purchase_transaction}`; an upsell (`is_funnel`) does not name its main purchase | purchase-webhook |
 * | installments | `data.purchase.payment.installments_number` | purchase-webhook |
 * | method | `data.purchase.payment.type` | purchase-webhook |
 * | times | `data.purchase.{order_date,approved_date}` (ms) | purchase-webhook |
 * | expiry | `data.purchase.payment.pix_expiration_date` | third-party integrations |
 * | code | `data.purchase.payment.{pix_code,billet_barcode,billet_url}`; `pix_qrcode` is the address of a picture | purchase-webhook |
 * | product | `data.product.{id,name}` | third-party integrations |
 * | buyer | `data.buyer.{name,email}`, `checkout_phone_code` (area code or country code) and `checkout_phone`, `address.country_iso`, else `data.purchase.checkout_country.iso`; abandoned carts: `phone` with its country's code, and `data.checkout_country.iso` | purchase-webhook, cart-abandonment-webhook, third-party integrations |
 * | tracking | `data.purchase.origin.{src,sck,xcod}`, `data.purchase.sckPaymentLink`, `data.purchase.tracking.{source,source_sck}` | third-party integrations |
 * | subscription | `data.subscription.subscriber.code`, of a cancellation `data.subscriber.code`, of a change of plan `data.subscription.subscriber_code`; `data.purchase.recurrence_number` (1: the first charge) | purchase-webhook; the change of plan: third-party integrations |
 * | test | the panel's test notice has a fixed transaction, or product id 0 and a name with `test postback` | third-party integrations |
 *
 * `PURCHASE_COMPLETE` (the guarantee has ended) repeats that the transaction was paid.
 * `PURCHASE_PROTEST` is a request: the sale stays paid until the refund or chargeback.
 */
export const hotmart: PlatformAdapter = {
  name: 'hotmart',
  adapterVersion: 15,
  authenticate,
  read: createNoticeReader(parseNotice, readNoticeBody),
};

const KIND_BY_EVENT = mapKinds({
  paid: ['PURCHASE_APPROVED', 'PURCHASE_COMPLETE'],
  pending: ['PURCHASE_BILLET_PRINTED', 'PURCHASE_DELAYED'],
  refunded: ['PURCHASE_REFUNDED'],
  chargeback: ['PURCHASE_CHARGEBACK'],
  canceled: ['PURCHASE_CANCELED', 'PURCHASE_CANCELLED', 'PURCHASE_EXPIRED'],
  abandoned: ['PURCHASE_OUT_OF_SHOPPING_CART'],
  other: [
    'PURCHASE_PROTEST',
    'SWITCH_PLAN',
    'UPDATE_SUBSCRIPTION_CHARGE_DATE',
    'ORDER_FULFILLMENT',
  ],
});
/** A subscription's state and a lesson are no sale: each charge has its own purchase. */
const OTHER_EVENTS = /^(?:SUBSCRIPTION|CLUB)_/;

const TEST_TRANSACTION = 'HP16015479281022';

function authenticate({ headers }: NoticeHead, secret: string): NoticeAuthentication {
  const header = headers['x-hotmart-hottok'];
  if (header === undefined) return authenticateByBodyToken('hottok', secret);
  return equalsInConstantTime(header, secret) ? 'header' : null;
}

/** The postback 1.0 is a form, or JSON without an envelope: `hottok`, `prod`, `transaction`, `status`, `price`. */
function readNoticeBody(body: Uint8Array): JsonReading {
  const reading = readJson(body);
  const isForm = !reading.ok && /(?:^|&)hottok=/.test(decodeUtf8(body) ?? '');
  return isForm ? { ok: false, reason: 'version' } : reading;
}

function parseNotice(notice: Json): ParseResult {
  const event = textAt(notice, 'event');
  if (event === null) return textAt(notice, 'transaction') === null ? 'shape' : 'version';
  const purchase = valueAt(notice, 'data', 'purchase');
  const kind = kindOf(event, purchase);
  if (!kind) return 'event';
  const noticeId = textAt(notice, 'id');
  const transaction = textAt(purchase, 'transaction');
  const writtenAt = timestampAt(notice, 'creation_date');
  const paidAt = timestampAt(purchase, 'approved_date');
  const orderedAt = timestampAt(purchase, 'order_date');
  const occurredAtByKind: Partial<Record<NoticeKind, typeof paidAt>> = {
    paid: paidAt,
    pending: orderedAt,
  };
  const product = {
    id: textAt(notice, 'data', 'product', 'id'),
    name: textAt(notice, 'data', 'product', 'name'),
  };
  return {
    noticeId,
    kind,
    transaction,
    cartId: noticeId,
    amount: readReais(valueAt(purchase, 'price', 'value')),
    currency: currencyOf(valueAt(purchase, 'price')),
    split: splitOf(notice),
    installments: smallIntegerOf(valueAt(purchase, 'payment', 'installments_number')),
    orderId: orderIdOf(valueAt(purchase, 'order_bump'), transaction),
    method: valueAt(purchase, 'payment', 'type'),
    product,
    buyer: buyerOf(notice),
    tracking: readTracking(purchase),
    occurredAt: occurredAtByKind[kind] ?? writtenAt,
    writtenAt,
    paidAt,
    expiresAt: timestampAt(purchase, 'payment', 'pix_expiration_date'),
    paymentCodes: ['pix_code', 'billet_barcode', 'billet_url'].map((name) =>
      valueAt(purchase, 'payment', name),
    ),
    subscription:
      textAt(notice, 'data', 'subscription', 'subscriber', 'code') ??
      textAt(notice, 'data', 'subscriber', 'code') ??
      textAt(notice, 'data', 'subscription', 'subscriber_code'),
    chargeNumber: smallIntegerOf(valueAt(purchase, 'recurrence_number')),
    isTest:
      transaction === TEST_TRANSACTION ||
      (product.id === '0' && /test postback/i.test(product.name ?? '')),
  };
}

/** Hotmart documents no field with the amount of a partial refund. */
function kindOf(event: string, purchase: Json): NoticeKind | undefined {
  const isPartial = textAt(purchase, 'status') === 'PARTIALLY_REFUNDED';
  if (isPartial && event === 'PURCHASE_REFUNDED') return 'partial_refund';
  return KIND_BY_EVENT.get(event) ?? (OTHER_EVENTS.test(event) ? 'other' : undefined);
}

const currencyOf = (price: Json) =>
  textAt(price, 'currency_value') ?? textAt(price, 'currency_code');

function splitOf(notice: Json) {
  const shares = listAt(notice, 'data', 'commissions').map((share) => ({
    recipient: textAt(share, 'source')?.replace('_', '') ?? null,
    amount: readShare(share, currencyOf(valueAt(notice, 'data', 'purchase', 'price'))),
  }));
  return splitShares(shares, {
    account: 'PRODUCER',
    coproducer: 'COPRODUCER',
    platform: 'MARKETPLACE',
  });
}

/** Reads a share in reais. A share without a currency has the price's currency. */
function readShare(share: Json, priceCurrency: string | null): Amount {
  const currency = currencyOf(share) ?? priceCurrency ?? 'BRL';
  if (currency === 'BRL') return readReais(valueAt(share, 'value'));
  const conversion = valueAt(share, 'currency_conversion');
  const isConverted = textAt(conversion, 'converted_to_currency') === 'BRL';
  return readReais(isConverted ? valueAt(conversion, 'converted_value') : null);
}

/** A main purchase may name itself as its parent. */
function orderIdOf(bump: Json, transaction: string | null): string | null {
  const parent = textAt(bump, 'parent_purchase_transaction');
  return valueAt(bump, 'is_order_bump') === true && parent !== transaction ? parent : null;
}

function buyerOf(notice: Json) {
  const buyer = valueAt(notice, 'data', 'buyer');
  const isAbroad = isForeignCountry(
    textAt(buyer, 'address', 'country_iso') ??
      textAt(notice, 'data', 'purchase', 'checkout_country', 'iso') ??
      textAt(notice, 'data', 'checkout_country', 'iso'),
  );
  const phone = joinPhone({
    number: textAt(buyer, 'checkout_phone') ?? '',
    area: textAt(buyer, 'checkout_phone_code'),
    isAbroad,
  });
  const cartPhone = textAt(buyer, 'phone');
  return {
    name: valueAt(buyer, 'name'),
    email: valueAt(buyer, 'email'),
    phones: [phone, isAbroad ? (cartPhone?.replace(/^(?=\d{11})/, '+') ?? null) : cartPhone],
  };
}

function readTracking(purchase: Json) {
  const origin = valueAt(purchase, 'origin');
  const tracking = valueAt(purchase, 'tracking');
  const linkSck = valueAt(purchase, 'sckPaymentLink');
  const sourceSck = valueAt(tracking, 'source_sck');
  return trackingOf({
    src: firstText(valueAt(origin, 'src'), valueAt(tracking, 'source')),
    sck: firstText(valueAt(origin, 'sck'), linkSck, sourceSck),
    others: [linkSck, sourceSck, valueAt(origin, 'xcod')],
  });
}
