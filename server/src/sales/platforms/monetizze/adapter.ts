import { isForeignCountry, joinPhone } from '@funil/contract/contacts/phone-parts';
import type { NoticeKind } from '../../notices/notice.ts';
import { authenticateByBodyToken, type PlatformAdapter } from '../authentication.ts';
import {
  decodeUtf8,
  firstText,
  type Json,
  type JsonReading,
  readJson,
  smallIntegerOf,
  textAt,
  valueAt,
} from '../json.ts';
import {
  createNoticeReader,
  hashCart,
  mapKinds,
  type ParseResult,
  readLaterPaymentNumber,
} from '../parsed-notice.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { readReais, splitShares, timestampAt } from '../values.ts';

/**
 * Monetizze, postback "server to server", in PHP's form encoding.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | authentication | `chave_unica` in the body | github.com/Monetizze/ExemploPOSTCallback |
 * | kind | `tipoEvento.codigo`; of 98 and 99, and in the panel's test, which has no event, `codigo_status` of `venda` or beside it, else `venda.status`; none if `tipoPostback.codigo`, the account's role, is an affiliate's or its manager's | github.com/Monetizze/ExemploPOSTCallback; events 9 and 70, and the panel's test: third-party integrations |
 * | transaction | `venda.codigo`; an abandoned cart has none | github.com/Monetizze/ExemploPOSTCallback |
 * | value | `venda.valor`, reais whatever `venda.moeda` says, the sum of all items; it is undocumented whether it includes the buyer's interest | github.com/Monetizze/ExemploPOSTCallback; the currency: third-party integrations |
 * | split | `venda.valorRecebido` is the net; `comissoes[].{tipo_comissao,valor}`: `Sistema` is the fee, all but the account's own, `Produtor` or `Co-Produtor`, commissions | github.com/Monetizze/ExemploPOSTCallback |
 * | order | `venda.venda_upsell`, the upsell's main sale; bumps are part of their main sale | github.com/Monetizze/ExemploPOSTCallback |
 * | subscription | `assinatura.{codigo,parcela}`; of a purchase that is charged in parts `recuperacao_parcelada.parcela` | github.com/Monetizze/ExemploPOSTCallback |
 * | installments | `venda.parcelas` | github.com/Monetizze/ExemploPOSTCallback |
 * | method | `venda.formaPagamento` | github.com/Monetizze/ExemploPOSTCallback |
 * | times | `venda.{dataInicio,dataFinalizada}`, Brasília's; of a refund or cancellation none | github.com/Monetizze/ExemploPOSTCallback |
 * | code | `pix_codigo_qrcode`, `venda.{linha_digitavel,linkBoleto}`, `pix_url`, else the cart's `url_recuperacao` | github.com/Monetizze/ExemploPOSTCallback |
 * | product | `produto.{codigo,nome}`, with order bumps the main one | github.com/Monetizze/ExemploPOSTCallback |
 * | buyer | `comprador.{nome,email,telefone,pais}` | github.com/Monetizze/ExemploPOSTCallback |
 * | tracking | `venda.{src,utm_source,utm_medium,utm_content,utm_campaign}` | github.com/Monetizze/ExemploPOSTCallback |
 * | test | the product X-Wing, or the buyer `teste@teste.com.br` | github.com/Monetizze/ExemploPOSTCallback; the buyer: third-party integrations |
 *
 * `Completa` (the money may be withdrawn, after 30 days) repeats that the transaction was paid.
 * `Bloqueada` is a dispute: the sale stays paid until the refund.
 */
export const monetizze: PlatformAdapter = {
  name: 'monetizze',
  adapterVersion: 11,
  authenticate: (_head, secret) => authenticateByBodyToken('chave_unica', secret),
  read: createNoticeReader(parseNotice, readForm),
};

const KIND_BY_EVENT = mapKinds({
  pending: ['1'],
  paid: ['2', '6'],
  canceled: ['3'],
  refunded: ['4'],
  abandoned: ['7'],
  other: ['5', '8', '9', '70', '101', '102', '103', '104', '105', '106', '120'],
});
/** Events 98 and 99 name a payment method, and the panel's test has no event, so the sale's status decides. */
const KIND_BY_STATUS = mapKinds({
  pending: ['1', 'aguardando pagamento'],
  paid: ['2', '6', 'finalizada', 'completa'],
  canceled: ['3', 'cancelada'],
  refunded: ['4', 'devolvida'],
  abandoned: ['abandono de checkout'],
  other: ['5', 'bloqueada'],
});

const COPRODUCER_ROLE = '3';
const AFFILIATE_ROLES = ['4', '5', '6', '7'];

const accountRoleOf = (notice: Json) => textAt(notice, 'tipoPostback', 'codigo') ?? '';

function kindOf(notice: Json): NoticeKind | undefined {
  if (AFFILIATE_ROLES.includes(accountRoleOf(notice))) return 'other';
  const event = textAt(notice, 'tipoEvento', 'codigo') ?? textAt(notice, 'postback_evento');
  if (event !== null && event !== '98' && event !== '99') return KIND_BY_EVENT.get(event);
  const status = firstText(
    valueAt(notice, 'venda', 'codigo_status'),
    valueAt(notice, 'codigo_status'),
    valueAt(notice, 'venda', 'status'),
  );
  return KIND_BY_STATUS.get(status?.toLowerCase() ?? null);
}

function parseNotice(notice: Json): ParseResult {
  const sale = valueAt(notice, 'venda');
  const kind = kindOf(notice);
  if (!kind) return sale === null ? 'shape' : 'event';
  const buyer = valueAt(notice, 'comprador');
  const email = textAt(buyer, 'email');
  const cartAddress = textAt(notice, 'url_recuperacao') ?? textAt(notice, 'produto', 'codigo');
  const begunAt = timestampAt(sale, 'dataInicio');
  const paidAt = timestampAt(sale, 'dataFinalizada');
  const occurredAtByKind: Partial<Record<NoticeKind, typeof begunAt>> = {
    paid: paidAt ?? begunAt,
    pending: begunAt,
    abandoned: begunAt,
  };
  const product = valueAt(notice, 'produto');
  const name = textAt(product, 'nome');
  return {
    kind,
    transaction: textAt(sale, 'codigo'),
    cartId: hashCart(cartAddress, email),
    amount: readReais(valueAt(sale, 'valor')),
    split: splitOf(notice),
    installments: smallIntegerOf(valueAt(sale, 'parcelas')),
    orderId: mainSaleOf(sale),
    subscription: textAt(notice, 'assinatura', 'codigo'),
    chargeNumber:
      smallIntegerOf(valueAt(notice, 'assinatura', 'parcela')) ??
      readLaterPaymentNumber(valueAt(notice, 'recuperacao_parcelada', 'parcela')),
    method: valueAt(sale, 'formaPagamento'),
    product: { id: valueAt(product, 'codigo'), name },
    buyer: { name: valueAt(buyer, 'nome'), email, phones: [phoneOf(buyer)] },
    tracking: trackingOf({ src: valueAt(sale, 'src'), ...utmsAt(sale) }),
    occurredAt: occurredAtByKind[kind] ?? null,
    paymentCodes: [
      valueAt(notice, 'pix_codigo_qrcode'),
      valueAt(sale, 'linha_digitavel'),
      valueAt(sale, 'linkBoleto'),
      valueAt(notice, 'pix_url'),
      valueAt(notice, 'url_recuperacao'),
    ],
    paidAt: kind === 'paid' || kind === 'refunded' ? paidAt : null,
    isTest: /^x-?wing$/i.test(name ?? '') || email?.toLowerCase() === 'teste@teste.com.br',
  };
}

const phoneOf = (buyer: Json): string =>
  joinPhone({
    number: textAt(buyer, 'telefone') ?? '',
    isAbroad: isForeignCountry(textAt(buyer, 'pais')),
  });

function splitOf(notice: Json) {
  // `readForm` returns PHP's lists as objects.
  const commissions: Json[] = Object.values(valueAt(notice, 'comissoes') ?? {});
  const shares = commissions.map((share) => ({
    recipient: textAt(share, 'tipo_comissao'),
    amount: readReais(valueAt(share, 'valor')),
  }));
  const account = accountRoleOf(notice) === COPRODUCER_ROLE ? 'Co-Produtor' : 'Produtor';
  const netCents = readReais(valueAt(notice, 'venda', 'valorRecebido'));
  return { ...splitShares(shares, { account, platform: 'Sistema' }, netCents), netCents };
}

/** PHP writes 0 for a sale without a main sale. */
function mainSaleOf(sale: Json): string | null {
  const mainSale = textAt(sale, 'venda_upsell');
  return mainSale === '0' ? null : mainSale;
}

/** Real notices nest three deep. */
const MAX_FIELD_DEPTH = 8;

interface FormBranch {
  [name: string]: FormBranch | string;
}

/** Has no prototype, so that a field named `constructor` is an ordinary member. */
const makeBranch = (): FormBranch => Object.create(null) as FormBranch;

/** Parses PHP's form encoding (`venda[valor]=1497.10`, every value a text) or JSON. Never throws. */
export function readForm(body: Uint8Array): JsonReading {
  if (/^\s*\{/.test(Buffer.from(body.subarray(0, 100)).toString())) return readJson(body);
  const text = decodeUtf8(body);
  if (text === null) return { ok: false, reason: 'encoding' };
  const root = makeBranch();
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.split(/[[\]]+/).filter(Boolean);
    if (steps.length > MAX_FIELD_DEPTH) return { ok: false, reason: 'deep' };
    setField(root, steps, value);
  }
  return { ok: true, value: root };
}

function setField(root: FormBranch, steps: readonly string[], value: string) {
  const lastStep = steps.at(-1);
  if (lastStep === undefined) return;
  let branch = root;
  for (const step of steps.slice(0, -1)) {
    const existingBranch = branch[step];
    const innerBranch = typeof existingBranch === 'object' ? existingBranch : makeBranch();
    branch[step] = innerBranch;
    branch = innerBranch;
  }
  branch[lastStep] = value;
}
