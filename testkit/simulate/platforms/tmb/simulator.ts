import { formatBrazilianPhone } from '@funil/contract/contacts/phone';
import { SECOND_MS } from '@funil/contract/durations';
import {
  brasiliaTime,
  CHECKOUT_DEFAULTS,
  type CheckoutSimulator,
  formatOrNull,
  reais,
  utmWithReference,
} from '../simulator.ts';

export const simulator: CheckoutSimulator = {
  ...CHECKOUT_DEFAULTS,
  statesFees: false,
  methods: [
    { method: 'boleto', share: 70 },
    { method: 'pix', share: 30 },
  ],
  timestampPrecisionMs: SECOND_MS,
  hasChargebacks: false,
  carts: null,
  samples: {
    pending: 'awaiting-payment',
    paid: 'effected',
    refunded: 'canceled-after',
    canceled: 'canceled-after',
  },
  changesFor({ sale, kind, at, paidAt, reference }) {
    const { buyer, utms } = sale;
    const phone = formatBrazilianPhone(buyer.phone);
    const content = utmWithReference(utms.utm_content, reference) || null;
    const isUndone = kind === 'canceled' || kind === 'refunded';
    return {
      pedido: Number(sale.saleKey),
      lancamento_id: Number(sale.product.id),
      lancamento: sale.product.name,
      cliente: buyer.name,
      email: buyer.email,
      telefone_ativo: phone,
      telefones: phone,
      valor_principal: reais(sale.valueCents),
      valor_total: reais(Math.round((sale.valueCents * 129) / 100)),
      parcelas: sale.installments,
      criado_em: brasiliaTime(sale.createdAt),
      data_efetivado: formatOrNull(brasiliaTime, paidAt),
      ...(isUndone && { data_cancelado: brasiliaTime(at) }),
      utm_source: utms.utm_source,
      utm_medium: utms.utm_medium,
      utm_campaign: utms.utm_campaign || null,
      utm_content: content,
      utm_last_content: content,
    };
  },
  // No sample has this field, which is named as in one public integration's code.
  encode: (filled, { sale }) =>
    JSON.stringify({ ...filled, forma_pagamento: sale.method === 'pix' ? 'Pix' : 'Boleto' }),
  sign: (_body, secret) => ({ query: { token: secret } }),
};
