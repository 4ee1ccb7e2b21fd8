import { BARE_CART, type CheckoutSimulator, reais, USUAL } from '../simulator.ts';

export const simulator: CheckoutSimulator = {
  ...USUAL,
  carts: BARE_CART,
  nameSale: ({ number }) => ({ saleKey: `HP${number}` }),
  samples: {
    pending: 'pix-issued',
    paid: 'approved',
    refunded: 'refunded',
    chargeback: 'chargeback',
    canceled: 'pix-issued',
    abandoned: 'cart-left',
  },
  fill({ sale, kind, at, paidAt, reference, id }) {
    const isCart = kind === 'abandoned';
    const expired = sale.method === 'credit_card' ? 'PURCHASE_CANCELED' : 'PURCHASE_EXPIRED';
    const purchase = {
      'data.buyer.checkout_phone': sale.buyer.phone,
      'data.purchase.order_date': sale.createdAt,
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
      // A cart has no other name than its notice.
      id: isCart ? sale.uuid : id,
      creation_date: at,
      ...(kind === 'canceled' && { event: expired }),
      'data.product.id': Number(sale.product.id),
      'data.product.name': sale.product.name,
      'data.buyer.name': sale.buyer.name,
      'data.buyer.email': sale.buyer.email,
      ...(isCart ? { 'data.buyer.phone': `55${sale.buyer.phone}` } : purchase),
    };
  },
  sign: (_body, secret) => ({ headers: { 'x-hotmart-hottok': secret } }),
};

const METHODS = { pix: 'PIX', boleto: 'BILLET', credit_card: 'CREDIT_CARD' };
