import type { Postback } from '../../sales/platforms/platform.ts';
import { brasiliaTime } from '../calendar.ts';
import type { PlannedNotice } from '../sale/planned.ts';
import { bytesOf, postback } from './postback.ts';

const STATUSES = {
  paid: 'authorized',
  refunded: 'refunded',
  chargeback: 'chargeback',
  abandoned: 'abandoned_cart',
} as const;
const ISSUED = { pix: 'pix_created', boleto: 'bank_slip_created', credit_card: 'waiting_payment' };
const ENDED = { pix: 'pix_expired', boleto: 'bank_slip_expired', credit_card: 'refused' };
const METHODS = { pix: 'pix', boleto: 'bank_slip', credit_card: 'credit_card' } as const;
/** What Ticto writes for nothing. */
const NOTHING = 'Não Informado';

/** Where a Ticto sale begins; of a cart that was left it is all there is to know it by. */
export const tictoAddress = (uuid: string): string =>
  `https://checkout.ticto.app/O${uuid.replaceAll('-', '').slice(-16).toUpperCase()}`;

/** Ticto's webhook 2.0, its token in the body, in the shape that its adapter's samples have. */
export function writeTicto(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind, at, reference } = notice;
  const { buyer } = sale;
  const body = {
    version: '2.0',
    status: statusOf(notice),
    status_date: brasiliaTime(at),
    payment_method: METHODS[sale.method],
    checkout_url: tictoAddress(sale.uuid),
    token: secret,
    commission_type: 'producer',
    ...(kind !== 'abandoned' && { order: orderOf(notice) }),
    item: {
      product_name: sale.product.name,
      product_id: Number(sale.product.id),
      amount: sale.valueCents,
      quantity: 1,
    },
    customer: {
      cpf: '00000000000',
      name: buyer.name,
      email: buyer.email,
      phone: { ddi: '+55', ddd: buyer.phone.slice(0, 2), number: buyer.phone.slice(2) },
    },
    tracking: {
      src: NOTHING,
      sck: reference ?? NOTHING,
      utm_source: sale.utms.utm_source || NOTHING,
      utm_medium: sale.utms.utm_medium || NOTHING,
      utm_campaign: sale.utms.utm_campaign || NOTHING,
      utm_content: sale.utms.utm_content || NOTHING,
      utm_term: sale.utms.utm_term || NOTHING,
    },
    query_params: reference === null ? {} : { sck: reference },
  };
  return postback(bytesOf(body));
}

function statusOf({ sale, kind }: PlannedNotice): string {
  if (kind === 'pending') return ISSUED[sale.method];
  return kind === 'canceled' ? ENDED[sale.method] : STATUSES[kind];
}

const orderOf = ({ sale }: PlannedNotice) => ({
  id: sale.number,
  hash: `TOP${sale.number}`,
  transaction_hash: sale.saleKey,
  paid_amount: sale.valueCents,
  installments: 1,
  order_date: brasiliaTime(sale.createdAt),
});
