import type { NoticeKind } from '../../notice.ts';
import { cartName, type Description, type Kinds, kindIn, readWith } from '../draft.ts';
import { at, firstText, type Json, textOf } from '../json.ts';
import type { Platform } from '../platform.ts';
import { bodyTokenProof } from '../proof.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { fromReais, momentOf, numberOf } from '../values.ts';
import { checkout } from './checkout.ts';
import { readForm } from './form.ts';

/**
 * Monetizze, postback "server to server", in PHP's form encoding.
 *
 * | what | where | source |
 * | --- | --- | --- |
 * | proof | `chave_unica` in the body | github.com/Monetizze/ExemploPOSTCallback |
 * | kind | `tipoEvento.codigo` | the same |
 * | transaction | `venda.codigo`; a left cart has none | the same |
 * | value | `venda.valor`, reais, the sum of all items; it is untold whether it holds the buyer's interest | the same |
 * | method | `venda.formaPagamento` | the same |
 * | moments | `venda.{dataInicio,dataFinalizada}`, Brasília's; of a refund or cancellation none | the same |
 * | product | `produto.{codigo,nome}`, with order bumps the main one | the same |
 * | buyer | `comprador.{nome,email,telefone}` | the same |
 * | returned | `venda.{src,utm_source,utm_medium,utm_content,utm_campaign}` | the same |
 * | test | the product X-Wing | the same |
 *
 * `Completa` (30 days later the money may be drawn) says of the same transaction that it was paid.
 * `Bloqueada` is a dispute: nothing is undone until it is refunded.
 */
export const monetizze: Platform = {
  name: 'monetizze',
  version: 1,
  prove: (_head, secret) => bodyTokenProof('chave_unica', secret),
  read: readWith(describe, readForm),
  checkout,
};

const KINDS: Kinds = {
  '1': 'pending',
  '2': 'paid',
  '3': 'canceled',
  '4': 'refunded',
  '5': 'other',
  '6': 'paid',
  '7': 'abandoned',
  '8': 'other',
  '101': 'other',
  '102': 'other',
  '103': 'other',
  '104': 'other',
  '105': 'other',
  '106': 'other',
  '120': 'other',
};
/** For events of a payment method (98, 99), which name no state of their own. */
const KINDS_BY_STATUS: Kinds = {
  '1': 'pending',
  '2': 'paid',
  '3': 'canceled',
  '4': 'refunded',
  '5': 'other',
  '6': 'paid',
};

function kindOf(notice: Json): NoticeKind | null {
  const event = firstText(at(notice, 'tipoEvento', 'codigo'), at(notice, 'postback_evento'));
  if (event !== '98' && event !== '99') return kindIn(KINDS, event);
  return kindIn(KINDS_BY_STATUS, textOf(at(notice, 'venda', 'codigo_status')));
}

function describe(notice: Json): Description {
  const sale = at(notice, 'venda');
  const kind = kindOf(notice);
  if (sale === null && kind === null) return 'shape';
  if (kind === null) return 'event';
  const buyer = at(notice, 'comprador');
  const email = at(buyer, 'email');
  const transaction = textOf(at(sale, 'codigo')) ?? cartOf(kind, notice, textOf(email));
  const begun = momentOf(at(sale, 'dataInicio'));
  const paidAt = momentOf(at(sale, 'dataFinalizada'));
  const product = at(notice, 'produto');
  const name = textOf(at(product, 'nome'));
  const occurredAt = kind === 'paid' ? (paidAt ?? begun) : isOpening(kind) ? begun : null;
  return {
    kind,
    transaction,
    amount: fromReais(numberOf(at(sale, 'valor'))),
    method: at(sale, 'formaPagamento'),
    product: { id: at(product, 'codigo'), name },
    buyer: { name: at(buyer, 'nome'), email, phones: [at(buyer, 'telefone')] },
    tracking: trackingOf({ src: at(sale, 'src'), ...utmsAt(sale) }),
    occurredAt,
    paidAt: kind === 'paid' || kind === 'refunded' ? paidAt : null,
    isTest: /^x-?wing$/i.test(name ?? ''),
  };
}

const isOpening = (kind: NoticeKind) => kind === 'pending' || kind === 'abandoned';

function cartOf(kind: NoticeKind, notice: Json, email: string | null): string | null {
  if (kind !== 'abandoned') return null;
  return cartName(firstText(at(notice, 'url_recuperacao'), at(notice, 'produto', 'codigo')), email);
}
