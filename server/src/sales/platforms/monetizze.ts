import type { KeptNotice, NoticeKind, Reading } from '../notice.ts';
import { cartName } from './cart.ts';
import { fromReais, numberOf } from './centavos.ts';
import { readForm } from './form.ts';
import { at, firstText, type Json, textOf } from './json.ts';
import { methodOf } from './method.ts';
import { momentOf } from './moment.ts';
import { judge, type Kinds, kindIn } from './notice.ts';
import type { Platform, PostbackHead, Proof } from './platform.ts';
import { bodyTokenProof } from './proof.ts';
import { namedAsInAddress, trackingOf } from './tracking.ts';

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
  keptHeaders: [],
  prove,
  read,
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

function prove(_head: PostbackHead, secret: string): Proof {
  return bodyTokenProof('chave_unica', secret);
}

function kindOf(notice: Json): NoticeKind | null {
  const event = firstText(at(notice, 'tipoEvento', 'codigo'), at(notice, 'postback_evento'));
  if (event !== '98' && event !== '99') return kindIn(KINDS, event);
  return kindIn(KINDS_BY_STATUS, textOf(at(notice, 'venda', 'codigo_status')));
}

function read({ body, receivedAt }: KeptNotice): Reading {
  const form = readForm(body);
  if (!form.ok) return form;
  const notice = form.value;
  const sale = at(notice, 'venda');
  const kind = kindOf(notice);
  if (sale === null && kind === null) return { ok: false, reason: 'shape' };
  if (kind === null) return { ok: false, reason: 'event' };
  const buyer = buyerOf(at(notice, 'comprador'));
  const transaction = textOf(at(sale, 'codigo')) ?? cartOf(kind, notice, buyer.email);
  const begun = momentOf(at(sale, 'dataInicio'));
  const paidAt = momentOf(at(sale, 'dataFinalizada'));
  const product = at(notice, 'produto');
  const name = textOf(at(product, 'nome'));
  const occurredAt = kind === 'paid' ? (paidAt ?? begun) : isOpening(kind) ? begun : null;
  const draft = {
    noticeId: null,
    kind,
    saleKey: transaction,
    transaction,
    amount: fromReais(numberOf(at(sale, 'valor'))),
    currency: null,
    method: methodOf(at(sale, 'formaPagamento')),
    product: { id: textOf(at(product, 'codigo')), name },
    buyer,
    tracking: trackingOf({ src: at(sale, 'src'), ...namedAsInAddress(sale) }),
    occurredAt,
    noticedAt: occurredAt,
    paidAt: kind === 'paid' || kind === 'refunded' ? paidAt : null,
    isTest: /^x-?wing$/i.test(name ?? ''),
  };
  return judge(draft, receivedAt);
}

const isOpening = (kind: NoticeKind) => kind === 'pending' || kind === 'abandoned';

function cartOf(kind: NoticeKind, notice: Json, email: string | null): string | null {
  if (kind !== 'abandoned') return null;
  return cartName(firstText(at(notice, 'url_recuperacao'), at(notice, 'produto', 'codigo')), email);
}

function buyerOf(buyer: Json) {
  const phone = textOf(at(buyer, 'telefone'));
  return {
    name: textOf(at(buyer, 'nome')),
    email: textOf(at(buyer, 'email')),
    phones: phone === null ? [] : [phone],
  };
}
