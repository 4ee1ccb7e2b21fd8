import type { NoticeKind, ReceivedNotice } from '../../notices/notice.ts';
import { equalsInConstantTime, type PlatformAdapter } from '../authentication.ts';
import {
  firstText,
  isOlderVersion,
  type Json,
  listAt,
  smallIntegerOf,
  textAt,
  valueAt,
} from '../json.ts';
import {
  createNoticeReader,
  mapKinds,
  type ParseResult,
  readLaterPaymentNumber,
} from '../parsed-notice.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import {
  centsOf,
  readRoundedCentavos,
  splitShares,
  subtractAmounts,
  sumAmounts,
  type Timestamp,
  timestampAt,
} from '../values.ts';

/**
 * Hubla, webhook 2.0.0.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | authentication | header `x-hubla-token` | hubla.gitbook.io/docs/webhooks |
 * | kind | `type`; of `invoice.status_updated`: `event.invoice.status` | hubla.gitbook.io/docs/webhooks |
 * | notice | header `x-hubla-idempotency`; for the refund of an item `event.invoice.id`. Written at `event.invoice.modifiedAt` | hubla.gitbook.io/docs/webhooks, third-party integrations |
 * | transaction | `event.invoice.id`; an item's invoice has the id of the order's invoice with `-offer-2` appended | hubla.gitbook.io/docs/webhooks, third-party integrations |
 * | value | `event.invoice.amount`: `totalCents` less the buyer's `installmentFeeCents`; else `subtotalCents` less `discountCents`; each may have a fraction | hubla.gitbook.io/docs/webhooks, third-party integrations |
 * | split | `event.invoice.receivers[].{role,totalCents}`: `seller` is the net, `platform` the fee, all others commissions. The buyer's `installmentFeeCents` is subtracted from the platform's share, or from the seller's if the platform's is smaller | hubla.gitbook.io/docs/webhooks/eventos-v2/fatura; in the seller's share: third-party integrations |
 * | subscription | `event.invoice.subscriptionId`, without an invoice `event.subscription.id`. A single purchase has one, too | hubla.gitbook.io/docs/webhooks/eventos-v2/fatura |
 * | order | of an order bump's invoice `event.invoice.parentInvoiceId` | third-party integrations |
 * | charge number | `event.invoice.smartInstallment.installment`; each payment of the plan has its own invoice | hubla.gitbook.io/docs/webhooks/eventos-v2/fatura |
 * | installments | `event.invoice.installments` | hubla.gitbook.io/docs/webhooks/eventos-v2/fatura |
 * | currency | `event.invoice.currency`; of a sale abroad only `event.invoice.amount.settlement.currency` and `event.invoice.receivers[].currency` may name it | third-party integrations |
 * | method | `event.invoice.paymentMethod` | third-party integrations |
 * | times | `event.invoice.statusAt[].{status,when}`, else `saleDate`, `createdAt`, `modifiedAt` | third-party integrations |
 * | product | `event.product.{id,name}`, else the first of `event.products` | third-party integrations |
 * | buyer | `event.user`, `event.invoice.payer`; abandoned carts: `event.lead`: `{fullName,firstName,lastName,email,phone}` | third-party integrations |
 * | tracking | `event.invoice.firstPaymentSession.utm`, else `paymentSession.utm` and its `params` | third-party integrations |
 * | test | header `x-hubla-sandbox: true`; of a test of the configuration, the invoice's id ends with `-tester` | third-party integrations |
 *
 * An order with several items has one invoice with the sum of all, and one for each item. An item's invoice is no
 * sale; its refund is a partial refund of the order.
 */
export const hubla: PlatformAdapter = {
  name: 'hubla',
  adapterVersion: 15,
  storedHeaders: ['x-hubla-idempotency', 'x-hubla-sandbox'],
  sandboxHeader: 'x-hubla-sandbox',
  authenticate: ({ headers }, secret) =>
    equalsInConstantTime(headers['x-hubla-token'], secret) ? 'header' : null,
  read: createNoticeReader(parseNotice),
};

const KIND_BY_EVENT = mapKinds({
  paid: ['invoice.payment_succeeded'],
  pending: ['invoice.created'],
  canceled: ['invoice.expired', 'invoice.payment_failed'],
  refunded: ['invoice.refunded'],
  abandoned: ['lead.abandoned_checkout'],
});
const KIND_BY_STATUS = mapKinds({
  paid: ['paid'],
  pending: ['unpaid', 'overdue', 'draft'],
  canceled: ['expired', 'canceled', 'cancelled'],
  refunded: ['refunded'],
  chargeback: ['chargeback'],
  other: ['disputed'],
});
/** Access to the product is no sale: each charge has its own invoice. */
const OTHER_EVENTS = /^(?:subscription|customer|member|refund_request|smart_installment)\./;

function kindOf(type: string, invoice: Json): NoticeKind | undefined {
  if (type === 'invoice.status_updated') {
    return KIND_BY_STATUS.get(textAt(invoice, 'status')?.toLowerCase() ?? null);
  }
  return KIND_BY_EVENT.get(type) ?? (OTHER_EVENTS.test(type) ? 'other' : undefined);
}

const ITEM_INVOICE = /^(.+)-offer-\d+$/;

function parseNotice(notice: Json, { headers }: ReceivedNotice): ParseResult {
  const type = textAt(notice, 'type');
  if (type === null) return 'shape';
  const event = valueAt(notice, 'event');
  const invoice = valueAt(event, 'invoice');
  const invoiceKind = kindOf(type, invoice);
  // Version 1 names its events `NewSale`, `CanceledSale` and so on.
  if (!invoiceKind) return isOlderVersion(notice) ? 'version' : 'event';
  const invoiceId = textAt(invoice, 'id');
  const amount = amountOf(valueAt(invoice, 'amount'));
  const orderInvoiceId = ITEM_INVOICE.exec(invoiceId ?? '')?.[1];
  const isItem = orderInvoiceId !== undefined;
  const currency = foreignCurrencyOf(invoice);
  const isItemRefund = isItem && invoiceKind === 'refunded' && currency === null;
  const refundedCents = isItemRefund ? centsOf(amount) : null;
  // A refund of an item is ignored without its value, because it would count as a refund of the whole order.
  const kind = isItem && !refundedCents ? 'other' : invoiceKind;
  const product = valueAt(event, 'product') ?? valueAt(event, 'products', 0);
  const occurredAt = occurredAtOf(kind, event);
  return {
    noticeId: isItemRefund ? invoiceId : (headers['x-hubla-idempotency']?.slice(0, 200) ?? null),
    kind,
    transaction: orderInvoiceId ?? invoiceId,
    cartId: textAt(event, 'lead', 'id'),
    amount: isItem ? { kind: 'missing' } : amount,
    refundedCents,
    currency,
    split: isItem ? {} : splitOf(invoice),
    subscription: textAt(invoice, 'subscriptionId') ?? textAt(event, 'subscription', 'id'),
    orderId: textAt(invoice, 'parentInvoiceId'),
    chargeNumber: readLaterPaymentNumber(valueAt(invoice, 'smartInstallment', 'installment')),
    installments: smallIntegerOf(valueAt(invoice, 'installments')),
    method: valueAt(invoice, 'paymentMethod'),
    product: { id: valueAt(product, 'id'), name: valueAt(product, 'name') },
    buyer: buyerOf(event),
    tracking: readTracking(event),
    occurredAt,
    writtenAt: timestampAt(invoice, 'modifiedAt') ?? occurredAt,
    paidAt: statusTime(invoice, 'paid'),
    isTest:
      headers['x-hubla-sandbox']?.trim().toLowerCase() === 'true' ||
      /-tester$/.test(invoiceId ?? ''),
  };
}

function foreignCurrencyOf(invoice: Json): string | null {
  const currencies = [
    textAt(invoice, 'currency'),
    textAt(invoice, 'amount', 'settlement', 'currency'),
    ...listAt(invoice, 'receivers').map((receiver) => textAt(receiver, 'currency')),
  ];
  return currencies.find((currency) => (currency?.toUpperCase() ?? 'BRL') !== 'BRL') ?? null;
}

function amountOf(amount: Json) {
  const total = readRoundedCentavos(valueAt(amount, 'totalCents'));
  if (total.kind !== 'missing')
    return subtractAmounts(total, readRoundedCentavos(valueAt(amount, 'installmentFeeCents')));
  const subtotal = readRoundedCentavos(valueAt(amount, 'subtotalCents'));
  return subtractAmounts(subtotal, readRoundedCentavos(valueAt(amount, 'discountCents')));
}

function splitOf(invoice: Json) {
  if (foreignCurrencyOf(invoice) !== null) return {};
  const amount = valueAt(invoice, 'amount');
  const interest = readRoundedCentavos(valueAt(amount, 'installmentFeeCents'));
  const shares = listAt(invoice, 'receivers').map((receiver) => ({
    recipient: textAt(receiver, 'role'),
    amount: readRoundedCentavos(valueAt(receiver, 'totalCents')),
  }));
  const split = splitShares(shares, { account: 'seller', platform: 'platform' });
  const sharesCents = centsOf(sumAmounts(shares.map((share) => share.amount)));
  const priceCents = centsOf(amountOf(amount)) ?? 0;
  // Rounding may add a centavo to every share.
  if (sharesCents !== null && sharesCents <= priceCents + shares.length) return split;
  const { feeCents, netCents } = split;
  return (centsOf(feeCents) ?? 0) >= (centsOf(interest) ?? 0)
    ? { ...split, ...(feeCents && { feeCents: subtractAmounts(feeCents, interest) }) }
    : { ...split, ...(netCents && { netCents: subtractAmounts(netCents, interest) }) };
}

function occurredAtOf(kind: NoticeKind, event: Json): Timestamp {
  const invoice = valueAt(event, 'invoice');
  const changedAt = timestampAt(invoice, 'modifiedAt');
  const createdAt = timestampAt(invoice, 'createdAt');
  const timeByKind: Partial<Record<NoticeKind, Timestamp>> = {
    paid: statusTime(invoice, 'paid') ?? timestampAt(invoice, 'saleDate'),
    pending: createdAt,
    refunded: statusTime(invoice, 'refunded'),
    chargeback: statusTime(invoice, 'chargeback'),
    abandoned: timestampAt(event, 'lead', 'createdAt') ?? createdAt,
  };
  return timeByKind[kind] ?? changedAt;
}

function statusTime(invoice: Json, status: string): Timestamp {
  const changes = listAt(invoice, 'statusAt').filter((item) => textAt(item, 'status') === status);
  const times = changes.map((change) => timestampAt(change, 'when'));
  if (times.includes('invalid')) return 'invalid';
  return times.sort().at(-1) ?? null;
}

function buyerOf(event: Json) {
  const people = [
    valueAt(event, 'user'),
    valueAt(event, 'invoice', 'payer'),
    valueAt(event, 'lead'),
  ];
  const names = people.map(
    (person) =>
      textAt(person, 'fullName') ??
      ['firstName', 'lastName'].flatMap((name) => textAt(person, name) ?? []).join(' '),
  );
  return {
    name: firstText(...names),
    email: firstText(...people.map((person) => valueAt(person, 'email'))),
    phones: people.map((person) => valueAt(person, 'phone')),
  };
}

function readTracking(event: Json) {
  const firstSession = valueAt(event, 'invoice', 'firstPaymentSession');
  const latestSession = valueAt(event, 'invoice', 'paymentSession');
  const utm =
    valueAt(firstSession, 'utm') ??
    valueAt(latestSession, 'utm') ??
    valueAt(event, 'lead', 'session', 'utm');
  return trackingOf({
    src: valueAt(latestSession, 'params', 'src'),
    sck: valueAt(latestSession, 'params', 'sck'),
    ...utmsAt(utm, ''),
    others: [valueAt(latestSession, 'utm', 'term')],
  });
}
