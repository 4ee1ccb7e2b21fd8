import type { Page } from '@funil/contract/console/page';
import type { SubjectItem } from '@funil/contract/console/subjects';
import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { readList } from '../api.ts';
import { queryClient } from '../queries.ts';
import type { ListSearch } from './list-search.ts';
import { mergeFirstPage } from './merge-first-page.ts';
import { type Depth, makeListRefresher, readDown } from './refresh-list.ts';

export type ListName = 'leads' | 'applications';
type Pages = InfiniteData<Page<SubjectItem>, string | null>;

/** Rows asked for at once: more than a screen has, few enough to be there at once. */
const PAGE = 100;

const readPage = (name: ListName, search: ListSearch, after: string | null, signal?: AbortSignal) =>
  readList<Page<SubjectItem>>(
    name,
    { ...search, limit: PAGE, ...(after !== null && { after }) },
    signal,
  );

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

/** How long, in ms, one answer may take, and a next page that is already on its way. */
const PATIENCE = 30_000;
/** Pages more than it should take: rows may have come, and the server may find nobody for a while. */
const SPARE = 5;

/** A page that is on its way would be put below the pages as they were when it was asked for. */
async function awaitNextPage(queryKey: QueryKey): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey });
  if (query === undefined) return;
  const isOnItsWay = () => query.state.fetchStatus !== 'idle';
  if (!isOnItsWay()) return;
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([query.promise?.catch(() => undefined), patience]);
  // Whoever still needs it asks again.
  if (query.state.fetchStatus !== 'idle')
    await queryClient.cancelQueries({ queryKey, exact: true });
}

async function readAnew(hash: string, depth: Depth, signal: AbortSignal): Promise<void> {
  const query = queryClient.getQueryCache().get(hash);
  if (query === undefined) return;
  const [, name, search] = query.queryKey as ReturnType<typeof keyOf>;
  const shown = queryClient
    .getQueryData<Pages>(query.queryKey)
    ?.pages.flatMap(({ items }) => items);
  const bound = depth === 'all' ? shown?.at(-1) : shown?.at(0);
  const pages = depth === 'all' ? Math.ceil((shown?.length ?? 0) / PAGE) : 1;
  const newest = await readDown(
    (after) =>
      readPage(name, search, after, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])),
    {
      most: pages + SPARE,
      isEnough: (items) => {
        const last = items.at(-1);
        return last !== undefined && (!bound || last.created_at <= bound.created_at);
      },
    },
  );
  if (newest === null || signal.aborted) return;
  await awaitNextPage(query.queryKey);
  queryClient.setQueryData<Pages>(query.queryKey, (now) => now && mergeFirstPage(now, newest));
}

const refreshList = makeListRefresher(readAnew);

/**
 * Reads the newest rows of the lists on the screen, and leaves what was scrolled to where it is.
 * @param depth `all`: what was scrolled to is read anew, too
 */
export function refreshLists(depth: Depth = 'newest'): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['list'] })) {
    if (query.isActive()) void refreshList(query.queryHash, depth);
    else queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
  }
}

function putInto(queryKey: QueryKey, item: SubjectItem): void {
  queryClient.setQueryData<Pages>(queryKey, (data) => {
    const isOlder = (each: SubjectItem) =>
      each.subject === item.subject && each.version <= item.version;
    if (!data?.pages.some(({ items }) => items.some(isOlder))) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.map((each) => (isOlder(each) ? item : each)),
    }));
    return { ...data, pages };
  });
}

/** Shows a row as the server last told it, in every list that has it. */
export function putItem(item: SubjectItem): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: ['list'] })) {
    putInto(queryKey, item);
    void awaitNextPage(queryKey).then(() => putInto(queryKey, item));
  }
}
