import { normalizeTitle } from '../csv/read-csv.ts';
import type { NoticeKind } from '../sales/notice.ts';

export type ExportedState = Exclude<NoticeKind, 'other'>;

/**
 * Words in lower case, without accents and `_`, and often without the gender's ending (`aprovad`). As in notices, a
 * sale with an open dispute or a requested refund is paid. The money of a chargeback is gone, even while it is
 * disputed.
 */
const STATE_WORDS: Readonly<Record<ExportedState, readonly string[]>> = {
  paid: [
    ...['aprovad', 'complet', 'concluid', 'pag', 'efetivad', 'confirmad', 'vigente', 'ativ'],
    ...['paid', 'approved', 'complete', 'completed', 'authorized', 'succeeded', 'active', 'quitad'],
    ...['em disputa', 'reclamad', 'protestad', 'dispute', 'disputed', 'protested'],
    ...['aguardando reembolso', 'reembolso solicitad', 'pending refund', 'refund requested'],
    ...['refund in progress', 'refund pending', 'estorno pendente', 'reembolso pendente'],
    ...['em dia', 'autorizad', 'realizad', 'recebid', 'recebida em dinheiro', 'finalizad'],
    ...['ganh', 'fechado - ganh', 'won', 'in mediation', 'success', 'sucesso', 'captured'],
    ...['wc-processing', 'received', 'received in cash', 'confirmed', 'disponivel', 'integrad'],
    ...['pendente integracao', 'pendente de integracao', 'awaiting chargeback reversal'],
    ...['claimed', 'waiting refund'],
  ],
  partial_refund: [
    ...['parcialmente reembolsad', 'reembolsado parcialmente', 'reembolso parcial'],
    ...['partially refunded', 'partial refund'],
  ],
  pending: [
    ...['aguardando pagamento', 'pendente', 'aguardando', 'waiting payment', 'pix generated'],
    ...['pending', 'boleto impresso', 'boleto gerad', 'pix gerad', 'billet printed', 'abert'],
    ...['bank slip generated', 'awaiting risk analysis', 'under review', 'delayed', 'pix created'],
    ...['bank slip created', 'bank slip delayed', 'billet created', 'printed billet', 'unpaid'],
    ...['pre order', 'pre-pedido', 'processing transaction', 'under analisys', 'analysing', 'open'],
    ...['recovering', 'draft', 'waiting documents', 'aguardando pgto'],
    ...['em analise', 'under analysis', 'processing', 'processando', 'processando transacao'],
    ...['iniciad', 'started', 'atrasad', 'overdue', 'vencid', 'em recuperacao', 'recuperando'],
    ...['agendad', 'scheduled', 'em processamento', 'boleto atrasad', 'em atras', 'inadimplente'],
    ...['on hold', 'on-hold', 'in process', 'pending payment', 'em abert', 'nao pag', 'a receber'],
    'ag. pagamento',
  ],
  refunded: [
    ...['reembolsad', 'refunded', 'estornad', 'reembolso', 'refund', 'devolvid', 'estorn'],
    'devolucao',
  ],
  chargeback: [
    ...['chargeback', 'chargedback', 'charged back', 'contestad', 'chargeback em disputa'],
    ...['chargeback em tratativa', 'chargeback perdid', 'chargeback vencid'],
    ...['chargeback requested', 'chargeback dispute'],
  ],
  canceled: [
    ...['cancelad', 'canceled', 'cancelled', 'recusad', 'refused', 'declined', 'expirad'],
    ...['expired', 'negad', 'rejected', 'duplicad', 'sem saldo', 'no funds', 'blocked', 'bloquead'],
    ...['falhou', 'failed', 'nao autorizad', 'nao aprovad', 'pix expirad', 'boleto expirad'],
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

/** Matches a prefix such as `wc-` or “compra ”, and a remark or a reason after the state. */
const TEXT_AROUND_STATE =
  /^[^a-z]*(?:wc-|(?:compra|pagamento|pedido|transacao|venda|cartao|sale) )?| \([^()]*\)$| (?:por|pel[ao]) .*$/g;
const GENDER_ENDING = /(?:o\(a\)|[oa]s?)$/;

export function readExportedState(cell: string): ExportedState | null {
  const word = normalizeTitle(cell).replaceAll('_', ' ');
  const knownWord = [word, word.replace(TEXT_AROUND_STATE, '')]
    .flatMap((text) => [text, text.replace(GENDER_ENDING, '')])
    .find((text) => SALE_STATES_BY_WORD.has(text));
  return SALE_STATES_BY_WORD.get(knownWord ?? '') ?? null;
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
