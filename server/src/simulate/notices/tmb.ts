import { formatNational } from '@funil/contract/phone';
import type { Postback } from '../../sales/platforms/platform.ts';
import { brasiliaTime } from '../calendar.ts';
import type { PlannedNotice } from '../sale/planned.ts';
import { bytesOf, postback, reais } from './postback.ts';
import { withReference } from './with-reference.ts';

/** TMB's notice of an order, its token in the address, in the shape that its adapter's samples have. */
export function writeTmb(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind, at, paidAt, reference } = notice;
  const { buyer, utms } = sale;
  const phone = formatNational(buyer.phone);
  const isUndone = kind === 'canceled' || kind === 'refunded';
  const body = {
    pedido: Number(sale.saleKey),
    status_pedido: isUndone ? 'Cancelado' : kind === 'paid' ? 'Efetivado' : 'Aguardando Pagamento',
    status_financeiro: 'Em dia',
    produtor: 'Engrena IA',
    lancamento_id: Number(sale.product.id),
    lancamento: sale.product.name,
    forma_pagamento: sale.method === 'pix' ? 'Pix' : 'Boleto',
    cliente: buyer.name,
    documento: '00000000000',
    email: buyer.email,
    telefone_ativo: phone,
    telefones: phone,
    valor_principal: reais(sale.valueCents),
    valor_total: reais(Math.round((sale.valueCents * 129) / 100)),
    parcelas: 12,
    criado_em: brasiliaTime(sale.createdAt),
    data_efetivado: paidAt === null ? null : brasiliaTime(paidAt),
    ...(isUndone && { data_cancelado: brasiliaTime(at) }),
    utm_source: utms.utm_source,
    utm_medium: utms.utm_medium,
    utm_campaign: utms.utm_campaign || null,
    utm_content: withReference(utms.utm_content, reference) || null,
  };
  return postback(bytesOf(body), { query: { token: secret } });
}
