import { AD_NETWORKS, SPEND_GROUPS } from '@funil/contract/ads/ad-spend';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call, routeQuery } from '../api.ts';
import {
  readDay,
  readOneOf,
  readText,
  type SearchOf,
  searchReader,
} from '../parts/search-params.ts';

const SPEND_SEARCH_FIELDS = {
  from: readDay,
  until: readDay,
  network: readOneOf(AD_NETWORKS),
  by: readOneOf(SPEND_GROUPS),
  q: readText,
};
export type SpendSearch = SearchOf<typeof SPEND_SEARCH_FIELDS>;
const readFields = searchReader(SPEND_SEARCH_FIELDS);

/** A list of days drops the search text, because days have no names. */
export function readSpendSearch(query: Readonly<Record<string, unknown>>): SpendSearch {
  const { q, ...search } = readFields(query);
  return q === undefined || search.by === 'day' ? search : { ...search, q };
}

export const spendOverviewQuery = routeQuery('GET spend', ['spend', 'overview'], ['spend', 'page']);

export const spendRowsQuery = (search: SpendSearch) =>
  infiniteQueryOptions({
    queryKey: ['spend', 'rows', search],
    meta: { tables: ['spend'] },
    queryFn: ({ pageParam, signal }) =>
      call('GET spend/rows', {
        query: { ...search, limit: 100, after: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
