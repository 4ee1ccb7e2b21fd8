import type { NoticeKind } from '../../notice.ts';
import { type Description, type Kinds, kindIn, readWith } from '../draft.ts';
import { at, firstText, type Json, listAt, textOf } from '../json.ts';
import type { Platform } from '../platform.ts';
import { signatureProof } from '../proof.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { type Amount, firstMoment, fromCentavos, momentOf, numberOf, smaller } from '../values.ts';
import { checkout } from './checkout.ts';

/**
 * Kiwify. The order stands at the top, or alone under `order`; a left cart may be the one element of a list.
 *
 * | what | where | source |
 * | --- | --- | --- |
 * | proof | `?signature=`: hexadecimal HMAC-SHA1 of the raw body by the webhook's token | ajuda.kiwify.com.br, webhooks |
 * | kind | `webhook_event_type`, in either of its languages; else `order_status`; left carts: `status` | docs.kiwify.com.br, webhooks |
 * | transaction | `order_id`; left carts: `id` | the same |
 * | value | `Commissions.{charge_amount,currency}`, centavos; `product_base_price` where it is less: the rest is the buyer's interest | the same, and integrations |
 * | method | `payment_method` | the same |
 * | moments | `created_at`, `approved_date`, `refunded_at`, `updated_at`, Brasília's | integrations |
 * | expiry | `pix_expiration`, `boleto_expiry_date` (a day) | integrations |
 * | product | `Product.{product_id,product_name}`; left carts: `product_id`, `product_name` | the same |
 * | buyer | `Customer.{full_name,email,mobile}`; left carts: `name`, `email`, `phone` | the same |
 * | returned | `TrackingParameters.{s1,s2,s3,src,sck,utm_*}` | integrations |
 * | subscription | `Subscription.id`, `subscription_id`; `Subscription.charges.completed[].{order_id,created_at}` | public integrations |
 * | test | the panel's sample is John Doe's, `johndoe@example.com` | integrations |
 */
export const kiwify: Platform = {
  name: 'kiwify',
  version: 2,
  // Kiwify never sends the token, and signs all of the body: no other signature is taken.
  prove: ({ query }, secret) => signatureProof(query.signature, { algorithm: 'sha1', secret }),
  read: readWith(describe),
  checkout,
};

const KINDS: Kinds = {
  order_approved: 'paid',
  compra_aprovada: 'paid',
  pix_created: 'pending',
  pix_gerado: 'pending',
  billet_created: 'pending',
  boleto_gerado: 'pending',
  order_refunded: 'refunded',
  compra_reembolsada: 'refunded',
  chargeback: 'chargeback',
  order_chargedback: 'chargeback',
  order_rejected: 'canceled',
  compra_recusada: 'canceled',
  carrinho_abandonado: 'abandoned',
  abandoned_cart: 'abandoned',
  refund_requested: 'other',
  reembolso_solicitado: 'other',
  subscription_canceled: 'other',
  subscription_late: 'other',
};

/** Some accounts' notices name no event. */
const KINDS_BY_STATUS: Kinds = {
  paid: 'paid',
  approved: 'paid',
  waiting_payment: 'pending',
  pending: 'pending',
  refused: 'canceled',
  canceled: 'canceled',
  refunded: 'refunded',
  chargedback: 'chargeback',
  abandoned: 'abandoned',
};

function kindOf(order: Json): NoticeKind | null {
  const event = textOf(at(order, 'webhook_event_type'));
  const status = textOf(at(order, 'order_status')) ?? textOf(at(order, 'status'));
  if (event !== null && event !== 'subscription_renewed') return kindIn(KINDS, event);
  // A renewal is a charge; its state is the order's, or the subscription's (`active`).
  return kindIn(KINDS_BY_STATUS, status) ?? (event === null ? null : 'paid');
}

function describe(notice: Json): Description {
  const order = orderIn(notice);
  if (order === null) return 'shape';
  const kind = kindOf(order);
  if (kind === null) return 'event';
  const id = textOf(at(order, 'id'));
  const transaction =
    textOf(at(order, 'order_id')) ?? (kind === 'abandoned' && id !== null ? `cart:${id}` : null);
  const customer = at(order, 'Customer');
  const email = firstText(at(customer, 'email'), at(order, 'email'));
  const name = firstText(at(customer, 'full_name'), at(order, 'name'));
  const phone = firstText(at(customer, 'mobile'), at(order, 'phone'));
  return {
    kind,
    transaction,
    amount: amountOf(at(order, 'Commissions')),
    currency: textOf(at(order, 'Commissions', 'currency')),
    method: at(order, 'payment_method'),
    product: {
      id: firstText(at(order, 'Product', 'product_id'), at(order, 'product_id')),
      name: firstText(at(order, 'Product', 'product_name'), at(order, 'product_name')),
    },
    buyer: { name, email, phones: [phone] },
    tracking: returned(at(order, 'TrackingParameters')),
    ...momentsOf(kind, order),
    ...subscriptionOf(order, transaction),
    isTest: email?.toLowerCase() === 'johndoe@example.com' && name?.toLowerCase() === 'john doe',
  };
}

/** One notice tells of one order: a list of several is not understood. */
function orderIn(value: Json): Json {
  const order = at(value, 'order') ?? value;
  if (!Array.isArray(order)) return order;
  return order.length === 1 ? (order[0] ?? null) : null;
}

/**
 * The smaller of what was charged and the product's price: interest comes on top of the price, a coupon
 * off it. With both at once it is unknown whether the price is the one before the coupon.
 */
function amountOf(commissions: Json): Amount {
  const charged = fromCentavos(numberOf(at(commissions, 'charge_amount')));
  const price = fromCentavos(numberOf(at(commissions, 'product_base_price')));
  const currency = textOf(at(commissions, 'currency'));
  const isSame = currency === (textOf(at(commissions, 'product_base_price_currency')) ?? currency);
  if (!isSame) return charged;
  return charged.kind === 'none' ? price : smaller(charged, price);
}

/** A charge's number is its place among the completed ones, by time. */
function subscriptionOf(order: Json, transaction: string | null) {
  const subscription = firstText(at(order, 'Subscription', 'id'), at(order, 'subscription_id'));
  const charges = listAt(order, 'Subscription', 'charges', 'completed').map((charge) => ({
    order: textOf(at(charge, 'order_id')),
    at: textOf(at(charge, 'created_at')) ?? '',
  }));
  const place = charges
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .findIndex((charge) => charge.order === transaction);
  return { subscription, chargeNumber: place < 0 ? null : place + 1 };
}

function momentsOf(kind: NoticeKind, order: Json) {
  const changed = momentOf(at(order, 'updated_at'));
  const occurredAt = happenedAt(kind, order) ?? changed;
  const paidAt = momentOf(at(order, 'approved_date'));
  const expiresAt = firstMoment(at(order, 'pix_expiration'), at(order, 'boleto_expiry_date'));
  return { occurredAt, noticedAt: changed ?? occurredAt, paidAt, expiresAt };
}

function happenedAt(kind: NoticeKind, order: Json) {
  const created = at(order, 'created_at');
  if (kind === 'paid')
    return firstMoment(at(order, 'approved_date'), at(order, 'updated_at'), created);
  if (kind === 'pending' || kind === 'abandoned') return momentOf(created);
  return kind === 'refunded' ? momentOf(at(order, 'refunded_at')) : null;
}

function returned(tracking: Json) {
  return trackingOf({
    src: at(tracking, 'src'),
    sck: at(tracking, 'sck'),
    ...utmsAt(tracking),
    others: [at(tracking, 's1'), at(tracking, 's2'), at(tracking, 's3')],
  });
}
