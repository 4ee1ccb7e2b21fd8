import { compareTexts } from '@funil/contract/characters';
import { isForeignCountry, joinPhone } from '@funil/contract/contacts/phone-parts';
import type { NoticeKind } from '../../notices/notice.ts';
import { authenticateBySignature, type PlatformAdapter } from '../authentication.ts';
import { firstText, type Json, listAt, smallIntegerOf, textAt, valueAt } from '../json.ts';
import { createNoticeReader, mapKinds, type ParseResult } from '../parsed-notice.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { type Amount, readCentavos, smallerAmount, splitShares, timestampAt } from '../values.ts';

/**
 * Kiwify. The order is the top object, or its member `order`; an abandoned cart may be the one element of a list.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | authentication | `?signature=`: hexadecimal HMAC-SHA1 of the raw body by the webhook's token | ajuda.kiwify.com.br, webhooks |
 * | kind | `webhook_event_type`, in either of its languages; else `order_status`; abandoned carts: `status`; none if `sale_type` is `affiliate`: another seller's product | docs.kiwify.com.br, webhooks, api-reference/sales/single |
 * | transaction | `order_id`, also known as `order_ref`; abandoned carts: `id` | docs.kiwify.com.br, webhooks |
 * | value | `Commissions.{charge_amount,currency}`, centavos; `product_base_price` if it is less: the difference is the buyer's interest | docs.kiwify.com.br, webhooks, third-party integrations |
 * | split | `Commissions`, centavos, as numbers or texts: `my_commission` is the net of the store that receives the notice, `kiwify_fee` the fee, `commissioned_stores[].{type,value}` of all others the commissions (`sale_type` is the store's role); in reais only (`kiwify_fee_currency`, `settlement_amount_currency`) | third-party integrations |
 * | order | `parent_order_id` | docs.kiwify.com.br, sales/single: documented for its API only |
 * | installments | `installments` | third-party integrations |
 * | method | `payment_method` | docs.kiwify.com.br, webhooks, third-party integrations |
 * | times | `created_at`, `approved_date`, `refunded_at`, `updated_at`, Brasília's | third-party integrations |
 * | expiry | `pix_expiration`, `boleto_expiry_date` (a day) | third-party integrations |
 * | code | `pix_code`, `boleto_barcode`, `boleto_URL` | third-party integrations |
 * | product | `Product.{product_id,product_name}`; abandoned carts: `product_id`, `product_name` | third-party integrations |
 * | buyer | `Customer.{full_name,email,mobile,country}`; abandoned carts: `name`, `email`, `phone`, `country` | third-party integrations |
 * | tracking | `TrackingParameters.{s1,s2,s3,src,sck,utm_*}` | third-party integrations |
 * | subscription | `Subscription.id`, `subscription_id`; `Subscription.charges.completed[].{order_id,created_at}` | third-party integrations |
 * | test | the panel's test notice is John Doe's, `johndoe@example.com` | third-party integrations |
 */
export const kiwify: PlatformAdapter = {
  name: 'kiwify',
  adapterVersion: 12,
  // An `order_id`; the panel and its files show `order_ref` instead.
  saleKeyPattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  // Kiwify never sends the token itself, so only the signature is accepted.
  authenticate: ({ query }, secret) =>
    authenticateBySignature(query.signature, { algorithm: 'sha1', secret }),
  read: createNoticeReader(parseNotice),
};

const KIND_BY_EVENT = mapKinds({
  paid: ['order_approved', 'compra_aprovada'],
  pending: ['pix_created', 'pix_gerado', 'billet_created', 'boleto_gerado'],
  refunded: ['order_refunded', 'compra_reembolsada'],
  chargeback: ['chargeback', 'order_chargedback'],
  canceled: ['order_rejected', 'compra_recusada'],
  abandoned: ['carrinho_abandonado', 'abandoned_cart'],
  other: ['refund_requested', 'reembolso_solicitado', 'subscription_canceled', 'subscription_late'],
});

/** The states of the API, and of notices without an event. A requested refund leaves the sale paid. */
export const KIND_BY_STATUS = mapKinds({
  paid: ['paid', 'approved', 'refund_requested', 'pending_refund'],
  pending: ['waiting_payment', 'pending', 'processing', 'authorized'],
  canceled: ['refused', 'canceled'],
  refunded: ['refunded'],
  chargeback: ['chargedback'],
  abandoned: ['abandoned'],
});

function kindOf(order: Json): NoticeKind | undefined {
  if (textAt(order, 'sale_type') === 'affiliate') return 'other';
  const event = textAt(order, 'webhook_event_type');
  if (event !== null && event !== 'subscription_renewed') return KIND_BY_EVENT.get(event);
  // The status is the order's, or the subscription's (`active`).
  const status = textAt(order, 'order_status') ?? textAt(order, 'status');
  const isPaid = event !== null && (status === null || status === 'active');
  return isPaid ? 'paid' : KIND_BY_STATUS.get(status);
}

function parseNotice(notice: Json): ParseResult {
  const order = orderIn(notice);
  if (order === null) return 'shape';
  const kind = kindOf(order);
  if (!kind) return 'event';
  const transaction = textAt(order, 'order_id');
  const email = textAt(order, 'Customer', 'email') ?? textAt(order, 'email');
  const name = textAt(order, 'Customer', 'full_name') ?? textAt(order, 'name');
  const phone = joinPhone({
    number: textAt(order, 'Customer', 'mobile') ?? textAt(order, 'phone') ?? '',
    isAbroad: isForeignCountry(textAt(order, 'Customer', 'country') ?? textAt(order, 'country')),
  });
  return {
    kind,
    transaction,
    cartId: textAt(order, 'id'),
    amount: amountOf(valueAt(order, 'Commissions')),
    currency: textAt(order, 'Commissions', 'currency'),
    split: splitOf(order),
    installments: smallIntegerOf(valueAt(order, 'installments')),
    alias: textAt(order, 'order_ref'),
    orderId: textAt(order, 'parent_order_id'),
    method: valueAt(order, 'payment_method'),
    product: {
      id: firstText(valueAt(order, 'Product', 'product_id'), valueAt(order, 'product_id')),
      name: firstText(valueAt(order, 'Product', 'product_name'), valueAt(order, 'product_name')),
    },
    buyer: { name, email, phones: [phone] },
    tracking: readTracking(valueAt(order, 'TrackingParameters')),
    ...timesOf(kind, order),
    paymentCodes: ['pix_code', 'boleto_barcode', 'boleto_URL'].map((name) => valueAt(order, name)),
    ...subscriptionOf(order, transaction),
    isTest: email?.toLowerCase() === 'johndoe@example.com' && name?.toLowerCase() === 'john doe',
  };
}

export const readTracking = (tracking: Json) =>
  trackingOf({
    src: valueAt(tracking, 'src'),
    sck: valueAt(tracking, 'sck'),
    ...utmsAt(tracking),
    others: [valueAt(tracking, 's1'), valueAt(tracking, 's2'), valueAt(tracking, 's3')],
  });

function orderIn(notice: Json): Json {
  const order = valueAt(notice, 'order') ?? notice;
  if (!Array.isArray(order)) return order;
  return order.length === 1 ? (order[0] ?? null) : null;
}

/** With interest and a coupon, it is unknown whether the price includes the coupon. */
function amountOf(commissions: Json): Amount {
  const charged = readCentavos(valueAt(commissions, 'charge_amount'));
  const price = readCentavos(valueAt(commissions, 'product_base_price'));
  const currency = textAt(commissions, 'currency');
  const priceCurrency = textAt(commissions, 'product_base_price_currency') ?? currency;
  if (currency !== priceCurrency) return charged;
  return charged.kind === 'missing' ? price : smallerAmount(charged, price);
}

function splitOf(order: Json) {
  const commissions = valueAt(order, 'Commissions');
  if ((textAt(commissions, 'currency') ?? 'BRL') !== 'BRL') return {};
  const isInReais = (name: string) => (textAt(commissions, name) ?? 'BRL') === 'BRL';
  const feeCents = isInReais('kiwify_fee_currency') && {
    feeCents: readCentavos(valueAt(commissions, 'kiwify_fee')),
  };
  // A price in reais may be settled with the seller in another currency.
  if (!isInReais('settlement_amount_currency')) return { ...feeCents };
  const shares = listAt(commissions, 'commissioned_stores').map((store) => ({
    recipient: textAt(store, 'type'),
    amount: readCentavos(valueAt(store, 'value')),
  }));
  const account = textAt(order, 'sale_type') === 'coproducer' ? 'coproducer' : 'producer';
  const netCents = readCentavos(valueAt(commissions, 'my_commission'));
  return {
    ...splitShares(shares, { account, platform: 'kiwify' }, netCents),
    netCents,
    ...feeCents,
  };
}

/** The charge's number is its place, by time, among the completed charges. */
function subscriptionOf(order: Json, transaction: string | null) {
  const subscription = textAt(order, 'Subscription', 'id') ?? textAt(order, 'subscription_id');
  const charges = listAt(order, 'Subscription', 'charges', 'completed').map((charge) => ({
    transaction: textAt(charge, 'order_id'),
    createdAt: timestampAt(charge, 'created_at') ?? '',
  }));
  const index = charges
    .toSorted((a, b) => compareTexts(a.createdAt, b.createdAt))
    .findIndex((charge) => charge.transaction === transaction);
  return { subscription, chargeNumber: index < 0 ? null : index + 1 };
}

function timesOf(kind: NoticeKind, order: Json) {
  const createdAt = timestampAt(order, 'created_at');
  const changedAt = timestampAt(order, 'updated_at');
  const paidAt = timestampAt(order, 'approved_date');
  const refundedAt = timestampAt(order, 'refunded_at');
  const occurredAtByKind: Partial<Record<NoticeKind, typeof createdAt>> = {
    paid: paidAt ?? changedAt ?? createdAt,
    pending: createdAt,
    abandoned: createdAt,
    refunded: refundedAt,
  };
  const occurredAt = occurredAtByKind[kind] ?? changedAt;
  const expiresAt =
    timestampAt(order, 'pix_expiration') ?? timestampAt(order, 'boleto_expiry_date');
  return { occurredAt, writtenAt: changedAt ?? occurredAt, paidAt, expiresAt };
}
