import type { Page } from '@funil/contract/console/page';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Missing } from './Failure.tsx';
import { Loading } from './Loading.tsx';
import './list.css';
import { isCovered, isTaken } from './presses.ts';
import { useEndlessRows } from './use-endless-rows.ts';

interface Props<Item> {
  label: string;
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  /** One function for good: see useEndlessRows. */
  keyOf: (item: Item) => string;
  /** What stands there when there is nothing. */
  empty: ReactNode;
  /** A row, whose link has the class `row-link`. */
  children: (item: Item) => ReactNode;
}

/** A list of any length, of which only what is in the window is drawn. */
export function EndlessList<Item>({ label, query, keyOf, empty, children }: Props<Item>) {
  const { data, hasNextPage, isFetchingNextPage } = query;
  const { items, scroller, rows, totalHeight, scrollTo, frameOf } = useEndlessRows(query, keyOf);
  useRowKeys({ count: items.length, scrollTo });

  if (!data) return <Missing query={query} />;
  if (items.length === 0 && !hasNextPage) return empty;
  return (
    <section ref={scroller} className="list-scroller" aria-label={label}>
      <ul className="list-rows" style={{ height: totalHeight }}>
        {rows.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <li key={row.key} data-row={row.index} {...frameOf(row)}>
              {children(item)}
            </li>
          );
        })}
      </ul>
      {isFetchingNextPage && <Loading label="Carregando mais…" />}
    </section>
  );
}

interface Rows {
  count: number;
  scrollTo: (index: number) => void;
}

const linkAt = (index: number) =>
  document.querySelector<HTMLElement>(`[data-row="${index}"] .row-link`);

function at(): number {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]');
  const open = document.querySelector('.row-link[aria-current]');
  const index = (row ?? open?.closest<HTMLElement>('[data-row]'))?.dataset.row;
  return index === undefined ? -1 : Number(index);
}

/** `j` and `k` go from row to row, `w` opens the conversation of the one that is open or has the focus. */
function useRowKeys(rows: Rows): void {
  const latest = useRef(rows);
  latest.current = rows;
  useEffect(() => {
    const go = (wish: number) => {
      const { count, scrollTo } = latest.current;
      const index = Math.min(Math.max(wish, 0), count - 1);
      scrollTo(index);
      const isBeside = document.querySelector('.row-link[aria-current]') !== null;
      // Drawn by now or with the next frame, when it was outside of the window.
      requestAnimationFrame(() => {
        linkAt(index)?.focus();
        if (isBeside) linkAt(index)?.click();
      });
    };
    const call = () =>
      (
        document.querySelector<HTMLElement>('[data-whatsapp-main]') ??
        document.querySelector<HTMLElement>(`[data-row="${at()}"] .whatsapp`)
      )?.click();
    const press = (event: KeyboardEvent) => {
      if (isTaken(event) || isCovered()) return;
      if (event.key === 'j') go(at() + 1);
      else if (event.key === 'k') go(at() - 1);
      else if (event.key === 'w') call();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
