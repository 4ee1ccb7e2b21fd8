import type { NoticeKind } from '../../notice.ts';
import { type Description, readWith } from '../draft.ts';
import { at, firstText, type Json, textAt } from '../json.ts';
import type { Platform } from '../platform.ts';
import { isSame, type PostbackHead, type ProofName } from '../proof.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { readReais, timestampAt } from '../values.ts';
import { checkout } from './checkout.ts';

/**
 * TMB Educação: sales in instalments by Pix or boleto. It sends three notices: the order's state; the checkout's steps
 * (with `fase_checkout`); and a list with each instalment's payment, which is not read because the full amount counts
 * from the order's approval (`Efetivado`) on.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | proof | a token of the seller's choice: `?token=`, `Authorization: Bearer`, or header `x-tmb-token` | ours; the header: integrations |
 * | kind | `status_pedido`: `Efetivado`, `Cancelado`, `Aguardando Pagamento`; of a step `fase_checkout` | integrations |
 * | transaction | `pedido` | integrations |
 * | value | `valor_principal`, reais, without the buyer's interest; steps: `valor_total` is not read | integrations |
 * | method | `forma_pagamento`, `modalidade_contrato` | one integration |
 * | times | `criado_em`, `data_efetivado`, `data_cancelado`, Brasília's | integrations |
 * | product | `lancamento_id`, `lancamento`, else `produto_id`, `produto` | one integration |
 * | buyer | `cliente`, `email`, `telefone_ativo`, `telefones` | one integration |
 * | tracking | `utm_{source,medium,campaign,content}`, `utm_last_*` of these; no `utm_term` | TMB's help center |
 *
 * A canceled order that had been approved is a refund. No source documents a mark of tests.
 */
export const tmb: Platform = {
  name: 'tmb',
  version: 2,
  prove,
  read: readWith(describe),
  checkout,
};

function prove({ headers, query }: PostbackHead, secret: string): ProofName {
  if (isSame(query.token, secret)) return 'query';
  const bearer = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (isSame(bearer, secret)) return 'bearer';
  return isSame(headers['x-tmb-token'], secret) ? 'header' : null;
}

function describe(order: Json): Description {
  const isInstalments = Array.isArray(order);
  const transaction = textAt(order, 'pedido');
  const status = textAt(order, 'status_pedido');
  if (!isInstalments && transaction === null && status === null) return 'shape';
  const kind = isInstalments ? 'other' : kindOf(order, status);
  const amount = readReais(at(order, 'valor_principal'));
  const customer = at(order, 'cliente');
  return {
    // A checkout step without an amount is no sale yet.
    kind: kind === 'pending' && amount.kind === 'missing' ? 'other' : kind,
    transaction,
    amount,
    method: firstText(at(order, 'forma_pagamento'), at(order, 'modalidade_contrato')),
    product: {
      id: firstText(at(order, 'lancamento_id'), at(order, 'produto_id')),
      name: firstText(at(order, 'lancamento'), at(order, 'produto')),
    },
    buyer: {
      name: firstText(customer, at(customer, 'nome')),
      email: firstText(at(order, 'email'), at(customer, 'email')),
      phones: [
        at(order, 'telefone_ativo'),
        at(order, 'telefone'),
        at(order, 'telefones'),
        at(order, 'telefones', 0),
      ],
    },
    tracking: trackingOf({ ...utmsAt(order), others: [at(order, 'utm_last_content')] }),
    ...timesOf(kind, order),
  };
}

function kindOf(order: Json, status: string | null): NoticeKind {
  if (/^efetivad[oa]$/i.test(status ?? '')) return 'paid';
  if (/^cancelad[oa]$/i.test(status ?? '')) {
    return textAt(order, 'data_efetivado') === null ? 'canceled' : 'refunded';
  }
  // The checkout's earlier steps (`Token`, …) carry an amount before the buyer is asked to pay.
  const stage = textAt(order, 'fase_checkout') ?? status;
  return /^aguardando pagamento$/i.test(stage ?? '') ? 'pending' : 'other';
}

function timesOf(kind: NoticeKind, order: Json) {
  const created = timestampAt(order, 'criado_em');
  const paidAt = timestampAt(order, 'data_efetivado');
  if (kind === 'paid') return { occurredAt: paidAt ?? created, paidAt };
  if (kind === 'pending') return { occurredAt: created, paidAt };
  return { occurredAt: timestampAt(order, 'data_cancelado'), paidAt };
}
