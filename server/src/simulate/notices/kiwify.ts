import { createHmac } from 'node:crypto';
import type { Postback } from '../../sales/platforms/platform.ts';
import { brasiliaTime } from '../calendar.ts';
import type { PlannedNotice } from '../sale/planned.ts';
import { bytesOf, iso, postback } from './postback.ts';

const STATUSES = {
  pending: 'waiting_payment',
  paid: 'paid',
  refunded: 'refunded',
  chargeback: 'chargedback',
  canceled: 'refused',
} as const;
const ISSUED = { pix: 'pix_created', boleto: 'billet_created', credit_card: 'order_approved' };
const EVENTS = {
  paid: 'order_approved',
  refunded: 'order_refunded',
  chargeback: 'chargeback',
  canceled: 'order_rejected',
} as const;

/** Brasília's minute: Kiwify writes no seconds. */
const minute = (time: number | null) => (time === null ? null : brasiliaTime(time).slice(0, 16));

/** Kiwify's webhook, signed by HMAC-SHA1 over the body, in the shape that its adapter's samples have. */
export function writeKiwify(notice: PlannedNotice, secret: string): Postback {
  const body = bytesOf(notice.kind === 'abandoned' ? cartOf(notice) : orderOf(notice));
  const signature = createHmac('sha1', secret).update(body).digest('hex');
  return postback(body, { query: { signature } });
}

function cartOf({ sale, at }: PlannedNotice) {
  return {
    id: sale.uuid,
    status: 'abandoned',
    webhook_event_type: 'carrinho_abandonado',
    product_id: sale.product.id,
    product_name: sale.product.name,
    name: sale.buyer.name,
    email: sale.buyer.email,
    phone: `55${sale.buyer.phone}`,
    country: 'br',
    created_at: iso(at),
  };
}

function orderOf({ sale, kind, at, paidAt, reference }: PlannedNotice) {
  const { utms } = sale;
  return {
    order_id: sale.saleKey,
    order_ref: sale.uuid.slice(-7),
    order_status: kind === 'abandoned' ? 'abandoned' : STATUSES[kind],
    product_type: 'membership',
    payment_method: sale.method,
    installments: 1,
    created_at: minute(sale.createdAt),
    updated_at: minute(at),
    approved_date: minute(paidAt),
    refunded_at: kind === 'refunded' ? minute(at) : null,
    webhook_event_type:
      kind === 'pending' || kind === 'abandoned' ? ISSUED[sale.method] : EVENTS[kind],
    Product: { product_id: sale.product.id, product_name: sale.product.name },
    Customer: {
      full_name: sale.buyer.name,
      email: sale.buyer.email,
      mobile: `+55${sale.buyer.phone}`,
      CPF: '00000000000',
      ip: '203.0.113.9',
    },
    Commissions: {
      charge_amount: sale.valueCents,
      product_base_price: sale.valueCents,
      currency: 'BRL',
      funds_status: 'waiting',
    },
    TrackingParameters: {
      src: null,
      sck: reference,
      utm_source: utms.utm_source,
      utm_medium: utms.utm_medium,
      utm_campaign: utms.utm_campaign || null,
      utm_content: utms.utm_content || null,
      utm_term: utms.utm_term || null,
      s1: reference,
      s2: null,
      s3: null,
    },
  };
}
