import { createHmac } from 'node:crypto';
import {
  CHECKOUT_DEFAULTS,
  type CheckoutSimulator,
  formatOrNull,
  iso,
  MINIMAL_CART,
  type PlannedNotice,
  type PlannedSale,
  reais,
  type SampleChanges,
  utmWithReference,
} from '../simulator.ts';

export const simulator: CheckoutSimulator = {
  ...CHECKOUT_DEFAULTS,
  // Eduzz reports commissions in a separate notice, which is not simulated.
  statesFees: false,
  carts: {
    ...MINIMAL_CART,
    hasReference: true,
    hasProductName: false,
    nameCart: ({ uuid }) => `cart:${uuid.replaceAll('-', '')}`,
  },
  createSaleIds: ({ number }) => ({ saleKey: String(number), paidTransaction: `TX-${number}` }),
  samples: {
    pending: 'boleto-opened',
    paid: 'paid',
    refunded: 'refunded',
    chargeback: 'paid',
    canceled: 'boleto-opened',
    abandoned: 'cart-left',
  },
  changesFor(notice) {
    const { sale, kind, at, id } = notice;
    const cancelEvent = sale.method === 'credit_card' ? 'invoice_refused' : 'invoice_expired';
    return {
      id: id.replaceAll('-', ''),
      sentDate: iso(at),
      ...(kind === 'canceled' && { event: `myeduzz.${cancelEvent}` }),
      ...(kind === 'chargeback' && { event: 'myeduzz.invoice_chargeback' }),
      ...(kind === 'abandoned' ? fillCart(notice) : fillInvoice(notice)),
    };
  },
  sign: (body, secret) => ({
    headers: { 'x-signature': createHmac('sha256', secret).update(body).digest('hex') },
  }),
};

const fillCart = ({ sale, at, reference }: PlannedNotice): SampleChanges => ({
  'data.href': linkOf(sale, reference),
  'data.customer.name': sale.buyer.name,
  'data.customer.email': sale.buyer.email,
  'data.customer.phone': `+55${sale.buyer.phone}`,
  'data.productId': [sale.product.id],
  'data.updatedAt': iso(at),
  'data.transactionId': sale.uuid.replaceAll('-', ''),
});

function linkOf({ utms }: PlannedSale, reference: string | null): string {
  const utmContent = utmWithReference(utms.utm_content, reference);
  const parameters = Object.entries({ ...utms, utm_content: utmContent }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return `https://elements2.eduzz.com/89AQEXEMPLO?${new URLSearchParams(parameters)}`;
}

const METHODS = { pix: 'pix', boleto: 'bankslip', credit_card: 'creditCard' };

function fillInvoice({ sale, kind, at, paidAt, reference }: PlannedNotice): SampleChanges {
  const { utms, buyer } = sale;
  const price = { currency: 'BRL', value: reais(sale.valueCents) };
  return {
    'data.id': sale.saleKey,
    'data.createdAt': iso(sale.createdAt),
    'data.buyer.name': buyer.name,
    'data.buyer.email': buyer.email,
    'data.buyer.phone2': null,
    'data.buyer.cellphone': buyer.phone,
    'data.student.name': buyer.name,
    'data.student.email': buyer.email,
    'data.utm.source': utms.utm_source,
    'data.utm.medium': utms.utm_medium,
    'data.utm.campaign': utms.utm_campaign,
    'data.utm.content': utmWithReference(utms.utm_content, reference),
    'data.price': price,
    'data.paid': paidAt === null ? null : price,
    'data.paymentMethod': METHODS[sale.method],
    'data.installments': sale.installments,
    'data.paidAt': formatOrNull(iso, paidAt),
    'data.refundedAt': kind === 'refunded' ? iso(at) : null,
    'data.transaction': paidAt === null ? null : { id: sale.paidTransaction, key: 'k' },
    // The sample's first item is an order bump.
    'data.items.1.productId': sale.product.id,
    'data.items.1.name': sale.product.name,
    'data.items.1.price.value': reais(sale.valueCents - 4_700),
  };
}
