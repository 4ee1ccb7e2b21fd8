import type { NoticeKind } from '../../notice.ts';
import { cartName, type Description, kindsOf, readWith } from '../draft.ts';
import { at, type Json, textAt } from '../json.ts';
import type { Platform } from '../platform.ts';
import { bodyTokenProof } from '../proof.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { numberOf, readReais, timestampAt } from '../values.ts';
import { checkout } from './checkout.ts';
import { readForm } from './form.ts';

/**
 * Monetizze, postback "server to server", in PHP's form encoding.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | proof | `chave_unica` in the body | github.com/Monetizze/ExemploPOSTCallback |
 * | kind | `tipoEvento.codigo` | the same |
 * | transaction | `venda.codigo`; an abandoned cart has none | the same |
 * | value | `venda.valor`, reais, the sum of all items; it is undocumented whether it includes the buyer's interest | the same |
 * | method | `venda.formaPagamento` | the same |
 * | times | `venda.{dataInicio,dataFinalizada}`, Brasília's; of a refund or cancellation none | the same |
 * | product | `produto.{codigo,nome}`, with order bumps the main one | the same |
 * | buyer | `comprador.{nome,email,telefone}` | the same |
 * | tracking | `venda.{src,utm_source,utm_medium,utm_content,utm_campaign}` | the same |
 * | test | the product X-Wing | the same |
 *
 * `Completa` (the money may be withdrawn, after 30 days) repeats that the transaction was paid.
 * `Bloqueada` is a dispute: the sale stays paid until the refund.
 */
export const monetizze: Platform = {
  name: 'monetizze',
  version: 1,
  prove: (_head, secret) => bodyTokenProof('chave_unica', secret),
  read: readWith(describe, readForm),
  checkout,
};

const KINDS = kindsOf({
  pending: ['1'],
  paid: ['2', '6'],
  canceled: ['3'],
  refunded: ['4'],
  abandoned: ['7'],
  other: ['5', '8', '101', '102', '103', '104', '105', '106', '120'],
});
/** For events of a payment method (98, 99), which name no state. */
const KINDS_BY_STATUS = kindsOf({
  pending: ['1'],
  paid: ['2', '6'],
  canceled: ['3'],
  refunded: ['4'],
  other: ['5'],
});

function kindOf(notice: Json): NoticeKind | undefined {
  const event = textAt(notice, 'tipoEvento', 'codigo') ?? textAt(notice, 'postback_evento');
  if (event !== '98' && event !== '99') return KINDS.get(event);
  return KINDS_BY_STATUS.get(textAt(notice, 'venda', 'codigo_status'));
}

function describe(notice: Json): Description {
  const sale = at(notice, 'venda');
  const kind = kindOf(notice);
  if (!kind) return sale === null ? 'shape' : 'event';
  const buyer = at(notice, 'comprador');
  const email = textAt(buyer, 'email');
  const cartAddress = textAt(notice, 'url_recuperacao') ?? textAt(notice, 'produto', 'codigo');
  const cart = kind === 'abandoned' ? cartName(cartAddress, email) : null;
  const begunAt = timestampAt(sale, 'dataInicio');
  const paidAt = timestampAt(sale, 'dataFinalizada');
  const happenedAt: Partial<Record<NoticeKind, typeof begunAt>> = {
    paid: paidAt ?? begunAt,
    pending: begunAt,
    abandoned: begunAt,
  };
  const product = at(notice, 'produto');
  const name = textAt(product, 'nome');
  return {
    kind,
    transaction: textAt(sale, 'codigo') ?? cart,
    amount: readReais(numberOf(at(sale, 'valor'))),
    method: at(sale, 'formaPagamento'),
    product: { id: at(product, 'codigo'), name },
    buyer: { name: at(buyer, 'nome'), email, phones: [at(buyer, 'telefone')] },
    tracking: trackingOf({ src: at(sale, 'src'), ...utmsAt(sale) }),
    occurredAt: happenedAt[kind] ?? null,
    paidAt: kind === 'paid' || kind === 'refunded' ? paidAt : null,
    isTest: /^x-?wing$/i.test(name ?? ''),
  };
}
