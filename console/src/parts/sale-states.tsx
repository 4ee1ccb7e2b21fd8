import { SALE_STATE_LABELS } from '@funil/contract/console/labels';
import {
  paymentMethodLabel,
  SALE_SOURCE_LABELS,
  type SaleSource,
  type SaleState,
} from '@funil/contract/sales/sale-record';
import { StateMark, type Tone } from './StateMark.tsx';
import {
  keysOf,
  LIST_SEARCH_FIELDS,
  readOneOf,
  readOneOrSeveral,
  readText,
  type SearchOf,
  searchReader,
} from './search-params.ts';

const SALE_STATE_TONES: Record<SaleState, Tone> = {
  pending: 'busy',
  paid: 'won',
  refunded: 'warn',
  chargeback: 'bad',
  canceled: 'off',
  abandoned: 'off',
};

export const methodLabel = (method: string | null): string | null =>
  method === null ? null : paymentMethodLabel(method, 'inSentence');

/** Returns the source's label; null for a notice, the usual source. */
export const sourceLabel = (source: SaleSource): string | null =>
  source === 'notice' ? null : `via ${SALE_SOURCE_LABELS[source]}`;

export const SaleStateMark = ({ state }: { state: SaleState }) => (
  <StateMark label={SALE_STATE_LABELS[state]} tone={SALE_STATE_TONES[state]} />
);

const SALES_SEARCH_FIELDS = {
  ...LIST_SEARCH_FIELDS,
  state: readOneOrSeveral(readOneOf(keysOf(SALE_STATE_LABELS))),
  matched: readOneOf(['yes', 'no']),
  platform: readOneOrSeveral(readText),
  product: readOneOrSeveral(readText),
  paid: readOneOf(['1']),
  test: readOneOf(['1']),
  sort: readOneOf(['oldest', 'value']),
};

export type SalesSearch = SearchOf<typeof SALES_SEARCH_FIELDS>;
export const readSalesSearch = searchReader(SALES_SEARCH_FIELDS);

/** All sales, and the two lists of sales in "Pessoas". */
export const SALE_LISTS = ['/vendas', '/pessoas/compradores', '/pessoas/carrinhos'] as const;
