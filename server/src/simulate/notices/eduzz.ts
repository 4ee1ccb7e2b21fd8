import { createHmac } from 'node:crypto';
import type { Postback } from '../../sales/platforms/platform.ts';
import type { PlannedNotice } from '../sale/planned.ts';
import { bytesOf, iso, isoOrNull, postback, reais } from './postback.ts';
import { withReference } from './with-reference.ts';

const EVENTS = {
  pending: 'myeduzz.invoice_waiting_payment',
  paid: 'myeduzz.invoice_paid',
  refunded: 'myeduzz.invoice_refunded',
  chargeback: 'myeduzz.invoice_chargeback',
  abandoned: 'sun.cart_abandonment',
} as const;
const METHODS = { pix: 'pix', boleto: 'bankslip', credit_card: 'creditCard' } as const;

/** Eduzz' webhook 3, signed by HMAC-SHA256 over the body, in the shape that its adapter's samples have. */
export function writeEduzz(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind, at, id } = notice;
  const ended =
    sale.method === 'credit_card' ? 'myeduzz.invoice_refused' : 'myeduzz.invoice_expired';
  const body = bytesOf({
    id: id.replaceAll('-', ''),
    event: kind === 'canceled' ? ended : EVENTS[kind],
    data: kind === 'abandoned' ? cartOf(notice) : invoiceOf(notice),
    sentDate: iso(at),
  });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return postback(body, { headers: { 'x-signature': signature } });
}

function cartOf({ sale, at }: PlannedNotice) {
  const { name, email, phone } = sale.buyer;
  return {
    customer: { name, email, phone: `+55${phone}` },
    lastStep: 'payment_failed',
    productId: [sale.product.id],
    updatedAt: iso(at),
    producerId: 55,
    transactionId: sale.uuid.replaceAll('-', ''),
  };
}

function invoiceOf({ sale, kind, at, paidAt, reference }: PlannedNotice) {
  const { utms, buyer } = sale;
  const price = { currency: 'BRL', value: reais(sale.valueCents) };
  return {
    id: sale.saleKey,
    status: kind,
    createdAt: iso(sale.createdAt),
    buyer: {
      id: String(sale.number),
      name: buyer.name,
      email: buyer.email,
      phone: null,
      phone2: null,
      cellphone: buyer.phone,
      document: '00000000000',
    },
    producer: { id: '55', name: 'Engrena IA' },
    utm: {
      source: utms.utm_source,
      medium: utms.utm_medium,
      campaign: utms.utm_campaign,
      content: withReference(utms.utm_content, reference),
    },
    tracker: { code1: '', code2: '', code3: '' },
    price,
    paid: paidAt === null ? null : price,
    paymentMethod: METHODS[sale.method],
    installments: 1,
    paidAt: isoOrNull(paidAt),
    refundedAt: kind === 'refunded' ? iso(at) : null,
    transaction: paidAt === null ? null : { id: sale.paidTransaction, key: 'k' },
    items: [{ productId: sale.product.id, name: sale.product.name, price, isBump: false }],
  };
}
