import type { Postback } from '../../sales/platforms/platform.ts';
import type { PlannedNotice, PlannedSale } from '../sale/planned.ts';
import { bytesOf, iso, postback } from './postback.ts';
import { withReference } from './with-reference.ts';

const TYPES = {
  pending: 'invoice.created',
  paid: 'invoice.payment_succeeded',
  refunded: 'invoice.refunded',
  chargeback: 'invoice.status_updated',
  abandoned: 'lead.abandoned_checkout',
} as const;
const STATUSES = { pending: 'unpaid', paid: 'paid', canceled: 'expired' } as const;
/** What a dozen instalments cost the buyer, in parts of a hundred: no part of the sale. */
const INSTALMENT_FEE = 19;
const DISCOUNT_CENTS = 10_000;

/** Hubla's webhook 2.0.0, in the shape that its adapter's samples have. */
export function writeHubla(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind, id } = notice;
  const ended = sale.method === 'credit_card' ? 'invoice.payment_failed' : 'invoice.expired';
  const product = { id: sale.product.id, name: sale.product.name };
  const body = {
    type: kind === 'canceled' ? ended : TYPES[kind],
    version: '2.0.0',
    event: {
      product,
      products: [product],
      ...(kind === 'abandoned' ? cartOf(notice) : saleOf(notice)),
    },
  };
  const headers = {
    'x-hubla-token': secret,
    'x-hubla-idempotency': id,
    'x-hubla-sandbox': 'false',
  };
  return postback(bytesOf(body), { headers });
}

function utmOf({ sale, reference }: PlannedNotice) {
  const { utm_source, utm_medium, utm_campaign, utm_content } = sale.utms;
  return {
    source: utm_source,
    medium: utm_medium,
    campaign: utm_campaign,
    content: utm_content,
    term: withReference(sale.utms.utm_term, reference),
  };
}

function cartOf(notice: PlannedNotice) {
  const { uuid, buyer } = notice.sale;
  return {
    lead: {
      id: uuid,
      fullName: buyer.name,
      email: buyer.email,
      phone: `+55${buyer.phone}`,
      createdAt: iso(notice.at),
      session: { utm: utmOf(notice) },
    },
  };
}

function saleOf(notice: PlannedNotice) {
  const { sale, kind, at } = notice;
  const [firstName = '', ...lastNames] = sale.buyer.name.split(' ');
  const person = {
    id: `u-${sale.number}`,
    firstName,
    lastName: lastNames.join(' '),
    document: '00000000000',
    email: sale.buyer.email,
    phone: `+55${sale.buyer.phone}`,
  };
  const invoice = {
    id: sale.saleKey,
    payer: person,
    type: 'sell',
    status:
      kind === 'refunded' || kind === 'chargeback' || kind === 'abandoned' ? kind : STATUSES[kind],
    statusAt: statusesOf(notice),
    paymentMethod: sale.method,
    currency: 'BRL',
    installments: sale.method === 'credit_card' ? 12 : 1,
    amount: amountOf(sale),
    firstPaymentSession: { ip: '203.0.113.21', utm: utmOf(notice) },
    createdAt: iso(sale.createdAt),
    modifiedAt: iso(at),
    version: 2,
  };
  return { invoice, user: person };
}

function statusesOf({ sale, kind, at, paidAt }: PlannedNotice) {
  const statuses = [{ status: 'unpaid', when: iso(sale.createdAt) }];
  if (paidAt !== null) statuses.push({ status: 'paid', when: iso(paidAt) });
  if (kind === 'refunded' || kind === 'chargeback') statuses.push({ status: kind, when: iso(at) });
  return statuses;
}

function amountOf({ valueCents: value, method }: PlannedSale) {
  const fee = method === 'credit_card' ? Math.round((value * INSTALMENT_FEE) / 100) : 0;
  return {
    subtotalCents: value + DISCOUNT_CENTS,
    discountCents: DISCOUNT_CENTS,
    prorataCents: 0,
    installmentFeeCents: fee,
    totalCents: value + fee,
  };
}
