import type { Postback } from '../../sales/platforms/platform.ts';
import type { PlannedNotice } from '../sale/planned.ts';
import { bytesOf, postback, reais } from './postback.ts';

const EVENTS = {
  pending: 'PURCHASE_BILLET_PRINTED',
  paid: 'PURCHASE_APPROVED',
  refunded: 'PURCHASE_REFUNDED',
  chargeback: 'PURCHASE_CHARGEBACK',
  abandoned: 'PURCHASE_OUT_OF_SHOPPING_CART',
} as const;
const TYPES = { pix: 'PIX', boleto: 'BILLET', credit_card: 'CREDIT_CARD' } as const;

/** Hotmart's webhook 2.0.0, in the shape that its adapter's samples have. */
export function writeHotmart(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind, at, id } = notice;
  const expired = sale.method === 'credit_card' ? 'PURCHASE_CANCELED' : 'PURCHASE_EXPIRED';
  const body = {
    // A cart has no other name than its notice.
    id: kind === 'abandoned' ? sale.uuid : id,
    creation_date: at,
    event: kind === 'canceled' ? expired : EVENTS[kind],
    version: '2.0.0',
    data: kind === 'abandoned' ? cartOf(notice) : purchaseOf(notice),
  };
  return postback(bytesOf(body), { headers: { 'x-hotmart-hottok': secret } });
}

const productOf = ({ sale }: PlannedNotice) => ({
  id: Number(sale.product.id),
  name: sale.product.name,
  has_co_production: false,
});

function cartOf(notice: PlannedNotice) {
  const { name, email, phone } = notice.sale.buyer;
  return {
    affiliate: false,
    product: productOf(notice),
    buyer: { name, email, phone: `55${phone}` },
    offer: { code: 'k3v9x0qp' },
    checkout_country: { name: 'Brasil', iso: 'BR' },
  };
}

function purchaseOf(notice: PlannedNotice) {
  const { sale, paidAt, reference } = notice;
  const value = reais(sale.valueCents);
  return {
    product: productOf(notice),
    affiliates: [{ affiliate_code: '', name: '' }],
    buyer: {
      name: sale.buyer.name,
      email: sale.buyer.email,
      checkout_phone: sale.buyer.phone,
      checkout_phone_code: '55',
      document: '00000000000',
      address: { country: 'Brasil', country_iso: 'BR' },
    },
    producer: { name: 'Engrena IA', document: '00000000000000' },
    purchase: {
      order_date: sale.createdAt,
      ...(paidAt !== null && { approved_date: paidAt }),
      price: { value, currency_value: 'BRL' },
      full_price: { value: reais(sale.valueCents + 12_345), currency_value: 'BRL' },
      transaction: sale.saleKey,
      payment: { installments_number: 1, type: TYPES[sale.method] },
      offer: { code: 'k3v9x0qp' },
      origin: { src: sale.utms.utm_source, sck: reference ?? '', xcod: '' },
    },
  };
}
