import type { Page } from '@funil/contract/console/page';
import type { SubjectItem } from '@funil/contract/console/subjects';
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import { queryClient } from '../queries.ts';
import type { ListSearch } from './list-search.ts';
import { mergeFirstPage } from './merge-first-page.ts';

export type ListName = 'leads' | 'applications';
type Pages = InfiniteData<Page<SubjectItem>, string | null>;

/** Rows asked for at once: more than a screen has, few enough to be there at once. */
const PAGE = 100;

const readPage = (name: ListName, search: ListSearch, after: string | null, signal?: AbortSignal) =>
  call<Page<SubjectItem>>(name, {
    query: { ...search, limit: PAGE, ...(after !== null && { after }) },
    ...(signal && { signal }),
  });

const keyOf = (name: ListName, search: ListSearch) => ['list', name, search] as const;

/** A list's pages, the newest row first. */
export const listQuery = (name: ListName, search: ListSearch) =>
  infiniteQueryOptions({
    queryKey: keyOf(name, search),
    queryFn: ({ pageParam, signal }) => readPage(name, search, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Changes come in by refreshLists: asking again for a hundred pages would be a hundred requests.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  });

/** Reads the newest rows of the lists on the screen, and leaves what was scrolled to where it is. */
export async function refreshLists(): Promise<void> {
  const cache = queryClient.getQueryCache();
  for (const query of cache.findAll({ queryKey: ['list'] })) {
    const [, name, search] = query.queryKey as ReturnType<typeof keyOf>;
    if (!query.isActive()) {
      queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
      continue;
    }
    const newest = await readPage(name, search, null).catch(() => null);
    // Not to be had now: the next change, or the stream's return, asks again.
    if (newest === null) continue;
    queryClient.setQueryData<Pages>(
      query.queryKey,
      (pages) => pages && mergeFirstPage(pages, newest),
    );
  }
}

/** Shows a row as the server last told it, in every list that has it. */
export function putItem(item: SubjectItem): void {
  queryClient.setQueriesData<Pages>({ queryKey: ['list'] }, (data) => {
    if (!data?.pages.some(({ items }) => items.some(({ subject }) => subject === item.subject))) {
      return data;
    }
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.map((each) => (each.subject === item.subject ? item : each)),
    }));
    return { ...data, pages };
  });
}
