import type { ListPage } from '@funil/contract/console/page';
import type {
  PersonItem,
  PersonRowsResponse,
  PrivacyRequest,
} from '@funil/contract/console/people';
import type { AuditItem } from '@funil/contract/console/status';
import { queryOptions } from '@tanstack/react-query';
import { call, readList } from '../api.ts';
import { searchReader, text } from '../parts/search-params.ts';
import { infiniteListQuery } from '../queries.ts';

export const readPeopleSearch = searchReader({ q: text });

export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['people', q],
    queryFn: ({ signal }) => readList<ListPage<PersonItem>>('people', { q }, signal),
    enabled: q.length > 1,
  });

export const personPath = (key: string): string => `people/${encodeURIComponent(key)}`;

/** Every row that may be exported or erased; not cached. */
export const personRowsQuery = (key: string) =>
  queryOptions({
    queryKey: ['person', key],
    queryFn: ({ signal }) => call<PersonRowsResponse>(`${personPath(key)}/rows`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const requestsQuery = infiniteListQuery<PrivacyRequest>(['requests'], 'requests', {
  limit: 50,
});

export const auditQuery = {
  ...infiniteListQuery<AuditItem>(['audit'], 'audit', { limit: 50 }),
  staleTime: 0,
};
