import { writeForm } from '../../sales/platforms/form.ts';
import type { Postback } from '../../sales/platforms/platform.ts';
import { brasiliaTime } from '../calendar.ts';
import type { PlannedNotice } from '../sale/planned.ts';
import { reais } from './postback.ts';
import { withReference } from './with-reference.ts';

const EVENTS = {
  pending: { codigo: '1', descricao: 'Aguardando pagamento' },
  paid: { codigo: '2', descricao: 'Finalizada / Aprovada' },
  canceled: { codigo: '3', descricao: 'Cancelada' },
  refunded: { codigo: '4', descricao: 'Devolvida (Reembolso)' },
  chargeback: { codigo: '5', descricao: 'Bloqueada' },
  abandoned: { codigo: '7', descricao: 'Abandono de Checkout' },
} as const;
const METHODS = { pix: 'Pix', boleto: 'Boleto', credit_card: 'Cartão de crédito' } as const;

/** Where a cart is taken up again; of a cart that was left it is all there is to know it by. */
export const monetizzeAddress = (uuid: string): string =>
  `https://app.monetizze.com.br/checkout/KAL35553/?rec=${uuid.replaceAll('-', '')}`;

/** Monetizze's postback, its key in the form, in the shape that its adapter's samples have. */
export function writeMonetizze(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind, paidAt, reference } = notice;
  const { buyer, utms } = sale;
  const order = {
    codigo: sale.saleKey,
    valor: reais(sale.valueCents).toFixed(2),
    formaPagamento: METHODS[sale.method],
    quantidade: '1',
    parcelas: '1',
  };
  const form = {
    chave_unica: secret,
    produto: { codigo: sale.product.id, nome: sale.product.name },
    tipoPostback: { codigo: '2', descricao: 'Produtor' },
    tipoEvento: EVENTS[kind],
    postback_evento: EVENTS[kind].codigo,
    venda: {
      ...(kind === 'abandoned' ? {} : order),
      dataInicio: brasiliaTime(sale.createdAt),
      dataFinalizada: paidAt === null ? '0000-00-00 00:00:00' : brasiliaTime(paidAt),
      src: reference ?? '',
      utm_source: utms.utm_source,
      utm_medium: utms.utm_medium,
      utm_campaign: utms.utm_campaign,
      utm_content: withReference(utms.utm_content, reference),
    },
    comprador: { nome: buyer.name, email: buyer.email, telefone: buyer.phone },
    url_recuperacao: monetizzeAddress(sale.uuid),
  };
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    query: {},
    body: Buffer.from(writeForm(form)),
  };
}
