import type { SaleState } from '@funil/contract/sale';
import { SALE_WORDS } from './sale-words.ts';

/** What narrows the sales down; it stands in the address. */
export interface SalesSearch {
  q?: string;
  from?: string;
  until?: string;
  state?: SaleState;
  matched?: 'yes' | 'no';
  platform?: string;
  source?: string;
  campaign?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const isState = (value: unknown): value is SaleState =>
  typeof value === 'string' && Object.hasOwn(SALE_WORDS, value);

/** The router reads digits as a number, and a phone number is searched for by its digits. */
const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** Reads an address's query; what is not understood is left out. */
export function readSalesSearch(query: Record<string, unknown>): SalesSearch {
  const search: SalesSearch = {};
  const { q, from, until, state, matched, platform, source, campaign } = query;
  if (isText(q)) search.q = String(q);
  if (typeof from === 'string' && DAY.test(from)) search.from = from;
  if (typeof until === 'string' && DAY.test(until)) search.until = until;
  if (isState(state)) search.state = state;
  if (matched === 'yes' || matched === 'no') search.matched = matched;
  if (typeof platform === 'string') search.platform = platform;
  if (isText(source)) search.source = String(source);
  if (isText(campaign)) search.campaign = String(campaign);
  return search;
}
