import type { NoticeKind, ReceivedNotice } from '../../notice.ts';
import { type Description, type Kinds, kindIn, readWith } from '../draft.ts';
import { at, firstText, type Json, listAt, textOf } from '../json.ts';
import type { Platform } from '../platform.ts';
import { isSame } from '../proof.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { firstMoment, fromCentavos, type Moment, minus, momentOf } from '../values.ts';
import { checkout } from './checkout.ts';

/**
 * Hubla, webhook 2.0.0.
 *
 * | what | where | source |
 * | --- | --- | --- |
 * | proof | header `x-hubla-token` | hubla.gitbook.io/docs/webhooks |
 * | kind | `type`; of `invoice.status_updated`: `event.invoice.status` | the same |
 * | notice | header `x-hubla-idempotency`; written at `event.invoice.modifiedAt` | the same, integrations |
 * | transaction | `event.invoice.id` | the same |
 * | value | `event.invoice.amount`: `totalCents` less the buyer's `installmentFeeCents`; else `subtotalCents` less `discountCents` | the same |
 * | currency | `event.invoice.currency` | integrations |
 * | method | `event.invoice.paymentMethod` | the same |
 * | moments | `event.invoice.statusAt[].{status,when}`, else `saleDate`, `createdAt`, `modifiedAt` | integrations |
 * | product | `event.product.{id,name}`, else the first of `event.products` | the same |
 * | buyer | `event.user`, `event.invoice.payer`; left carts: `event.lead`: `{fullName,firstName,lastName,email,phone}` | the same |
 * | returned | `event.invoice.firstPaymentSession.utm`, else `paymentSession.utm` and its `params` | the same, integrations |
 * | test | header `x-hubla-sandbox: true` | the same |
 */
export const hubla: Platform = {
  name: 'hubla',
  version: 2,
  keptHeaders: ['x-hubla-idempotency', 'x-hubla-sandbox'],
  sandboxHeader: 'x-hubla-sandbox',
  prove: ({ headers }, secret) => (isSame(headers['x-hubla-token'], secret) ? 'header' : null),
  read: readWith(describe),
  checkout,
};

const KINDS: Kinds = {
  'invoice.payment_succeeded': 'paid',
  'invoice.created': 'pending',
  'invoice.expired': 'canceled',
  'invoice.payment_failed': 'canceled',
  'invoice.refunded': 'refunded',
  'lead.abandoned_checkout': 'abandoned',
};
const KINDS_BY_STATUS: Kinds = {
  paid: 'paid',
  unpaid: 'pending',
  overdue: 'pending',
  draft: 'pending',
  expired: 'canceled',
  canceled: 'canceled',
  cancelled: 'canceled',
  refunded: 'refunded',
  chargeback: 'chargeback',
  disputed: 'other',
};
/** Who may see what is no sale: each charge comes as an invoice. */
const OTHERS = /^(?:subscription|customer|member|refund_request|smart_installment)\./;

function kindOf(type: string, invoice: Json): NoticeKind | null {
  if (type === 'invoice.status_updated') {
    return kindIn(KINDS_BY_STATUS, textOf(at(invoice, 'status'))?.toLowerCase() ?? null);
  }
  return kindIn(KINDS, type) ?? (OTHERS.test(type) ? 'other' : null);
}

function describe(notice: Json, { headers }: ReceivedNotice): Description {
  const type = textOf(at(notice, 'type'));
  if (type === null) return 'shape';
  const event = at(notice, 'event');
  const invoice = at(event, 'invoice');
  const kind = kindOf(type, invoice);
  if (kind === null) return 'event';
  const product = at(event, 'product') ?? at(event, 'products', 0);
  const transaction = textOf(at(invoice, 'id')) ?? cartOf(kind, event);
  const occurredAt = happenedAt(kind, event);
  return {
    noticeId: headers['x-hubla-idempotency']?.slice(0, 200) ?? null,
    kind,
    transaction,
    amount: amountOf(at(invoice, 'amount')),
    currency: textOf(at(invoice, 'currency')),
    method: at(invoice, 'paymentMethod'),
    product: { id: at(product, 'id'), name: at(product, 'name') },
    buyer: buyerOf(event),
    tracking: returned(invoice, event),
    occurredAt,
    noticedAt: momentOf(at(invoice, 'modifiedAt')) ?? occurredAt,
    paidAt: statusMoment(invoice, 'paid'),
    isTest: headers['x-hubla-sandbox']?.trim().toLowerCase() === 'true',
  };
}

function cartOf(kind: NoticeKind, event: Json) {
  const lead = textOf(at(event, 'lead', 'id'));
  return kind === 'abandoned' && lead !== null ? `cart:${lead}` : null;
}

function amountOf(amount: Json) {
  const total = fromCentavos(at(amount, 'totalCents'));
  if (total.kind !== 'none') return minus(total, fromCentavos(at(amount, 'installmentFeeCents')));
  const subtotal = fromCentavos(at(amount, 'subtotalCents'));
  return minus(subtotal, fromCentavos(at(amount, 'discountCents')));
}

function happenedAt(kind: NoticeKind, event: Json): Moment {
  const invoice = at(event, 'invoice');
  const changed = at(invoice, 'modifiedAt');
  const created = at(invoice, 'createdAt');
  switch (kind) {
    case 'paid':
      return statusMoment(invoice, 'paid') ?? firstMoment(at(invoice, 'saleDate'), changed);
    case 'pending':
      return firstMoment(created, changed);
    case 'refunded':
    case 'chargeback':
      return statusMoment(invoice, kind) ?? momentOf(changed);
    case 'abandoned':
      return firstMoment(at(event, 'lead', 'createdAt'), created);
    default:
      return momentOf(changed);
  }
}

/** When the invoice came into a state, the last time. */
function statusMoment(invoice: Json, status: string): Moment {
  const changes = listAt(invoice, 'statusAt').filter((one) => textOf(at(one, 'status')) === status);
  const moments = changes.map((one) => momentOf(at(one, 'when')));
  if (moments.includes('bad')) return 'bad';
  return moments.sort().at(-1) ?? null;
}

function buyerOf(event: Json) {
  const people = [at(event, 'user'), at(event, 'invoice', 'payer'), at(event, 'lead')];
  const names = people.map((one) => {
    const parts = [textOf(at(one, 'firstName')), textOf(at(one, 'lastName'))];
    return textOf(at(one, 'fullName')) ?? textOf(parts.filter((part) => part !== null).join(' '));
  });
  return {
    name: firstText(...names),
    email: firstText(...people.map((one) => at(one, 'email'))),
    phones: people.map((one) => at(one, 'phone')),
  };
}

function returned(invoice: Json, event: Json) {
  const first = at(invoice, 'firstPaymentSession');
  const later = at(invoice, 'paymentSession');
  const utm = at(first, 'utm') ?? at(later, 'utm') ?? at(event, 'lead', 'session', 'utm');
  const params = at(later, 'params');
  return trackingOf({
    src: at(params, 'src'),
    sck: at(params, 'sck'),
    ...utmsAt(utm, ''),
    others: [at(later, 'utm', 'term')],
  });
}
