import { queryOptions } from '@tanstack/react-query';
import { call, routeQuery } from '../api.ts';
import { readText, searchReader } from '../parts/search-params.ts';
import { infiniteListQuery } from '../queries.ts';

export const readPeopleSearch = searchReader({ q: readText });

/** False for a single character, which too many people have in common. */
export const isSearchTerm = (q: string): boolean => q.length > 1;

export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['people', q],
    meta: { tables: ['erasures'] },
    queryFn: ({ signal }) => call('POST people/search', { body: { q }, signal }),
    enabled: isSearchTerm(q),
  });

/** Rows of a person that may be exported or erased. Not cached, because rows may have changed. */
export const personRowsQuery = (key: string) =>
  queryOptions({
    ...routeQuery('GET people/:key/rows', ['person', key], ['erasures'], { params: { key } }),
    staleTime: 0,
    gcTime: 0,
  });

export const requestsQuery = infiniteListQuery('GET requests', ['requests'], ['requests'], {
  limit: 50,
});

export const auditQuery = {
  ...infiniteListQuery('GET audit', ['audit'], [], { limit: 50 }),
  staleTime: 0,
};
