import type { ListPage } from '@funil/contract/console/page';
import {
  type InfiniteData,
  infiniteQueryOptions,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError, type Query, readList } from './api.ts';

/** Whether the server refused a request (4xx); a repeated request would get the same response. */
export const isClientError = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Changes on the server refetch what shows them, and a reconnect refetches every query.
      staleTime: 30_000,
      retry: (failures, error) => !isClientError(error) && failures < 2,
    },
    mutations: { retry: false },
  },
});

const joinPages = <Item>({ pages }: InfiniteData<ListPage<Item>>): readonly Item[] =>
  pages.flatMap(({ items }) => items);

/** Returns the query options of a list that is read page by page; `data` has the rows of all fetched pages. */
export const infiniteListQuery = <Item>(queryKey: QueryKey, path: string, query: Query) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      readList<ListPage<Item>>(path, { ...query, after: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: ListPage<Item>) => next,
    select: joinPages<Item>,
  });
