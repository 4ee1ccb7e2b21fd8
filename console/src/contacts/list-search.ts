import type { ApplicationStage, SubjectState } from '@funil/contract/console/subjects';
import { STAGE_LABELS, STATES } from './states.ts';

/** What narrows a list down; it stands in the address, so that a link, and going back, keep it. */
export interface ListSearch {
  q?: string;
  from?: string;
  until?: string;
  source?: string;
  campaign?: string;
  content?: string;
  state?: SubjectState;
  stage?: ApplicationStage;
  suspect?: 'yes' | 'no';
}

const TEXTS = ['q', 'source', 'campaign', 'content'] as const;
const DAYS = ['from', 'until'] as const;
const DAY = /^\d{4}-\d\d-\d\d$/;
const hasKey = <Key extends string>(keys: Record<Key, unknown>, key: unknown): key is Key =>
  typeof key === 'string' && Object.hasOwn(keys, key);

/** Reads an address's query; what is not understood is left out. */
export function readListSearch(query: Record<string, unknown>): ListSearch {
  const search: ListSearch = {};
  for (const name of TEXTS) {
    const value = query[name];
    // The router reads digits as a number, and a phone number is searched for by its digits.
    if (typeof value === 'string' || typeof value === 'number') search[name] = String(value);
  }
  for (const name of DAYS) {
    const value = query[name];
    if (typeof value === 'string' && DAY.test(value)) search[name] = value;
  }
  if (hasKey(STATES, query.state)) search.state = query.state;
  if (hasKey(STAGE_LABELS, query.stage)) search.stage = query.stage;
  if (query.suspect === 'yes' || query.suspect === 'no') search.suspect = query.suspect;
  return search;
}

/** How many filters are set, the search's words aside. */
export const countFilters = ({ q: _, ...filters }: ListSearch): number =>
  Object.values(filters).filter((value) => value !== undefined).length;
