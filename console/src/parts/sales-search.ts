import { SALE_STATE_LABELS } from '@funil/contract/console/labels';
import {
  keysOf,
  LIST_SEARCH_FIELDS,
  readOneOf,
  readOneOrSeveral,
  readText,
  type SearchOf,
  searchReader,
} from './search-params.ts';

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

/** Paths of the lists of sales: all sales, and the two lists in "Pessoas". */
export const SALE_LISTS = ['/vendas', '/pessoas/compradores', '/pessoas/carrinhos'] as const;
