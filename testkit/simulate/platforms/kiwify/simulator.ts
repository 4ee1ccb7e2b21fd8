import { createHmac } from 'node:crypto';
import { MINUTE_MS } from '@funil/contract/durations';
import {
  brasiliaTime,
  CHECKOUT_DEFAULTS,
  type CheckoutSimulator,
  formatOrNull,
  iso,
  MINIMAL_CART,
  type PlannedNotice,
  type SampleChanges,
  utmChanges,
} from '../simulator.ts';

export const simulator: CheckoutSimulator = {
  ...CHECKOUT_DEFAULTS,
  timestampPrecisionMs: MINUTE_MS,
  sendsExpiry: false,
  carts: MINIMAL_CART,
  createSaleIds: ({ uuid }) => ({ saleKey: uuid }),
  samples: {
    pending: 'pix-created',
    paid: 'approved',
    refunded: 'approved',
    chargeback: 'approved',
    canceled: 'pix-created',
    abandoned: 'cart-left',
  },
  changesFor: (notice) =>
    notice.kind === 'abandoned' ? cartChanges(notice) : orderChanges(notice),
  sign: (body, secret) => ({
    query: { signature: createHmac('sha1', secret).update(body).digest('hex') },
  }),
};

const cartChanges = ({ sale, at }: PlannedNotice): SampleChanges => ({
  id: sale.uuid,
  product_id: sale.product.id,
  product_name: sale.product.name,
  name: sale.buyer.name,
  email: sale.buyer.email,
  phone: `55${sale.buyer.phone}`,
  created_at: iso(at),
});

/** Returns a time as Kiwify writes it, without seconds. */
const toMinute = (time: number) => brasiliaTime(time).slice(0, 16);

/** The event and status of notices for which the sample of another kind is used. */
const EVENT_CHANGES: Partial<Record<PlannedNotice['kind'], SampleChanges>> = {
  refunded: { order_status: 'refunded', webhook_event_type: 'order_refunded' },
  chargeback: { order_status: 'chargedback', webhook_event_type: 'chargeback' },
  canceled: { order_status: 'refused', webhook_event_type: 'order_rejected' },
};

const orderChanges = ({ sale, kind, at, paidAt, reference }: PlannedNotice): SampleChanges => ({
  ...EVENT_CHANGES[kind],
  ...(kind === 'pending' && sale.method === 'boleto' && { webhook_event_type: 'billet_created' }),
  order_id: sale.saleKey,
  order_ref: sale.uuid.slice(-7),
  payment_method: sale.method,
  // Without an expiry, a pending sale counts as open, however long ago it began.
  pix_expiration: null,
  created_at: toMinute(sale.createdAt),
  updated_at: toMinute(at),
  approved_date: formatOrNull(toMinute, paidAt),
  refunded_at: kind === 'refunded' ? toMinute(at) : null,
  'Product.product_id': sale.product.id,
  'Product.product_name': sale.product.name,
  'Customer.full_name': sale.buyer.name,
  'Customer.first_name': sale.buyer.name.split(' ')[0],
  'Customer.email': sale.buyer.email,
  'Customer.mobile': `+55${sale.buyer.phone}`,
  installments: sale.installments,
  'Commissions.kiwify_fee': sale.split.feeCents,
  'Commissions.my_commission': sale.split.netCents,
  'Commissions.commissioned_stores': [
    { type: 'producer', value: String(sale.split.netCents) },
    { type: 'coproducer', value: String(sale.split.commissionCents) },
  ],
  'Commissions.charge_amount': sale.valueCents,
  'Commissions.product_base_price': sale.valueCents,
  'TrackingParameters.sck': reference,
  'TrackingParameters.s1': reference,
  ...utmChanges('TrackingParameters.utm_', sale.utms, (text) => text || null),
});
