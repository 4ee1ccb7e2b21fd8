import type { NoticeKind } from '../../notice.ts';
import { authenticateByBodyToken } from '../authentication.ts';
import { cartName, createReader, kindsOf, type ParseResult } from '../draft.ts';
import { at, integerOf, type Json, textAt } from '../json.ts';
import type { Platform } from '../platform.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { readReais, splitShares, timestampAt } from '../values.ts';
import { readForm } from './form.ts';

/**
 * Monetizze, postback "server to server", in PHP's form encoding.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | authentication | `chave_unica` in the body | github.com/Monetizze/ExemploPOSTCallback |
 * | kind | `tipoEvento.codigo` | github.com/Monetizze/ExemploPOSTCallback |
 * | transaction | `venda.codigo`; an abandoned cart has none | github.com/Monetizze/ExemploPOSTCallback |
 * | value | `venda.valor`, reais, the sum of all items; it is undocumented whether it includes the buyer's interest | github.com/Monetizze/ExemploPOSTCallback |
 * | split | `venda.valorRecebido` is the net; `comissoes[].{tipo_comissao,valor}`: `Sistema` is the fee, all but `Produtor` commissions | github.com/Monetizze/ExemploPOSTCallback |
 * | order | `venda.venda_upsell`, the upsell's main sale; bumps are part of their main sale | github.com/Monetizze/ExemploPOSTCallback |
 * | subscription | `assinatura.{codigo,parcela}` | github.com/Monetizze/ExemploPOSTCallback |
 * | installments | `venda.parcelas` | github.com/Monetizze/ExemploPOSTCallback |
 * | method | `venda.formaPagamento` | github.com/Monetizze/ExemploPOSTCallback |
 * | times | `venda.{dataInicio,dataFinalizada}`, Brasília's; of a refund or cancellation none | github.com/Monetizze/ExemploPOSTCallback |
 * | code | `venda.{linha_digitavel,linkBoleto}`, else the cart's address `url_recuperacao` | github.com/Monetizze/ExemploPOSTCallback |
 * | product | `produto.{codigo,nome}`, with order bumps the main one | github.com/Monetizze/ExemploPOSTCallback |
 * | buyer | `comprador.{nome,email,telefone}` | github.com/Monetizze/ExemploPOSTCallback |
 * | tracking | `venda.{src,utm_source,utm_medium,utm_content,utm_campaign}` | github.com/Monetizze/ExemploPOSTCallback |
 * | test | the product X-Wing | github.com/Monetizze/ExemploPOSTCallback |
 *
 * `Completa` (the money may be withdrawn, after 30 days) repeats that the transaction was paid.
 * `Bloqueada` is a dispute: the sale stays paid until the refund.
 */
export const monetizze: Platform = {
  name: 'monetizze',
  adapterVersion: 4,
  authenticate: (_head, secret) => authenticateByBodyToken('chave_unica', secret),
  read: createReader(parseNotice, readForm),
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

function parseNotice(notice: Json): ParseResult {
  const sale = at(notice, 'venda');
  const kind = kindOf(notice);
  if (!kind) return sale === null ? 'shape' : 'event';
  const buyer = at(notice, 'comprador');
  const email = textAt(buyer, 'email');
  const cartAddress = textAt(notice, 'url_recuperacao') ?? textAt(notice, 'produto', 'codigo');
  const cart = kind === 'abandoned' ? cartName(cartAddress, email) : null;
  const begunAt = timestampAt(sale, 'dataInicio');
  const paidAt = timestampAt(sale, 'dataFinalizada');
  const occurredAtByKind: Partial<Record<NoticeKind, typeof begunAt>> = {
    paid: paidAt ?? begunAt,
    pending: begunAt,
    abandoned: begunAt,
  };
  const product = at(notice, 'produto');
  const name = textAt(product, 'nome');
  return {
    kind,
    transaction: textAt(sale, 'codigo') ?? cart,
    amount: readReais(at(sale, 'valor')),
    split: splitOf(notice),
    installments: integerOf(at(sale, 'parcelas')),
    orderId: upsoldFrom(sale),
    subscription: textAt(notice, 'assinatura', 'codigo'),
    chargeNumber: integerOf(at(notice, 'assinatura', 'parcela')),
    method: at(sale, 'formaPagamento'),
    product: { id: at(product, 'codigo'), name },
    buyer: { name: at(buyer, 'nome'), email, phones: [at(buyer, 'telefone')] },
    tracking: trackingOf({ src: at(sale, 'src'), ...utmsAt(sale) }),
    occurredAt: occurredAtByKind[kind] ?? null,
    paymentCodes: [
      ...[at(sale, 'linha_digitavel'), at(sale, 'linkBoleto')],
      at(notice, 'url_recuperacao'),
    ],
    paidAt: kind === 'paid' || kind === 'refunded' ? paidAt : null,
    isTest: /^x-?wing$/i.test(name ?? ''),
  };
}

function splitOf(notice: Json) {
  // A list in PHP's form encoding is read as an object.
  const commissions: Json[] = Object.values(at(notice, 'comissoes') ?? {});
  const shares = commissions.map((share) => ({
    recipient: textAt(share, 'tipo_comissao'),
    amount: readReais(at(share, 'valor')),
  }));
  return {
    ...splitShares(shares, { own: 'Produtor', platform: 'Sistema' }),
    netCents: readReais(at(notice, 'venda', 'valorRecebido')),
  };
}

/** PHP writes a missing number as 0. */
function upsoldFrom(sale: Json): string | null {
  const main = textAt(sale, 'venda_upsell');
  return main === '0' ? null : main;
}
