import { isForeignCountry, joinPhone } from '@funil/contract/contacts/phone-parts';
import type { NoticeKind } from '../../notices/notice.ts';
import {
  type AuthenticationMethod,
  equalsInConstantTime,
  type NoticeHead,
  type PlatformAdapter,
} from '../authentication.ts';
import { firstText, type Json, smallIntegerOf, textAt, textOf, valueAt } from '../json.ts';
import { createNoticeReader, mapKinds, type ParseResult } from '../parsed-notice.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { readReais, timestampAt } from '../values.ts';

/**
 * TMB Educação: sales in instalments by Pix or boleto. TMB sends three notices: the order's state; the checkout's steps
 * (with `fase_checkout`); and a list with each instalment's payment, of which only the order is read, because the full
 * amount counts from the order's approval (`Efetivado`) on.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | authentication | a token of the seller's choice: `?token=`, `Authorization: Bearer`, or header `x-tmb-token` | ours; the header: third-party integrations |
 * | kind | `status_pedido`: `Efetivado`, `Cancelado`, `Aguardando Pagamento` and others; of a step `fase_checkout` | TMB's help center; the other states: third-party integrations |
 * | transaction | `pedido`; of an instalment `[0].dados.pedido_id` | TMB's help center |
 * | value | `valor_principal`, reais, without the buyer's interest; `valor_total` is not read | TMB's help center; the interest: third-party integrations |
 * | split | none: who pays `taxa_administracao` is undocumented | – |
 * | installments | `parcelas` | TMB's help center |
 * | method | `forma_pagamento`, `modalidade_contrato` | one third-party integration |
 * | times | `criado_em`, `data_efetivado`, Brasília's without a zone | TMB's help center; `data_cancelado`: third-party integrations |
 * | code | `url_boleto_entrada`: the down payment's boleto | TMB's help center |
 * | product | `lancamento_id`, `lancamento`, else `produto_id`, `produto` | TMB's help center; `produto`: one third-party integration |
 * | buyer | `cliente`, `email`, `telefone_ativo`, `telefones`, `endereco_pais` | TMB's help center |
 * | tracking | `utm_{source,medium,campaign,content}`, `utm_last_*` of these; no `utm_term` | TMB's help center |
 *
 * A canceled order that had been approved is a refund; one whose instalments are late stays paid. No source documents a
 * mark of tests.
 */
export const tmb: PlatformAdapter = {
  name: 'tmb',
  adapterVersion: 10,
  authenticate,
  read: createNoticeReader(parseNotice),
};

function authenticate({ headers, query }: NoticeHead, secret: string): AuthenticationMethod {
  if (equalsInConstantTime(query.token, secret)) return 'query';
  const bearer = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (equalsInConstantTime(bearer, secret)) return 'bearer';
  return equalsInConstantTime(headers['x-tmb-token'], secret) ? 'header' : null;
}

/** In lower case and without the last letter, which depends on gender. */
const KIND_BY_STATUS = mapKinds({
  paid: ['efetivad', 'aprovad'],
  pending: ['aguardando pagament', 'em atras', 'atrasad', 'inadimplente'],
  refunded: ['estornad', 'reembolsad', 'devolvid'],
  chargeback: ['chargeback'],
  canceled: ['cancelad', 'recusad', 'reprovad', 'negad', 'expirad'],
  other: ['em análise', 'em analise'],
});

function parseNotice(order: Json): ParseResult {
  const isInstalments = Array.isArray(order);
  const transaction = textAt(order, 'pedido') ?? textAt(order, 0, 'dados', 'pedido_id');
  const status = textAt(order, 'status_pedido');
  if (!isInstalments && transaction === null && status === null) return 'shape';
  const kind = isInstalments ? 'other' : kindOf(order, status);
  if (!kind) return 'event';
  const amount = readReais(valueAt(order, 'valor_principal'));
  const customer = valueAt(order, 'cliente');
  const isAbroad = isForeignCountry(textAt(order, 'endereco_pais'));
  return {
    kind: kind === 'pending' && amount.kind === 'missing' ? 'other' : kind,
    transaction,
    amount,
    installments: smallIntegerOf(valueAt(order, 'parcelas')),
    method: firstText(valueAt(order, 'forma_pagamento'), valueAt(order, 'modalidade_contrato')),
    product: {
      id: firstText(valueAt(order, 'lancamento_id'), valueAt(order, 'produto_id')),
      name: firstText(valueAt(order, 'lancamento'), valueAt(order, 'produto')),
    },
    buyer: {
      name: firstText(customer, valueAt(customer, 'nome')),
      email: firstText(valueAt(order, 'email'), valueAt(customer, 'email')),
      phones: [
        valueAt(order, 'telefone_ativo'),
        valueAt(order, 'telefone'),
        valueAt(order, 'telefones'),
        valueAt(order, 'telefones', 0),
      ].map((phone) => joinPhone({ number: textOf(phone) ?? '', isAbroad })),
    },
    tracking: trackingOf({ ...utmsAt(order), others: [valueAt(order, 'utm_last_content')] }),
    paymentCodes: [valueAt(order, 'url_boleto_entrada')],
    ...timesOf(kind, order),
  };
}

function kindOf(order: Json, status: string | null): NoticeKind | undefined {
  const checkoutStep = textAt(order, 'fase_checkout');
  const kindOfState = (state: string | null) =>
    KIND_BY_STATUS.get(state?.toLowerCase().replace(/[oa]$/, '') ?? null);
  const kind = kindOfState(status);
  const wasApproved = timestampAt(order, 'data_efetivado') !== null;
  if (kind === 'canceled') return wasApproved ? 'refunded' : kind;
  if (kind === 'pending' && wasApproved) return 'paid';
  const isOpen = kind === undefined || kind === 'pending' || kind === 'other';
  // Earlier steps of the checkout (`Token`, …) have an amount before the buyer is asked to pay.
  if (isOpen && checkoutStep !== null)
    return kindOfState(checkoutStep) === 'pending' ? 'pending' : 'other';
  return kind;
}

function timesOf(kind: NoticeKind, order: Json) {
  const createdAt = timestampAt(order, 'criado_em');
  const paidAt = timestampAt(order, 'data_efetivado');
  if (kind === 'paid') return { occurredAt: paidAt ?? createdAt, paidAt };
  if (kind === 'pending') return { occurredAt: createdAt, paidAt };
  return { occurredAt: timestampAt(order, 'data_cancelado'), paidAt };
}
