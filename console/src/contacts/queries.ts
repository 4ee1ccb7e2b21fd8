import type { FullContact } from '@funil/contract/contacts/contacts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readChoices, routeQuery } from '../api.ts';
import { consoleContextQuery } from '../console-context.ts';
import { readContactKey } from '../parts/ContactLink.tsx';
import type { SalesSearch } from '../parts/sales-search.ts';
import { CONTACT_TABLES, infiniteListQuery, queryClient } from '../queries.ts';
import type { ListSearch } from './states.tsx';

export type ListName = 'leads' | 'applications';

const ROWS_PER_REQUEST = 100;

const CHOICES_INTERVAL_MS = 15_000;

/** Lists one row per person, and suspected robots only if the operator filters or searches. */
export const listParams = ({ q, suspect }: Pick<ListSearch, 'q' | 'suspect'>) =>
  ({ people: '1', suspect: suspect ?? (q === undefined ? 'no' : 'all') }) as const;

/** Never stale, because a change on the server invalidates the query. */
export const listQuery = (name: ListName, search: ListSearch) => ({
  ...infiniteListQuery(`GET ${name}`, ['list', name, search], CONTACT_TABLES, {
    ...search,
    ...listParams(search),
    limit: ROWS_PER_REQUEST,
  }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Polled, because a refetch right after a change may get counts that the server computed seconds before. */
export const choicesQuery = (
  list: ListName | 'sales',
  { sort: _, ...search }: ListSearch | SalesSearch,
) =>
  queryOptions({
    queryKey: ['choices', list, search],
    meta: { tables: CONTACT_TABLES },
    queryFn: ({ signal }) =>
      readChoices(list, { ...search, ...(list !== 'sales' && listParams(search)) }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: CHOICES_INTERVAL_MS,
  });

/** @param contactKey `lead:<number>` or `application:<uuid>` */
export function contactQuery(contactKey: string) {
  const { kind, id } = readContactKey(contactKey);
  const params = { id };
  return routeQuery(`GET ${kind}s/:id`, ['contact', contactKey], CONTACT_TABLES, { params });
}

export const getCachedContact = (contactKey: string): FullContact | undefined =>
  queryClient.getQueryData(contactQuery(contactKey).queryKey);

export const templatesQuery = queryOptions({
  ...routeQuery('GET templates', ['templates'], ['templates']),
  staleTime: 300_000,
});

export function prefetchMessageData(): void {
  void queryClient.prefetchQuery(templatesQuery);
  void queryClient.prefetchQuery(consoleContextQuery);
}
