import type { Page } from '@funil/contract/console/page';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import '../subjects/subject-list.css';
import { useRowHeight } from '../subjects/use-row-height.ts';
import { Loading } from './Loading.tsx';
import { Missing } from './Missing.tsx';
import { useRowKeys } from './use-row-keys.ts';

interface Props<Item> {
  label: string;
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  keyOf: (item: Item) => string;
  /** What stands there when there is nothing. */
  empty: ReactNode;
  /** A row, whose link has the class `row-link`. */
  children: (item: Item) => ReactNode;
}

/** Rows before the end at which the next page is asked for. */
const AHEAD = 30;

/** A list of any length, of which only what is in the window is drawn. */
export function EndlessList<Item>({ label, query, keyOf, empty, children }: Props<Item>) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRowHeight();
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  const rows = virtual.getVirtualItems();
  const lastRow = rows.at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is another layout
  useEffect(() => virtual.measure(), [height]);
  useEffect(() => {
    const isNear = lastRow >= items.length - AHEAD;
    if (isNear && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [lastRow, items.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  useRowKeys({ count: items.length, scrollTo: (index) => virtual.scrollToIndex(index) });

  if (!data) return <Missing query={query} />;
  if (items.length === 0 && !hasNextPage) return empty;
  return (
    <section ref={scroller} className="list-scroller" aria-label={label}>
      <ul className="list-rows" style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={keyOf(item)}
              data-row={index}
              style={{ height, translate: `0 ${start}px` }}
              aria-setsize={hasNextPage ? -1 : items.length}
              aria-posinset={index + 1}
            >
              {children(item)}
            </li>
          );
        })}
      </ul>
      {isFetchingNextPage && <Loading label="Carregando mais…" />}
    </section>
  );
}
