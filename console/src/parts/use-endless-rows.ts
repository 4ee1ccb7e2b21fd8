import type { Page } from '@funil/contract/console/page';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

/** Rows before the end at which the next page is asked for. */
const AHEAD = 30;

/**
 * The rows of a list of any length that are in the window or near it; the next page is asked for before they end.
 * What is read further down stays where it is when rows come on top of it.
 * @param keyOf one function for good: another one has every row's place reckoned anew
 */
export function useEndlessRows<Item>(
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>,
  keyOf: (item: Item) => string,
) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRowHeight();
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    [items, keyOf],
  );
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey,
    overscan: 8,
    // Whoever is at the top sees what comes; a list held by its end keeps the row that is read in its place.
    anchorTo: scroller.current?.scrollTop ? 'end' : 'start',
  });
  const rows = virtual.getVirtualItems();
  const lastRow = rows.at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is another layout
  useEffect(() => virtual.measure(), [height]);
  useEffect(() => {
    const isNear = lastRow >= items.length - AHEAD;
    if (isNear && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [lastRow, items.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    items,
    scroller,
    rows,
    totalHeight: virtual.getTotalSize(),
    scrollTo: (index: number) => virtual.scrollToIndex(index),
    /** What every row has, for style and for assistive technology. */
    frameOf: ({ index, start }: { index: number; start: number }) => ({
      style: { height, translate: `0 ${start}px` },
      'aria-setsize': hasNextPage ? -1 : items.length,
      'aria-posinset': index + 1,
    }),
  };
}

const wide = window.matchMedia('(width >= 48rem)');

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener);
  window.addEventListener('resize', listener);
  return () => {
    wide.removeEventListener('change', listener);
    window.removeEventListener('resize', listener);
  };
};

/** In rem, as list.css has them: three lines on a phone, two beside. */
const [NARROW, WIDE] = [5.25, 3.75];

function read(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return (wide.matches ? WIDE : NARROW) * rem;
}

/** A row's height in px: the same for all, so that none has to be measured. */
const useRowHeight = (): number => useSyncExternalStore(subscribe, read);
