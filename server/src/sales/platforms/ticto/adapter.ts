import { cartName, type Description, type Kinds, kindIn, readWith } from '../draft.ts';
import { at, firstText, type Json, textOf } from '../json.ts';
import type { Platform } from '../platform.ts';
import { bodyTokenProof } from '../proof.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { type Amount, fromCentavos, momentOf, smaller } from '../values.ts';
import { checkout } from './checkout.ts';

/**
 * Ticto, webhook 2.0.
 *
 * | what | where | source |
 * | --- | --- | --- |
 * | proof | `token` in the body | integrations |
 * | kind | `status` | integrations |
 * | transaction | `order.transaction_hash`, else `order.hash` | integrations |
 * | value | `order.paid_amount`, centavos; `item.amount` times `item.quantity` where it is less: the rest is the buyer's interest | webhook.ticto.dev, integrations |
 * | method | `payment_method` | integrations |
 * | moments | `status_date`, `order.order_date`, Brasília's | integrations |
 * | product | `item.{product_id,product_name}` | integrations |
 * | buyer | `customer.{name,email,phone:{ddi,ddd,number}}` | integrations |
 * | returned | `tracking.{src,sck,utm_*}` and `query_params`; empty is the text «Não Informado» | integrations |
 *
 * No source tells how a panel's test would be known. `claimed` asks for money back: nothing is undone
 * until it is refunded or charged back.
 */
export const ticto: Platform = {
  name: 'ticto',
  version: 2,
  prove: (_head, secret) => bodyTokenProof('token', secret),
  read: readWith(describe),
  checkout,
};

const KINDS: Kinds = {
  authorized: 'paid',
  waiting_payment: 'pending',
  pix_created: 'pending',
  bank_slip_created: 'pending',
  bank_slip_delayed: 'pending',
  refunded: 'refunded',
  chargeback: 'chargeback',
  chargedback: 'chargeback',
  refused: 'canceled',
  pix_expired: 'canceled',
  bank_slip_expired: 'canceled',
  expired: 'canceled',
  abandoned_cart: 'abandoned',
  claimed: 'other',
  close: 'other',
  trial: 'other',
  trial_started: 'other',
  trial_ended: 'other',
  subscription_canceled: 'other',
  subscription_delayed: 'other',
  all_charges_paid: 'other',
  card_exchanged: 'other',
  extended: 'other',
  uncanceled: 'other',
};

function describe(notice: Json): Description {
  const status = textOf(at(notice, 'status'))?.toLowerCase();
  if (status === undefined) return 'shape';
  const kind = kindIn(KINDS, status);
  if (kind === null) return 'event';
  const order = at(notice, 'order');
  const transaction = firstText(at(order, 'transaction_hash'), at(order, 'hash')) ?? cartOf(notice);
  const noticedAt = momentOf(at(notice, 'status_date'));
  const ordered = momentOf(at(order, 'order_date'));
  return {
    kind,
    transaction,
    amount: amountOf(order, at(notice, 'item')),
    method: at(notice, 'payment_method'),
    product: {
      id: firstText(at(notice, 'item', 'product_id'), at(notice, 'product_id')),
      name: firstText(at(notice, 'item', 'product_name'), at(notice, 'product_name')),
    },
    buyer: buyerOf(at(notice, 'customer') ?? notice),
    tracking: returned(notice),
    occurredAt: (kind === 'pending' ? ordered : null) ?? noticedAt ?? ordered,
    noticedAt: noticedAt ?? ordered,
  };
}

/** Interest comes on top of the price, a coupon off it. */
function amountOf(order: Json, item: Json): Amount {
  const paid = fromCentavos(at(order, 'paid_amount'));
  const price = fromCentavos(at(item, 'amount'));
  const quantity = Number(textOf(at(item, 'quantity')) ?? 1);
  if (price.kind !== 'centavos' || !Number.isSafeInteger(quantity) || quantity < 1) return paid;
  return smaller(paid, { ...price, centavos: price.centavos * quantity });
}

/** A cart that was left has no order yet; in its notice the buyer may stand at the top. */
function cartOf(notice: Json): string | null {
  if (textOf(at(notice, 'status')) !== 'abandoned_cart') return null;
  const address = firstText(at(notice, 'checkout_url'), at(notice, 'url'));
  return cartName(address, textOf(at(at(notice, 'customer') ?? notice, 'email')));
}

function buyerOf(customer: Json) {
  const phone = at(customer, 'phone');
  const parts = ['ddi', 'ddd', 'number'].map((name) => textOf(at(phone, name)) ?? '');
  const number = typeof phone === 'string' ? phone : parts.join('');
  return {
    name: at(customer, 'name'),
    email: at(customer, 'email'),
    phones: [number],
  };
}

function returned(notice: Json) {
  const tracking = at(notice, 'tracking');
  const params = at(notice, 'query_params');
  return trackingOf({
    src: at(tracking, 'src'),
    sck: at(tracking, 'sck'),
    ...utmsAt(tracking),
    others: [at(params, 'sck'), at(params, 'utm_term')],
  });
}
