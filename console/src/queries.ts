import type { QueryOf, RouteResponse } from '@funil/contract/console/data-routes';
import type { MarkedKind } from '@funil/contract/console/live';
import type { ListPage } from '@funil/contract/list-page';
import {
  type InferDataFromTag,
  type InfiniteData,
  infiniteQueryOptions,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError, type ListRoute, readList } from './api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** A change of one of the `tables` refetches the query. A test demands `tables` of every query. */
    queryMeta: { readonly tables: readonly MarkedKind[] };
  }
}

/** Tables that a contact's row is made from. */
export const CONTACT_TABLES: readonly MarkedKind[] = [
  'leads',
  'applications',
  'followups',
  'sales',
  'erasures',
];

/** The statuses with which a proxy refuses a request that came too slowly or too often. */
const TEMPORARY_STATUSES = [408, 429];

/** After another 4xx, a repeated request would get the same response. */
export const isClientError = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  !TEMPORARY_STATUSES.includes(error.status);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A change on the server refetches its tables' queries anyway, and a reconnect refetches every query.
      staleTime: 30_000,
      retry: (failureCount, error) => !isClientError(error) && failureCount < 2,
    },
    mutations: { retry: false },
  },
});

/** Shows an answer of the server in place of a query's data. Drops a running request, which may return older data. */
export async function replaceData<Key extends QueryKey>(
  { queryKey }: { queryKey: Key },
  data: InferDataFromTag<unknown, Key>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<unknown>(queryKey, data);
}

const joinPages = <Item>({ pages }: InfiniteData<ListPage<Item>>): readonly Item[] =>
  pages.flatMap(({ items }) => items);

type ItemOf<Route extends ListRoute> = RouteResponse<Route>['items'][number];

/** `data` has the rows of all fetched pages. */
export const infiniteListQuery = <Route extends ListRoute>(
  route: Route,
  queryKey: QueryKey,
  tables: readonly MarkedKind[],
  query: QueryOf<Route>,
) =>
  infiniteQueryOptions({
    queryKey,
    meta: { tables },
    queryFn: ({ pageParam, signal }): Promise<ListPage<ItemOf<Route>>> =>
      readList(route, { ...query, after: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: ListPage<ItemOf<Route>>) => next,
    select: joinPages<ItemOf<Route>>,
  });
