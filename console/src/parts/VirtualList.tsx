import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { Failure } from './Failure.tsx';
import { Loading } from './Loading.tsx';
import './list.css';
import { afterPaint, isDialogOpen, isTypingOrShortcut } from './input-events.ts';

interface Props<Item> extends Omit<ComponentProps<'section'>, 'children'> {
  query: UseInfiniteQueryResult<readonly Item[]>;
  /** Must be the same function at every render: another one makes the list compute all places again. */
  keyOf: (item: Item) => string;
  /** The key of the row whose detail is open. */
  open: string | undefined;
  onClose: () => Promise<void>;
  /** What Escape does before it closes the detail. @returns whether it did something */
  onEscape?: () => boolean;
  /** What `x` does with a row. */
  onPick?: (item: Item) => void;
  /** Shown in place of the rows if the list is empty. */
  empty: ReactNode;
  /** A row, whose link has the class `row-link`. */
  children: (item: Item, isOpen: boolean) => ReactNode;
}

/** Rows before the end at which the next page is asked for. */
const ROWS_AHEAD = 30;

const NONE: readonly never[] = [];

/**
 * A list of any length, of which only the rows in the window are drawn; the next page is asked for before they end.
 * The row at the window's edge keeps its place when rows come on top of it.
 */
export function VirtualList<Item>(props: Props<Item>) {
  const { query, keyOf, open, onClose, onEscape, onPick, empty, children, ...section } = props;
  const { data: items = NONE, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = query;
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
    // At the top new rows are shown; further down the rows on the screen keep their place.
    anchorTo: scroller.current?.scrollTop ? 'end' : 'start',
  });
  const rows = virtual.getVirtualItems();
  const lastRow = rows.at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is another layout
  useEffect(() => virtual.measure(), [height]);
  useEffect(() => {
    const isNear = lastRow >= items.length - ROWS_AHEAD;
    // Not during a refetch, which the next page would cancel.
    if (isNear && hasNextPage && !isFetching) void fetchNextPage();
  }, [lastRow, items.length, hasNextPage, isFetching, fetchNextPage]);
  useRowKeys({
    count: items.length,
    openIndex: items.findIndex((item) => keyOf(item) === open),
    isBeside: open !== undefined,
    scrollTo: (index) => virtual.scrollToIndex(index),
    onClose,
    onEscape,
    onPick: (index) => {
      const item = items[index];
      if (item !== undefined) onPick?.(item);
    },
  });

  if (query.error && items.length === 0) {
    return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || (items.length === 0 && hasNextPage)) return <Loading />;
  if (items.length === 0) return empty;
  return (
    <section {...section} ref={scroller} className="list-scroller">
      <ul className="list-rows" style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={key}
              data-row={index}
              style={{ height, translate: `0 ${start}px` }}
              aria-setsize={hasNextPage ? -1 : items.length}
              aria-posinset={index + 1}
            >
              {children(item, keyOf(item) === open)}
            </li>
          );
        })}
      </ul>
      {isFetchingNextPage && <Loading label="Carregando mais…" />}
    </section>
  );
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
const [NARROW_ROW, WIDE_ROW] = [5.25, 3.75];

function readRowHeight(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return (wide.matches ? WIDE_ROW : NARROW_ROW) * rem;
}

/** A row's height in px: the same for all, so that none has to be measured. */
const useRowHeight = (): number => useSyncExternalStore(subscribe, readRowHeight);

interface RowKeys {
  count: number;
  /** The index of the row whose detail is open; -1: none, or not in the list. */
  openIndex: number;
  isBeside: boolean;
  scrollTo: (index: number) => void;
  onClose: () => Promise<void>;
  onEscape: (() => boolean) | undefined;
  onPick: (index: number) => void;
}

const linkAt = (index: number) =>
  document.querySelector<HTMLAnchorElement>(`[data-row="${index}"] .row-link`);

const focusedIndex = () => {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]');
  return row ? Number(row.dataset.row) : null;
};

/** The index of the first row in the window: where the list was left when none of its rows has the focus. */
const firstInView = () => {
  const top = document.querySelector('.list-scroller')?.getBoundingClientRect().top ?? 0;
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const first = rows.find((row) => row.getBoundingClientRect().top >= top);
  return Number(first?.dataset.row ?? 0);
};

/** `j` and `k` go from row to row, `w` opens the conversation, `x` marks, Esc lets go. */
function useRowKeys(keys: RowKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const at = () => focusedIndex() ?? latest.current.openIndex;
    const go = (wish: number) => {
      const { count, scrollTo, isBeside } = latest.current;
      const index = Math.min(Math.max(wish, 0), count - 1);
      const take = (link: HTMLAnchorElement | null) => {
        link?.focus({ preventScroll: true });
        if (isBeside) link?.click();
      };
      scrollTo(index);
      const link = linkAt(index);
      // A row outside of the window is drawn with the next frame.
      if (link) take(link);
      else requestAnimationFrame(() => take(linkAt(index)));
    };
    const goBy = (step: 1 | -1) => go(at() === -1 ? firstInView() : at() + step);
    const act: Record<string, () => void> = {
      j: () => goBy(1),
      k: () => goBy(-1),
      w: () => {
        const inDetail = document.querySelector<HTMLElement>('[data-whatsapp-main]');
        const inRow = document.querySelector<HTMLElement>(`[data-row="${at()}"] .whatsapp`);
        (inDetail ?? inRow)?.click();
      },
      x: () => latest.current.onPick(at()),
      Escape: () => {
        const { onEscape, onClose, isBeside } = latest.current;
        if (onEscape?.() || !isBeside) return;
        const index = at();
        afterPaint(() => void onClose().then(() => linkAt(index)?.focus()));
      },
    };
    const press = (event: KeyboardEvent) => {
      const isFieldsOwn = isTypingOrShortcut(event) && event.key !== 'Escape';
      if (isFieldsOwn || isDialogOpen() || !Object.hasOwn(act, event.key)) return;
      event.preventDefault();
      act[event.key]?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
