import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { EmptyList } from './EmptyList.tsx';
import { type ListName, listQuery } from './list-query.ts';
import type { ListSearch } from './list-search.ts';
import { loadDetail } from './load-detail.ts';
import type { Picking } from './picking.ts';
import './subject-list.css';
import { SubjectRow } from './SubjectRow.tsx';
import { useGreeter } from './use-greeter.ts';
import { useListKeys } from './use-list-keys.ts';
import { useOpen } from './use-open.ts';
import { useRowHeight } from './use-row-height.ts';

interface Props {
  name: ListName;
  search: ListSearch;
  picking: Picking;
  /** Whose detail stands beside the list. */
  open: string | undefined;
}

/** Rows before the end at which the next page is asked for. */
const AHEAD = 30;

let isFetched = false;

/** A hand on the list opens somebody before long: the detail's code is there by then. */
function fetchDetail(): void {
  if (isFetched) return;
  isFetched = true;
  loadDetail().catch(() => {
    // The router asks again, and says so.
    isFetched = false;
  });
}

/** The people of a list, of which only those in the window are drawn. */
export function SubjectList({ name, search, picking, open }: Props) {
  const query = useInfiniteQuery(listQuery(name, search));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRowHeight();
  const greet = useGreeter();
  const onOpen = useOpen();
  // Another function would have every row's place reckoned anew, each time anything is drawn.
  const keyOf = useCallback((index: number) => items[index]?.subject ?? index, [items]);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: keyOf,
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
  useListKeys({ items, picking, open, scrollTo: (index) => virtual.scrollToIndex(index) });

  if (error && items.length === 0) {
    return <Failure error={error} onRetry={() => void query.refetch()} />;
  }
  if (!data || (items.length === 0 && hasNextPage)) return <Loading />;
  if (items.length === 0) return <EmptyList name={name} search={search} />;
  return (
    <section
      ref={scroller}
      className="list-scroller"
      data-list={name}
      aria-label="Lista"
      onPointerEnter={fetchDetail}
      onFocus={fetchDetail}
    >
      <ul className="list-rows" style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, key, start }) => {
          const item = items[index];
          if (!item) return null;
          return (
            <li
              key={key}
              style={{ height, translate: `0 ${start}px` }}
              aria-setsize={hasNextPage ? -1 : items.length}
              aria-posinset={index + 1}
            >
              <SubjectRow
                item={item}
                index={index}
                isOpen={open === item.subject}
                isPicked={picking.picked.has(item.subject)}
                onPick={picking.pick}
                onOpen={onOpen}
                greet={greet}
              />
            </li>
          );
        })}
      </ul>
      {isFetchingNextPage && <Loading label="Carregando mais…" />}
    </section>
  );
}
