import {
  CHECKOUT_DEFAULTS,
  type CheckoutSimulator,
  iso,
  MINIMAL_CART,
  type PlannedNotice,
  type PlannedSale,
  type SampleChanges,
  utmChanges,
  utmWithReference,
} from '../simulator.ts';

export const simulator: CheckoutSimulator = {
  ...CHECKOUT_DEFAULTS,
  hasChargeNumbers: false,
  carts: { ...MINIMAL_CART, hasReference: true },
  createSaleIds: ({ uuid, number }) => ({ saleKey: uuid, subscription: `s-${number}` }),
  samples: {
    pending: 'created',
    paid: 'paid',
    refunded: 'refunded',
    chargeback: 'refunded',
    canceled: 'created',
    abandoned: 'cart-left',
  },
  changesFor: (notice) => ({
    'event.product.id': notice.sale.product.id,
    'event.product.name': notice.sale.product.name,
    ...(notice.kind === 'abandoned' ? cartChanges(notice) : fillInvoice(notice)),
  }),
  sign: (_body, secret, notice) => ({
    headers: {
      'x-hubla-token': secret,
      ...(notice && { 'x-hubla-idempotency': notice.id, 'x-hubla-sandbox': 'false' }),
    },
  }),
};

const cartChanges = ({ sale, at, reference }: PlannedNotice): SampleChanges => ({
  'event.lead.id': sale.uuid,
  'event.lead.fullName': sale.buyer.name,
  'event.lead.email': sale.buyer.email,
  'event.lead.phone': `+55${sale.buyer.phone}`,
  'event.lead.createdAt': iso(at),
  'event.lead.session.utm.source': sale.utms.utm_source,
  'event.lead.session.utm.term': utmWithReference(sale.utms.utm_term, reference),
});

function fillInvoice(notice: PlannedNotice): SampleChanges {
  const { sale, kind, at, paidAt, reference } = notice;
  const { utms } = sale;
  const cancelEvent = sale.method === 'credit_card' ? 'invoice.payment_failed' : 'invoice.expired';
  return {
    ...(kind === 'canceled' && { type: cancelEvent, 'event.invoice.status': 'expired' }),
    ...(kind === 'chargeback' && {
      type: 'invoice.status_updated',
      'event.invoice.status': kind,
      'event.invoice.statusAt.2.status': kind,
    }),
    ...fillPerson('event.user', sale),
    ...fillPerson('event.invoice.payer', sale),
    'event.products.0.id': sale.product.id,
    'event.products.0.name': sale.product.name,
    'event.invoice.id': sale.saleKey,
    'event.invoice.subscriptionId': sale.subscription,
    'event.invoice.payerId': `u-${sale.number}`,
    'event.invoice.statusAt.0.when': iso(sale.createdAt),
    ...(paidAt !== null && { 'event.invoice.statusAt.1.when': iso(paidAt) }),
    ...((kind === 'refunded' || kind === 'chargeback') && {
      'event.invoice.statusAt.2.when': iso(at),
    }),
    'event.invoice.paymentMethod': sale.method,
    'event.invoice.installments': sale.installments,
    'event.invoice.amount': amountOf(sale),
    'event.invoice.receivers': receiversOf(sale),
    ...utmChanges('event.invoice.firstPaymentSession.utm.', utms),
    'event.invoice.firstPaymentSession.utm.term': utmWithReference(utms.utm_term, reference),
    'event.invoice.saleDate': iso(sale.createdAt),
    'event.invoice.dueDate': iso(sale.createdAt),
    'event.invoice.createdAt': iso(sale.createdAt),
    'event.invoice.modifiedAt': iso(at),
  };
}

function fillPerson(path: string, { number, buyer }: PlannedSale): SampleChanges {
  const [firstName, ...lastNames] = buyer.name.split(' ');
  return {
    [`${path}.id`]: `u-${number}`,
    [`${path}.firstName`]: firstName,
    [`${path}.lastName`]: lastNames.join(' '),
    [`${path}.email`]: buyer.email,
    [`${path}.phone`]: `+55${buyer.phone}`,
  };
}

const INTEREST_PERCENT = 19;
const DISCOUNT_CENTS = 10_000;

const interestOf = ({ valueCents, installments }: PlannedSale) =>
  installments > 1 ? Math.round((valueCents * INTEREST_PERCENT) / 100) : 0;

function receiversOf(sale: PlannedSale) {
  const { netCents, feeCents, commissionCents } = sale.split;
  return [
    { role: 'platform', totalCents: feeCents + interestOf(sale) },
    { role: 'seller', totalCents: netCents },
    { role: 'affiliate', totalCents: commissionCents },
  ];
}

function amountOf(sale: PlannedSale) {
  const value = sale.valueCents;
  const interestCents = interestOf(sale);
  return {
    subtotalCents: value + DISCOUNT_CENTS,
    discountCents: DISCOUNT_CENTS,
    prorataCents: 0,
    installmentFeeCents: interestCents,
    totalCents: value + interestCents,
  };
}
