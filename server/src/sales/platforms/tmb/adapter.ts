import type { NoticeKind } from '../../notice.ts';
import { type Description, readWith } from '../draft.ts';
import { at, firstText, type Json, textOf } from '../json.ts';
import type { Platform } from '../platform.ts';
import { isSame, type PostbackHead, type ProofName } from '../proof.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { fromReais, momentOf } from '../values.ts';
import { checkout } from './checkout.ts';

/**
 * TMB Educação: sales in instalments by Pix or boleto. Three notices: the order's state; the checkout's
 * steps (with `fase_checkout`); and a list with each instalment's payment, which is no sale of its own,
 * since the whole sum counts once the order stands.
 *
 * | what | where | source |
 * | --- | --- | --- |
 * | proof | a token of the seller's choice: `?token=`, `Authorization: Bearer`, or header `x-tmb-token` | ours; the header: integrations |
 * | kind | `status_pedido`: `Efetivado`, `Cancelado`, `Aguardando Pagamento`; of a step `fase_checkout` | integrations |
 * | transaction | `pedido` | integrations |
 * | value | `valor_principal`, reais, without the buyer's interest; steps: `valor_total` is not read | integrations |
 * | method | `forma_pagamento`, `modalidade_contrato` | one integration |
 * | moments | `criado_em`, `data_efetivado`, `data_cancelado`, Brasília's | integrations |
 * | product | `lancamento_id`, `lancamento`, else `produto_id`, `produto` | one integration |
 * | buyer | `cliente`, `email`, `telefone_ativo`, `telefones` | one integration |
 * | returned | `utm_{source,medium,campaign,content}`, `utm_last_*` of these; no `utm_term` | TMB's help center |
 *
 * An order that stood and is cancelled is money given back. No source tells how a test would be known.
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
  const transaction = textOf(at(order, 'pedido'));
  const status = textOf(at(order, 'status_pedido'));
  if (!isInstalments && transaction === null && status === null) {
    return 'shape';
  }
  const kind = isInstalments ? 'other' : kindOf(order, status);
  const amount = fromReais(at(order, 'valor_principal'));
  return {
    // A step that does not name the sum is no sale yet.
    kind: kind === 'pending' && amount.kind === 'none' ? ('other' as const) : kind,
    transaction,
    amount,
    method: firstText(at(order, 'forma_pagamento'), at(order, 'modalidade_contrato')),
    product: {
      id: firstText(at(order, 'lancamento_id'), at(order, 'produto_id')),
      name: firstText(at(order, 'lancamento'), at(order, 'produto')),
    },
    buyer: buyerOf(order),
    tracking: returned(order),
    ...momentsOf(kind, order),
  };
}

function kindOf(order: Json, status: string | null): NoticeKind {
  if (/^efetivad[oa]$/i.test(status ?? '')) return 'paid';
  if (/^cancelad[oa]$/i.test(status ?? '')) {
    return textOf(at(order, 'data_efetivado')) === null ? 'canceled' : 'refunded';
  }
  // The checkout's other steps (`Token`, …) name the sum, too, before anything is asked of the buyer.
  const stage = textOf(at(order, 'fase_checkout')) ?? status;
  return /^aguardando pagamento$/i.test(stage ?? '') ? 'pending' : 'other';
}

function momentsOf(kind: NoticeKind, order: Json) {
  const created = momentOf(at(order, 'criado_em'));
  const paidAt = momentOf(at(order, 'data_efetivado'));
  const canceled = momentOf(at(order, 'data_cancelado'));
  const happened = kind === 'paid' ? (paidAt ?? created) : kind === 'pending' ? created : canceled;
  return { occurredAt: happened, paidAt };
}

function buyerOf(order: Json) {
  const customer = at(order, 'cliente');
  return {
    name: firstText(customer, at(customer, 'nome')),
    email: firstText(at(order, 'email'), at(customer, 'email')),
    phones: [
      at(order, 'telefone_ativo'),
      at(order, 'telefone'),
      at(order, 'telefones'),
      at(order, 'telefones', 0),
    ],
  };
}

function returned(order: Json) {
  return trackingOf({ ...utmsAt(order), others: [at(order, 'utm_last_content')] });
}
