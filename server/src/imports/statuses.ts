import { normalizeTitle } from '../csv/read-csv.ts';
import type { NoticeKind } from '../sales/notices/notice.ts';
import { splitAtCommas } from './column-titles.ts';

export type ExportedState = Exclude<NoticeKind, 'other'>;

/**
 * Words in lower case, without accents and `_`, and often without the gender's ending (`aprovad`). As in notices, a
 * sale with an open dispute or a requested refund is paid. The money of a chargeback is gone, even while it is
 * disputed.
 */
const STATE_WORDS: Readonly<Partial<Record<ExportedState, readonly string[]>>> = {
  paid: splitAtCommas(`
    aprovad, complet, concluid, pag, efetivad, confirmad, vigente, ativ, paid, approved, complete, completed,
    succeeded, active, quitad, em disputa, disput, reclamad, protestad, dispute, disputed, protested, inquiry,
    early fraud warning, capturad, em protesto, in protest, protest, em dia, realizad, recebid, recebida em dinheiro,
    finalizad, in dispute, pago/confirmad, paga externamente, externally paid, liquidad, compensad, em mediacao,
    creditad, accredited, processed, efetuad, aprobad, completad, pagad, ganh, fechado - ganh, won, in mediation,
    success, sucesso, captured, wc-processing, received, received in cash, confirmed, disponivel, integrad,
    pendente integracao, pendente de integracao, awaiting chargeback reversal, claimed, settled, mediacao,
    em reclamacao, em reembolso, processad, vendid, pg, fechado ganh, fechada ganh, closed won, dunning received
  `),
  // The bank has reserved an authorized amount, which nobody has captured yet. Shops call an order without a payment
  // “efetuado”, as Loja Integrada does, “realizado” or “recebido”.
  pending: splitAtCommas(`
    pendente, aguardando, waiting payment, pix generated, impress, gerad, pending, billet printed, abert,
    waiting capture, uncaptured, incomplete, bank slip generated, awaiting risk analysis, under review, delayed,
    pix created, bank slip created, bank slip delayed, billet created, printed billet, unpaid, pre order, pre-order,
    pre-pedido, nao finalizad, processing transaction, under analisys, analysing, open, recovering, draft,
    waiting documents, em analise, under analysis, processing, processando, processando transacao, iniciad, started,
    atrasad, overdue, vencid, em recuperacao, recuperando, agendad, scheduled, em processamento, em atras,
    inadimplente, on hold, on-hold, in process, pending payment, em abert, nao pag, a receber, autorizad, authorized,
    pre-autorizad, authorized pending capture, emitid, criad, created, analyzing, in analysis, pending review,
    pendiente, en analisis, esperando pago, solicitud de pago generada, solicitacao de pagamento gerada, past due,
    payment request generated, analise de risco, incomplet, nao concluid, nao confirmad, pedido efetuad,
    pedido realizad, pedido recebid, order placed, order received
  `),
  // “MED” is the return of a Pix that a bank enforces; “reversed” is PayPal's word.
  chargeback: splitAtCommas(`
    chargedback, charged back, charge back, charge-back, cbk, contestad, contracargo, med, reversed
  `),
  canceled: splitAtCommas(`
    cancelad, canceled, cancelled, recusad, refused, declined, expirad, expired, negad, rejected, duplicad, sem saldo,
    no funds, blocked, bloquead, falhou, falha, com erro, failed, nao autorizad, nao aprovad, voided, malsucedid,
    perdid, lost, rejeitad, reprovad, pix expired, bank slip expired, duplicated, sem fundos, not authorized, denied,
    deleted, excluid, removid, abortad, aborted, desfeit, rechazad, sin saldo, erro, refused payment, uncollectible,
    void
  `),
  abandoned: splitAtCommas(`
    abandonad, abandoned, carrinho abandonad, abandono de carrinho, abandoned cart, abandono, out of shopping cart
  `),
};

const SALE_STATES_BY_WORD = new Map(
  Object.entries(STATE_WORDS).flatMap(([state, words]) =>
    words.map((word) => [word, state as ExportedState] as const),
  ),
);

const REFUND =
  '(?:refund(?:ed)?|reembols(?:o|ad[oa])|estorn(?:o|ad[oa])|devol(?:ucao|vid[oa])|devuelt[oa])';
const COMPLETED =
  '(?:(?:total|integral)(?:mente)?|completed|(?:conclui|efetua|aprova|realiza)d[oa])';
const REQUESTED =
  '(?:requested|pending|in progress|solicitad[oa]|pendente|em (?:processamento|andamento|analise))';

/** States that every platform words in its own way. The first pattern that fits counts. */
const STATE_PATTERNS: readonly (readonly [pattern: RegExp, state: ExportedState])[] = [
  [RegExp(`^(?:(?:totalmente|integralmente|fully) )?${REFUND}(?: ${COMPLETED})?$`), 'refunded'],
  [RegExp(`^(?:parcialmente|partial(?:ly)?) ${REFUND}$`), 'partial_refund'],
  [RegExp(`^${REFUND} (?:parcial(?:mente)?|partial(?:ly)?)$`), 'partial_refund'],
  [RegExp(`^(?:${REFUND} ${REQUESTED}|(?:aguardando|pending|waiting) ${REFUND})$`), 'paid'],
  [RegExp(`^(?:pedido|solicitacao) de ${REFUND}$`), 'paid'],
  [/^(?:chargeback|contestacao|disput[ae]) (?:ganh|revert|won|revers|recupera|cancel)/, 'paid'],
  [/^disput[ae] (?:perdida|lost)$/, 'chargeback'],
  [/^(?:em (?:disputa de )?)?(?:chargeback|contestacao)\b/, 'chargeback'],
  [
    /^(?:ag|aguard|aguardando)\b\.? (?:pag|pgto|pix|boleto|confirma|compensa|aprova|analise|captura)/,
    'pending',
  ],
  [/^(?:em analise|pendente de pagamento)\b/, 'pending'],
  [/^a?waiting (?:for )?(?:payment|billet|approval|confirmation)/, 'pending'],
  [/^(?:erro|falha) (?:no|de) pagamento/, 'canceled'],
  [/^requires (?:payment method|confirmation|action|capture)$/, 'pending'],
];

const PAYMENT_NOUNS =
  'compra|pagamento|pedido|transacao|venda|cartao|boleto|pix|fatura|cobranca|checkout|sale|purchase|order|payment|charge|invoice|transaction|cart';
/**
 * Matches a prefix such as `wc-`, “compra ” or a notice's `purchase_`, and after the state a remark, a sign, an adverb
 * or a reason.
 */
const TEXT_AROUND_STATE = RegExp(
  `^[^a-z]*(?:wc-|(?:(?:${PAYMENT_NOUNS}) )*)| \\([^()]*\\)$|[^a-z0-9)]+$| (?:(?:por|pel[ao]|via|n[ao]) .*|(?:auto|manu)\\w+mente|manually|com (?:atraso|sucesso)|em \\d[^a-z]*(?:h|x(?: sem juros)?)?)$|(?: com|(?: -| ?/)) ?(?:pix|boleto|(?:cartao|credito|debito)(?: (?:de )?(?:credito|debito))?)$`,
  'g',
);
const GENDER_ENDING = /(?:o\(a\)|[oa]s?)$/;

/** Words for a paid order, undispatched (WooCommerce) or in dispute (Monetizze), that mean another state elsewhere. */
const PAID_WORD_OF_TOOL = {
  woocommerce: /^(?:wc-)?process(?:ing|ando)$/,
  ticto: /^(?:autorizad[oa]|authorized)$/,
  monetizze: /^bloquead[oa]$/,
};
export type SaleTool = keyof typeof PAID_WORD_OF_TOOL;

/** @param tool whose file it is; null: another's, or unknown */
export function readExportedState(cell: string, tool: SaleTool | null): ExportedState | null {
  const title = normalizeTitle(cell);
  if (tool !== null && PAID_WORD_OF_TOOL[tool].test(title)) return 'paid';
  const word = title.replace(/_|(?<=[a-z])\.(?=[a-z])/g, ' ');
  const texts = [word, word.replace(TEXT_AROUND_STATE, '')];
  const knownWord = texts
    .flatMap((text) => [text, text.replace(GENDER_ENDING, '')])
    .find((text) => SALE_STATES_BY_WORD.has(text));
  const [, state = null] =
    STATE_PATTERNS.find(([pattern]) => texts.some((text) => pattern.test(text))) ?? [];
  const knownState = SALE_STATES_BY_WORD.get(knownWord ?? '') ?? state;
  // “Aprovado (reembolsado)” has two states.
  const [, remark] = / \(([^()]*)\)$/.exec(word) ?? [];
  const remarkState = remark === undefined ? null : readExportedState(remark, tool);
  if (remarkState === null || remarkState === knownState) return knownState;
  // “Cancelado (não pago)” and “Reembolsado (cancelado)” have a reason.
  const isReason =
    (knownState === 'canceled' && remarkState === 'pending') ||
    (knownState === 'refunded' && remarkState === 'canceled');
  return isReason ? knownState : null;
}

/** An empty cell is a “Não”, because some files mark only the other rows. */
const YES_OR_NO = /^(?:(?<yes>s|sim|y|yes|true|verdadeiro|x)|(?:n|nao|no|false|falso)?)$/;

export const isYesOrNo = (cell: string): boolean =>
  YES_OR_NO.test(normalizeTitle(cell)) || /^[01]$/.test(cell);

/** Titles under which a “Não” tells whether the sale is paid, unlike “Em disputa” or “Reembolso solicitado”. */
const ANSWERED_TITLE = RegExp(
  `^(?:(?:${PAYMENT_NOUNS}) )*(?:(?:pag|aprovad|confirmad|reembolsad|estornad|cancelad)[oa]|paid|approved|confirmed|(?:fully )?refunded|cancell?ed|chargeback)$`,
);

/** The words around the state in `is_paid`, `foi_pago`, `pago_sim_nao` and “Pago (S/N)”. */
const QUESTION_AROUND_STATE =
  /^(?:ja )?(?:is|was|foi|esta) ?| \(?(?:sim|s|yes|y)[ /]*(?:ou |or )?(?:nao|no|n)\)?$/g;

/** Returns the state that the answer “Sim” or “Não” under a title such as “Pago” means; null for all else. */
export function readYesOrNoState(cell: string, title: string): ExportedState | null {
  const yesOrNo = YES_OR_NO.exec(normalizeTitle(cell))?.groups;
  const word = normalizeTitle(title).replaceAll('_', ' ').replace(QUESTION_AROUND_STATE, '');
  const isAnswered = yesOrNo !== undefined && ANSWERED_TITLE.test(word);
  const state = isAnswered ? readExportedState(word, null) : null;
  if (state === null || yesOrNo?.yes !== undefined) return state;
  return state === 'paid' ? 'pending' : 'paid';
}

const MAX_STATE_LENGTH = 40;

/** Recognizes the column of states by its values, because without such a column every row counts as paid. */
export class StateDetector {
  readonly #titles: readonly string[];
  readonly #columns: ({ readonly filled: number; readonly states: number } | undefined)[] = [];

  constructor(titles: readonly string[]) {
    this.#titles = titles;
  }

  add(cells: readonly string[]): void {
    for (const [index, cell] of cells.entries()) {
      if (cell === '') continue;
      const { filled, states } = this.#columns[index] ?? { filled: 0, states: 0 };
      const state =
        cell.length > MAX_STATE_LENGTH
          ? null
          : (readExportedState(cell, null) ?? readYesOrNoState(cell, this.#titles[index] ?? ''));
      this.#columns[index] = { filled: filled + 1, states: states + (state === null ? 0 : 1) };
    }
  }

  get hasStateColumn(): boolean {
    return this.#columns.some((column) => column && column.states * 2 >= column.filled);
  }
}
