import { normalizeTitle } from '../csv/read-csv.ts';
import type { NoticeKind } from '../sales/notice.ts';

export type ExportedState = Exclude<NoticeKind, 'other'>;

/**
 * Words in lower case, without accents and `_`, and often without the gender's ending (`aprovad`). As in notices, a
 * sale with an open dispute or a requested refund is paid. The money of a chargeback is gone, even while it is
 * disputed.
 */
const STATE_WORDS: Readonly<Partial<Record<ExportedState, readonly string[]>>> = {
  paid: [
    ...['aprovad', 'complet', 'concluid', 'pag', 'efetivad', 'confirmad', 'vigente', 'ativ'],
    ...['paid', 'approved', 'complete', 'completed', 'authorized', 'succeeded', 'active', 'quitad'],
    ...['em disputa', 'disput', 'reclamad', 'protestad', 'dispute', 'disputed', 'protested'],
    ...['inquiry', 'early fraud warning', 'capturad'],
    ...['em dia', 'autorizad', 'realizad', 'recebid', 'recebida em dinheiro', 'finalizad'],
    ...['ganh', 'fechado - ganh', 'won', 'in mediation', 'success', 'sucesso', 'captured'],
    ...['wc-processing', 'received', 'received in cash', 'confirmed', 'disponivel', 'integrad'],
    ...['pendente integracao', 'pendente de integracao', 'awaiting chargeback reversal'],
    'claimed',
  ],
  pending: [
    ...['pendente', 'aguardando', 'waiting payment', 'pix generated', 'impress', 'gerad'],
    ...['pending', 'billet printed', 'abert', 'waiting capture', 'uncaptured', 'incomplete'],
    ...['bank slip generated', 'awaiting risk analysis', 'under review', 'delayed', 'pix created'],
    ...['bank slip created', 'bank slip delayed', 'billet created', 'printed billet', 'unpaid'],
    ...['pre order', 'pre-order', 'pre-pedido', 'nao finalizad'],
    ...['processing transaction', 'under analisys', 'analysing', 'open'],
    ...['recovering', 'draft', 'waiting documents'],
    ...['em analise', 'under analysis', 'processing', 'processando', 'processando transacao'],
    ...['iniciad', 'started', 'atrasad', 'overdue', 'vencid', 'em recuperacao', 'recuperando'],
    ...['agendad', 'scheduled', 'em processamento', 'em atras', 'inadimplente'],
    ...['on hold', 'on-hold', 'in process', 'pending payment', 'em abert', 'nao pag', 'a receber'],
  ],
  chargeback: ['chargedback', 'charged back', 'contestad'],
  canceled: [
    ...['cancelad', 'canceled', 'cancelled', 'recusad', 'refused', 'declined', 'expirad'],
    ...['expired', 'negad', 'rejected', 'duplicad', 'sem saldo', 'no funds', 'blocked', 'bloquead'],
    ...['falhou', 'falha', 'com erro', 'failed', 'nao autorizad', 'nao aprovad'],
    ...['voided', 'malsucedid', 'perdid', 'lost', 'rejeitad', 'reprovad', 'pix expired'],
    ...['bank slip expired', 'duplicated', 'sem fundos'],
  ],
  abandoned: [
    ...['abandonad', 'abandoned', 'carrinho abandonad', 'abandono de carrinho', 'abandoned cart'],
  ],
};

const SALE_STATES_BY_WORD = new Map(
  Object.entries(STATE_WORDS).flatMap(([state, words]) =>
    words.map((word) => [word, state as ExportedState] as const),
  ),
);

const REFUND = '(?:refund(?:ed)?|reembols(?:o|ad[oa])|estorn(?:o|ad[oa])|devol(?:ucao|vid[oa]))';
const REQUESTED =
  '(?:requested|pending|in progress|solicitad[oa]|pendente|em (?:processamento|andamento|analise))';

/** States that every platform words in its own way. The first pattern that fits counts. */
const STATE_PATTERNS: readonly (readonly [pattern: RegExp, state: ExportedState])[] = [
  [RegExp(`^${REFUND}(?: (?:total|integral))?$`), 'refunded'],
  [RegExp(`^(?:parcialmente|partial(?:ly)?) ${REFUND}$`), 'partial_refund'],
  [RegExp(`^${REFUND} (?:parcial(?:mente)?|partial(?:ly)?)$`), 'partial_refund'],
  [RegExp(`^(?:${REFUND} ${REQUESTED}|(?:aguardando|pending|waiting) ${REFUND})$`), 'paid'],
  [/^(?:chargeback|contestacao|disput[ae]) (?:ganh|revert|won|reversed)/, 'paid'],
  [/^disput[ae] (?:perdida|lost)$/, 'chargeback'],
  [/^(?:em disputa de )?(?:chargeback|contestacao)\b/, 'chargeback'],
  [
    /^(?:ag|aguard|aguardando)\b\.? (?:pag|pgto|pix|boleto|confirma|aprova|analise|captura)/,
    'pending',
  ],
  [/^requires (?:payment method|confirmation|action|capture)$/, 'pending'],
];

/** Matches a prefix such as `wc-` or “compra ”, and a remark, a sign or a reason after the state. */
const TEXT_AROUND_STATE =
  /^[^a-z]*(?:wc-|(?:compra|pagamento|pedido|transacao|venda|cartao|boleto|pix|fatura|cobranca|sale) )?| \([^()]*\)$|[^a-z0-9)]+$| (?:por|pel[ao]) .*$/g;
const GENDER_ENDING = /(?:o\(a\)|[oa]s?)$/;

export function readExportedState(cell: string): ExportedState | null {
  const word = normalizeTitle(cell).replaceAll('_', ' ');
  const texts = [word, word.replace(TEXT_AROUND_STATE, '')];
  const knownWord = texts
    .flatMap((text) => [text, text.replace(GENDER_ENDING, '')])
    .find((text) => SALE_STATES_BY_WORD.has(text));
  const [, state = null] =
    STATE_PATTERNS.find(([pattern]) => texts.some((text) => pattern.test(text))) ?? [];
  return SALE_STATES_BY_WORD.get(knownWord ?? '') ?? state;
}

/** WooCommerce calls a paid order “processing” until it is dispatched. */
export const isPaidInWooCommerce = (cell: string): boolean =>
  /^(?:wc-)?process(?:ing|ando)$/.test(normalizeTitle(cell));

const MAX_STATE_LENGTH = 40;

/** Recognizes the column by its values, because without a column of states every row counts as paid. */
export class StateDetector {
  readonly #columns: ({ readonly filled: number; readonly states: number } | undefined)[] = [];

  add(cells: readonly string[]): void {
    for (const [index, cell] of cells.entries()) {
      if (cell === '') continue;
      const { filled, states } = this.#columns[index] ?? { filled: 0, states: 0 };
      const isState = cell.length <= MAX_STATE_LENGTH && readExportedState(cell) !== null;
      this.#columns[index] = { filled: filled + 1, states: states + (isState ? 1 : 0) };
    }
  }

  get isFound(): boolean {
    return this.#columns.some((column) => column && column.states * 2 >= column.filled);
  }
}
