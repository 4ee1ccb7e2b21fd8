import { SECOND_MS } from '@funil/contract/durations';
import { hashCart } from '@funil/server/sales/platforms/parsed-notice';
import {
  brasiliaTime,
  CHECKOUT_DEFAULTS,
  type CheckoutSimulator,
  MINIMAL_CART,
  utmChanges,
} from '../simulator.ts';

const hexOf = (uuid: string) => uuid.replaceAll('-', '').toUpperCase();
const cartAddress = (uuid: string) => `https://checkout.ticto.app/O${hexOf(uuid).slice(-16)}`;

const METHODS = { pix: 'pix', boleto: 'bank_slip', credit_card: 'credit_card' };
const ISSUED = { pix: 'pix_created', boleto: 'bank_slip_created', credit_card: 'waiting_payment' };
const ENDED = { pix: 'pix_expired', boleto: 'bank_slip_expired', credit_card: 'refused' };
/** Ticto's word for an empty value. */
const EMPTY_VALUE = 'Não Informado';

export const simulator: CheckoutSimulator = {
  ...CHECKOUT_DEFAULTS,
  hasBumps: true,
  timestampPrecisionMs: SECOND_MS,
  carts: {
    ...MINIMAL_CART,
    hasReference: true,
    hasMethod: true,
    nameCart: ({ uuid }, email) => `cart:${hashCart(cartAddress(uuid), email)}`,
  },
  createSaleIds: ({ uuid, number }) => ({
    saleKey: `TPA${hexOf(uuid).slice(-12)}`,
    orderId: `TOP${number}`,
  }),
  samples: {
    pending: 'pix-created',
    paid: 'authorized',
    refunded: 'authorized',
    chargeback: 'chargeback',
    canceled: 'pix-created',
    abandoned: 'cart-left',
  },
  changesFor({ sale, kind, at, reference }, secret) {
    const { buyer, utms } = sale;
    const order = {
      'order.id': sale.number,
      'order.hash': sale.orderId,
      'order.installments': sale.installments,
      'producer.amount': sale.split.netCents,
      coproducers: [{ amount: sale.split.commissionCents }],
      marketplace_commission: sale.split.feeCents,
      'order.transaction_hash': sale.saleKey,
      'order.paid_amount': sale.valueCents,
      'order.order_date': brasiliaTime(sale.createdAt),
    };
    return {
      ...(kind === 'pending' && { status: ISSUED[sale.method] }),
      ...(kind === 'canceled' && { status: ENDED[sale.method] }),
      ...(kind === 'refunded' && { status: kind }),
      status_date: brasiliaTime(at),
      payment_method: METHODS[sale.method],
      checkout_url: cartAddress(sale.uuid),
      token: secret,
      ...(kind !== 'abandoned' && order),
      'item.product_name': sale.product.name,
      'item.product_id': Number(sale.product.id),
      'item.amount': sale.valueCents,
      'customer.name': buyer.name,
      'customer.email': buyer.email,
      'customer.phone': { ddi: '+55', ddd: buyer.phone.slice(0, 2), number: buyer.phone.slice(2) },
      'tracking.sck': reference ?? EMPTY_VALUE,
      ...utmChanges('tracking.utm_', utms, (text) => text || EMPTY_VALUE),
      query_params: reference === null ? {} : { sck: reference },
    };
  },
};
