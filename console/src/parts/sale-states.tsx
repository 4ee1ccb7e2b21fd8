import { SALE_STATE_LABELS } from '@funil/contract/console/labels';
import {
  paymentMethodLabel,
  SALE_SOURCE_LABELS,
  type SaleSource,
  type SaleState as State,
} from '@funil/contract/sales/sale';
import { StateMark, type Tone } from './StateMark.tsx';
import {
  keysOf,
  LIST_FIELDS,
  oneOf,
  oneOrSeveral,
  readText,
  type SearchOf,
  searchReader,
} from './search-params.ts';

const SALE_STATE_TONES: Record<State, Tone> = {
  pending: 'busy',
  paid: 'won',
  refunded: 'warn',
  chargeback: 'bad',
  canceled: 'off',
  abandoned: 'off',
};

export const methodLabel = (method: string | null): string | null =>
  method === null ? null : paymentMethodLabel(method, 'inSentence');

/** Null for a notice, the usual source. */
export const sourceLabel = (source: SaleSource): string | null =>
  source === 'notice' ? null : `via ${SALE_SOURCE_LABELS[source]}`;

export const SaleState = ({ state }: { state: State }) => (
  <StateMark label={SALE_STATE_LABELS[state]} tone={SALE_STATE_TONES[state]} />
);

const SEARCH_FIELDS = {
  ...LIST_FIELDS,
  state: oneOrSeveral(oneOf(keysOf(SALE_STATE_LABELS))),
  matched: oneOf(['yes', 'no']),
  platform: oneOrSeveral(readText),
  product: oneOrSeveral(readText),
  paid: oneOf(['1']),
  test: oneOf(['1']),
  sort: oneOf(['oldest', 'value']),
};

export type SalesSearch = SearchOf<typeof SEARCH_FIELDS>;
export const readSalesSearch = searchReader(SEARCH_FIELDS);

/** All sales, and the two lists of sales in "Pessoas". */
export const SALE_LISTS = ['/vendas', '/pessoas/compradores', '/pessoas/carrinhos'] as const;
