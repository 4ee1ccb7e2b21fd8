import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { isWindowAtLeast, onSizeChange, readRemPx } from '../breakpoints.ts';
import { Failure, findError } from '../Failure.tsx';
import { afterPaint, onKeys } from '../input-events.ts';
import { Loading } from '../Loading.tsx';

interface Props<Item> extends Omit<ComponentProps<'section'>, 'children' | 'onSelect'> {
  query: UseInfiniteQueryResult<readonly Item[]>;
  /** Must be the same function at every render, because another one makes the list look for its top row again. */
  keyOf: (item: Item) => string;
  openKey: string | undefined;
  onClose: () => Promise<void>;
  /** Runs before Escape closes the detail; returns whether it handled the key. */
  onEscape?: () => boolean;
  /** Called when the operator presses `x` on a row. */
  onSelect?: (item: Item) => void;
  /** Above the rows; does not scroll. */
  head?: ReactNode;
  empty: ReactNode;
  /** Draws a row, whose link needs the class `row-link`. */
  children: (item: Item, isOpen: boolean) => ReactNode;
}

/** The list requests its next page when only this number of loaded rows is left below the window. */
const ROWS_BEFORE_NEXT_PAGE = 30;

const NO_ITEMS: readonly never[] = [];

/**
 * Loads pages while it scrolls, and draws only the rows in the window and a few around it. New rows on top do not move
 * the rows in the window.
 */
export function VirtualList<Item>(props: Props<Item>) {
  const { query, keyOf, openKey, onClose, onEscape, onSelect, head, empty, children, ...section } =
    props;
  const { data: items = NO_ITEMS, hasNextPage, isFetching, fetchNextPage } = query;
  const height = useSyncExternalStore(onSizeChange, readRowHeight);
  const { scrollerRef, firstDrawn, drawnEnd, scrollTo } = useDrawnRows(items, keyOf, height);
  useEffect(() => {
    const isNearEnd = drawnEnd >= items.length - ROWS_BEFORE_NEXT_PAGE;
    // Waits for a running refetch, which a request for the next page would cancel.
    if (isNearEnd && hasNextPage && !isFetching) void fetchNextPage();
  }, [drawnEnd, items.length, hasNextPage, isFetching, fetchNextPage]);
  useRowKeys({
    count: items.length,
    openIndex: items.findIndex((item) => keyOf(item) === openKey),
    hasDetail: openKey !== undefined,
    scrollTo,
    onClose,
    onEscape,
    onSelect: (index) => {
      const item = items[index];
      if (item !== undefined) onSelect?.(item);
    },
  });

  const error = items.length === 0 ? findError(query) : null;
  if (error && !query.data) {
    return <Failure error={error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || (items.length === 0 && hasNextPage)) return <Loading />;
  if (items.length === 0) return empty;
  return (
    <div className="grid grid-rows-[auto_minmax(0,1fr)] min-h-0">
      {head && <div className="@container/list border-t">{head}</div>}
      <section
        {...section}
        ref={scrollerRef}
        className="list-scroller @container/list row-start-2 overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <ul className="relative" style={{ height: items.length * height }}>
          {items.slice(firstDrawn, drawnEnd).map((item, offset) => (
            <li
              key={keyOf(item)}
              data-row={firstDrawn + offset}
              className="absolute inset-x-0 top-0 contain-strict"
              style={{ height, translate: `0 ${(firstDrawn + offset) * height}px` }}
              aria-setsize={hasNextPage ? -1 : items.length}
              aria-posinset={firstDrawn + offset + 1}
            >
              {children(item, keyOf(item) === openKey)}
            </li>
          ))}
        </ul>
        {query.isFetchingNextPage && <Loading label="Carregando mais…" />}
      </section>
    </div>
  );
}

/**
 * Heights of rows in rem: with up to five lines in windows below 20 rem, with three on phones, and with two in wider
 * windows, for fingers and for a mouse.
 */
const [TINY_ROW_REM, NARROW_ROW_REM, WIDE_ROW_REM, MOUSE_ROW_REM] = [7.25, 5.25, 3.75, 3];
const finePointer = window.matchMedia('(pointer: fine)');

/** In px. All rows have the same height, so that none needs measuring. */
function readRowHeight(): number {
  const rem = readRemPx();
  if (!isWindowAtLeast('xs')) return TINY_ROW_REM * rem;
  if (!isWindowAtLeast('md')) return NARROW_ROW_REM * rem;
  return (finePointer.matches ? MOUSE_ROW_REM : WIDE_ROW_REM) * rem;
}

export const LIST_HEAD_CLASSES = 'h-auto! min-h-11 text-muted text-small md:pointer-fine:min-h-9';

/** Number of rows that are drawn above the window, and below it. */
const HIDDEN_ROWS_DRAWN = 8;

function useDrawnRows<Item>(items: readonly Item[], keyOf: (item: Item) => string, height: number) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [topIndex, setTopIndex] = useState(0);
  const [rowsInWindow, setRowsInWindow] = useState(0);
  /** Key of the row at the upper edge, which stays there when rows are added above it. */
  const topRowKey = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (!scroller) return;
    const readScroll = () => {
      setTopIndex(Math.floor(scroller.scrollTop / height));
      setRowsInWindow(Math.ceil(scroller.clientHeight / height) + 1);
    };
    readScroll();
    scroller.addEventListener('scroll', readScroll, { passive: true });
    const observer = new ResizeObserver(readScroll);
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', readScroll);
      observer.disconnect();
    };
  }, [scroller, height]);
  useLayoutEffect(() => {
    const index = items.findIndex((item) => keyOf(item) === topRowKey.current);
    // At the top of the list nothing is scrolled, so that new rows come into view.
    if (!scroller?.scrollTop || index === -1) return;
    scroller.scrollTop = index * height + (scroller.scrollTop % height);
    setTopIndex(index);
  }, [scroller, items, keyOf, height]);
  useEffect(() => {
    const item = items[topIndex];
    topRowKey.current = item && keyOf(item);
  }, [items, topIndex, keyOf]);
  return {
    scrollerRef: setScroller,
    firstDrawn: Math.max(topIndex - HIDDEN_ROWS_DRAWN, 0),
    drawnEnd: Math.min(topIndex + rowsInWindow + HIDDEN_ROWS_DRAWN, items.length),
    scrollTo: (index: number) => {
      if (!scroller) return;
      const lowestScrollTop = (index + 1) * height - scroller.clientHeight;
      scroller.scrollTop = Math.min(Math.max(scroller.scrollTop, lowestScrollTop), index * height);
    },
  };
}

interface RowKeyHandlers {
  count: number;
  /** Index of the row whose detail is open; -1 if that row is not loaded. */
  openIndex: number;
  hasDetail: boolean;
  scrollTo: (index: number) => void;
  onClose: () => Promise<void>;
  onEscape: (() => boolean) | undefined;
  onSelect: (index: number) => void;
}

const findRowLink = (index: number) =>
  document.querySelector<HTMLAnchorElement>(`[data-row="${index}"] .row-link`);

const focusedRowIndex = () => {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]');
  return row ? Number(row.dataset.row) : null;
};

const firstVisibleRowIndex = () => {
  // In a low window the whole list scrolls with its head, so its upper edge may be above the window.
  const top = Math.max(
    document.querySelector('.list-scroller')?.getBoundingClientRect().top ?? 0,
    0,
  );
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const firstVisibleRow = rows.find((row) => row.getBoundingClientRect().top >= top);
  return Number(firstVisibleRow?.dataset.row ?? 0);
};

/**
 * `j` and `k` move between rows, Enter goes from the open row to its detail, `w` opens the conversation, `x` selects a
 * row, and Escape deselects all rows or closes the detail.
 */
function useRowKeys(handlers: RowKeyHandlers): void {
  const latestHandlers = useRef(handlers);
  latestHandlers.current = handlers;
  useEffect(() => {
    const currentIndex = () => focusedRowIndex() ?? latestHandlers.current.openIndex;
    const focusRow = (link: HTMLAnchorElement | null) => {
      link?.focus({ preventScroll: true });
      if (latestHandlers.current.hasDetail) link?.click();
    };
    const moveBy = (step: 1 | -1) => {
      const { count, scrollTo } = latestHandlers.current;
      const wantedIndex = currentIndex() === -1 ? firstVisibleRowIndex() : currentIndex() + step;
      const index = Math.min(Math.max(wantedIndex, 0), count - 1);
      scrollTo(index);
      const link = findRowLink(index);
      // A row outside the window is drawn in the next frame.
      if (link) focusRow(link);
      else requestAnimationFrame(() => focusRow(findRowLink(index)));
    };
    return onKeys({
      j: () => moveBy(1),
      k: () => moveBy(-1),
      w: () => {
        const inDetail = document.querySelector<HTMLElement>('[data-whatsapp-main]');
        const inRow = document.querySelector<HTMLElement>(
          `[data-row="${currentIndex()}"] .whatsapp`,
        );
        (inDetail ?? inRow)?.click();
      },
      Enter: () => {
        if (!document.activeElement?.matches('[data-row] [aria-current]')) return false;
        return document.getElementById('detail-name')?.focus();
      },
      x: () => latestHandlers.current.onSelect(currentIndex()),
      Escape: () => {
        const { onEscape, onClose, hasDetail } = latestHandlers.current;
        if (onEscape?.() || !hasDetail) return;
        const index = currentIndex();
        afterPaint(() => void onClose().then(() => findRowLink(index)?.focus()));
      },
    });
  }, []);
}
