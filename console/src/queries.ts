import type { Page } from '@funil/contract/console/page';
import {
  type InfiniteData,
  infiniteQueryOptions,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError, type Query, readList } from './api.ts';

/** Whether a repeated request would get the same answer. */
export const isClientError = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The live stream reports changes; after a gap in it everything is refetched.
      staleTime: 30_000,
      retry: (failures, error) => !isClientError(error) && failures < 2,
    },
    mutations: { retry: false },
  },
});

const joinPages = <Item>({ pages }: InfiniteData<Page<Item>>): readonly Item[] =>
  pages.flatMap(({ items }) => items);

/** Query options for a list that is read page by page; `data` holds the rows of all pages so far. */
export const pagesQuery = <Item>(queryKey: QueryKey, path: string, query: Query) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      readList<Page<Item>>(path, { ...query, after: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: Page<Item>) => next,
    select: joinPages<Item>,
  });
