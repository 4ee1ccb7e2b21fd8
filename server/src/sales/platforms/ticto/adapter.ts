import { joinPhone } from '@funil/contract/contacts/phone-parts';
import type { NoticeKind } from '../../notices/notice.ts';
import { authenticateByBodyToken, type PlatformAdapter } from '../authentication.ts';
import {
  firstText,
  isOlderVersion,
  type Json,
  listAt,
  smallIntegerOf,
  textAt,
  valueAt,
} from '../json.ts';
import { createNoticeReader, hashCart, mapKinds, type ParseResult } from '../parsed-notice.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import {
  type Amount,
  readCentavos,
  readReais,
  smallerAmount,
  splitShares,
  sumAmounts,
  timestampAt,
} from '../values.ts';

/**
 * Ticto, webhook 2.0.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | authentication | `token` in the body | third-party integrations |
 * | kind | `status`; none if `commission_type` is `affiliate`: another seller's product | third-party integrations |
 * | transaction | `order.transaction_hash`, else `order.hash` | third-party integrations |
 * | value | `order.paid_amount`, centavos, with the bumps; `item.amount` times `item.quantity` and `bumps[].offer_price` (reais) if they are less: the difference is the buyer's interest | webhook.ticto.dev, third-party integrations |
 * | split | `commission_type` is the account's role: `producer.amount`, or the only one of `coproducers[].amount`, is the net, of several `owner_commissions[].commission_amount`, `marketplace_commission` the fee without the fixed one, `affiliates[].amount` and the other `coproducers[].amount` commissions, all in centavos, of the main product only; with bumps, the net is the sum of `owner_commissions[].commission_amount` | third-party integrations; the commissions' `amount` is assumed |
 * | order | `order.hash`, of all items | third-party integrations |
 * | subscription | `subscriptions[0].{id,successful_charges}`: of a payment, the charge's number | third-party integrations |
 * | installments | `order.installments` | third-party integrations |
 * | method | `payment_method` | third-party integrations |
 * | times | `status_date`, `order.order_date`, of some abandoned carts `created_at`, Brasília's | third-party integrations |
 * | code | `transaction.{pix_qr_code,bank_slip_code,pix_url,bank_slip_url}`; `checkout_url` is the offer's, and of no payment | third-party integrations |
 * | product | `item.{product_id,product_name}`, else the first of `items` | third-party integrations |
 * | buyer | `customer.{name,email,phone:{ddi,ddd,number}}` | third-party integrations |
 * | tracking | `tracking.{src,sck,utm_*}` and `query_params`; empty is the text «Não Informado» | third-party integrations |
 *
 * No source documents a mark of the panel's tests. `claimed` is a request: the sale stays paid until the refund or
 * chargeback.
 */
export const ticto: PlatformAdapter = {
  name: 'ticto',
  adapterVersion: 11,
  authenticate: (_head, secret) => authenticateByBodyToken('token', secret),
  read: createNoticeReader(parseNotice),
};

const KIND_BY_STATUS = mapKinds({
  paid: ['authorized'],
  pending: ['waiting_payment', 'pix_created', 'bank_slip_created', 'bank_slip_delayed'],
  refunded: ['refunded'],
  chargeback: ['chargeback', 'chargedback'],
  canceled: ['refused', 'pix_expired', 'bank_slip_expired', 'expired'],
  abandoned: ['abandoned_cart'],
  other: [
    'claimed',
    'close',
    'trial',
    'trial_started',
    'trial_ended',
    'subscription_canceled',
    'subscription_delayed',
    'all_charges_paid',
    'card_exchanged',
    'extended',
    'uncanceled',
  ],
});

function parseNotice(notice: Json): ParseResult {
  const status = textAt(notice, 'status')?.toLowerCase();
  if (status === undefined) return 'shape';
  const isAffiliate = textAt(notice, 'commission_type') === 'affiliate';
  const kind = isAffiliate ? 'other' : KIND_BY_STATUS.get(status);
  if (isOlderVersion(notice)) return 'version';
  if (!kind) return 'event';
  const order = valueAt(notice, 'order');
  const item = valueAt(notice, 'item') ?? valueAt(notice, 'items', 0);
  const bumps = listAt(notice, 'bumps');
  // An abandoned cart's notice may have the buyer's fields at its top.
  const customer = valueAt(notice, 'customer') ?? notice;
  const cartAddress = textAt(notice, 'checkout_url') ?? textAt(notice, 'url');
  const changedAt = timestampAt(notice, 'status_date');
  const orderedAt = timestampAt(order, 'order_date') ?? timestampAt(notice, 'created_at');
  const tracking = valueAt(notice, 'tracking');
  const params = valueAt(notice, 'query_params');
  return {
    kind,
    transaction: textAt(order, 'transaction_hash') ?? textAt(order, 'hash'),
    cartId: hashCart(cartAddress, textAt(customer, 'email')),
    amount: amountOf(order, item, bumps),
    split: bumps.length > 0 ? { netCents: ownCommissionOf(notice) } : splitOf(notice),
    installments: smallIntegerOf(valueAt(order, 'installments')),
    orderId: textAt(order, 'hash'),
    ...subscriptionOf(kind, valueAt(notice, 'subscriptions')),
    method: valueAt(notice, 'payment_method'),
    product: {
      id: firstText(valueAt(item, 'product_id'), valueAt(notice, 'product_id')),
      name: firstText(valueAt(item, 'product_name'), valueAt(notice, 'product_name')),
    },
    buyer: {
      name: valueAt(customer, 'name'),
      email: valueAt(customer, 'email'),
      phones: [phoneOf(valueAt(customer, 'phone'))],
    },
    tracking: trackingOf({
      src: valueAt(tracking, 'src'),
      sck: valueAt(tracking, 'sck'),
      ...utmsAt(tracking),
      others: [valueAt(params, 'sck'), valueAt(params, 'utm_term')],
    }),
    paymentCodes: ['pix_qr_code', 'bank_slip_code', 'pix_url', 'bank_slip_url'].map((name) =>
      valueAt(notice, 'transaction', name),
    ),
    occurredAt: (kind === 'pending' ? orderedAt : null) ?? changedAt ?? orderedAt,
    writtenAt: changedAt ?? orderedAt,
  };
}

function amountOf(order: Json, item: Json, bumps: readonly Json[]): Amount {
  const paid = readCentavos(valueAt(order, 'paid_amount'));
  const price = readCentavos(valueAt(item, 'amount'));
  const quantity = Number(textAt(item, 'quantity') ?? 1);
  if (price.kind !== 'cents' || !Number.isSafeInteger(quantity) || quantity < 1) return paid;
  const prices = [
    { ...price, cents: price.cents * quantity },
    ...bumps.map((bump) => readReais(valueAt(bump, 'offer_price'))),
  ];
  return smallerAmount(paid, sumAmounts(prices));
}

const ownCommissionOf = (notice: Json): Amount =>
  sumAmounts(
    listAt(notice, 'owner_commissions').map((item) =>
      readCentavos(valueAt(item, 'commission_amount')),
    ),
  );

function splitOf(notice: Json) {
  const sharesOf = (recipient: string, people: readonly Json[]) =>
    people.map((person) => ({ recipient, amount: readCentavos(valueAt(person, 'amount')) }));
  const role = textAt(notice, 'commission_type');
  const producer =
    role === 'producer' || role === 'coproducer' ? valueAt(notice, 'producer') : null;
  const shares = [
    ...sharesOf('producer', producer === null ? [] : [producer]),
    ...sharesOf('affiliate', listAt(notice, 'affiliates')),
    ...sharesOf('coproducer', listAt(notice, 'coproducers')),
  ];
  return {
    ...splitShares(
      shares,
      { account: role === 'coproducer' ? role : 'producer', platform: 'ticto' },
      ownCommissionOf(notice),
    ),
    feeCents: readCentavos(valueAt(notice, 'marketplace_commission')),
  };
}

/** Only a payment's notice has its own charge number; a later notice may already count later charges. */
const subscriptionOf = (kind: NoticeKind, subscriptions: Json) => ({
  subscription: textAt(subscriptions, 0, 'id'),
  chargeNumber:
    kind === 'paid' ? smallIntegerOf(valueAt(subscriptions, 0, 'successful_charges')) : null,
});

const phoneOf = (phone: Json): Json =>
  typeof phone === 'string'
    ? phone
    : joinPhone({
        number: textAt(phone, 'number') ?? '',
        country: textAt(phone, 'ddi'),
        area: textAt(phone, 'ddd'),
      });
