import {
  CHECKOUT_DEFAULTS,
  type CheckoutSimulator,
  MINIMAL_CART,
  type PlannedSale,
  reais,
} from '../simulator.ts';

export const simulator: CheckoutSimulator = {
  ...CHECKOUT_DEFAULTS,
  hasBumps: true,
  hasChargeNumbers: true,
  carts: MINIMAL_CART,
  createSaleIds: ({ number }) => ({ saleKey: `HP${number}` }),
  samples: {
    pending: 'pix-issued',
    paid: 'approved',
    refunded: 'refunded',
    chargeback: 'chargeback',
    canceled: 'pix-issued',
    abandoned: 'cart-left',
  },
  changesFor({ sale, kind, at, paidAt, reference, id }) {
    const isCart = kind === 'abandoned';
    const cancelEvent = sale.method === 'credit_card' ? 'PURCHASE_CANCELED' : 'PURCHASE_EXPIRED';
    const purchase = {
      'data.buyer.checkout_phone': sale.buyer.phone,
      'data.purchase.order_date': sale.createdAt,
      'data.commissions': commissionsOf(sale),
      'data.purchase.payment.installments_number': sale.installments,
      'data.purchase.price.value': reais(sale.valueCents),
      'data.purchase.full_price.value': reais(sale.valueCents + 12_345),
      'data.purchase.transaction': sale.saleKey,
      'data.purchase.payment.type': METHODS[sale.method],
      'data.purchase.origin.src': sale.utms.utm_source,
      'data.purchase.origin.sck': reference ?? '',
      ...(paidAt === null
        ? { 'data.purchase.payment.pix_expiration_date': null }
        : { 'data.purchase.approved_date': paidAt }),
    };
    return {
      // A cart has no transaction, so its notice's id identifies it.
      id: isCart ? sale.uuid : id,
      creation_date: at,
      ...(kind === 'canceled' && { event: cancelEvent }),
      'data.product.id': Number(sale.product.id),
      'data.product.name': sale.product.name,
      'data.buyer.name': sale.buyer.name,
      'data.buyer.email': sale.buyer.email,
      ...(isCart ? { 'data.buyer.phone': `55${sale.buyer.phone}` } : purchase),
    };
  },
  // The samples are of single purchases.
  encode(filled, { sale: { saleKey, orderId, subscription, chargeNumber } }) {
    const notice = structuredClone(filled) as Purchase;
    const { data } = notice;
    if (subscription !== null) data.subscription = { subscriber: { code: subscription } };
    if (data.purchase && chargeNumber !== null) data.purchase.recurrence_number = chargeNumber;
    if (data.purchase && orderId !== saleKey) {
      data.purchase.order_bump = { is_order_bump: true, parent_purchase_transaction: orderId };
    }
    return JSON.stringify(notice);
  },
  sign: (_body, secret) => ({ headers: { 'x-hotmart-hottok': secret } }),
};

interface Purchase {
  data: { subscription?: object; purchase?: { recurrence_number?: number; order_bump?: object } };
}

const commissionsOf = ({ split }: PlannedSale) =>
  [
    { source: 'MARKETPLACE', cents: split.feeCents },
    { source: 'PRODUCER', cents: split.netCents },
    { source: 'AFFILIATE', cents: split.commissionCents },
  ].map(({ source, cents }) => ({ value: reais(cents), source, currency_value: 'BRL' }));

const METHODS = { pix: 'PIX', boleto: 'BILLET', credit_card: 'CREDIT_CARD' };
