import type { Page } from '@funil/contract/console/page';
import type {
  PersonDetail,
  PersonItem,
  PersonRowsAnswer,
  PrivacyRequest,
} from '@funil/contract/console/people';
import type { AuditItem } from '@funil/contract/console/status';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, readList } from '../api.ts';

export interface PeopleSearch {
  q?: string;
}

export const readPeopleSearch = ({ q }: Record<string, unknown>): PeopleSearch =>
  // The router reads digits as a number.
  typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {};

export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['people', q],
    queryFn: ({ signal }) => readList<Page<PersonItem>>('people', { q }, signal),
    enabled: q.length > 1,
  });

export const personPath = (key: string): string => `people/${encodeURIComponent(key)}`;

export const personQuery = (key: string) =>
  queryOptions({
    queryKey: ['person', key],
    queryFn: ({ signal }) => call<PersonDetail>(personPath(key), { signal }),
  });

/** Every row that an export or an erasure may take: read anew for each. */
export const personRowsQuery = (key: string) =>
  queryOptions({
    queryKey: ['person', key, 'rows'],
    queryFn: ({ signal }) => call<PersonRowsAnswer>(`${personPath(key)}/rows`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const requestsQuery = infiniteQueryOptions({
  queryKey: ['requests'],
  queryFn: ({ pageParam, signal }) =>
    call<Page<PrivacyRequest>>('requests', {
      query: { limit: 50, ...(pageParam !== null && { after: pageParam }) },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
});

export const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  queryFn: ({ pageParam, signal }) =>
    call<Page<AuditItem>>('audit', {
      query: { limit: 50, ...(pageParam !== null && { after: pageParam }) },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
});
