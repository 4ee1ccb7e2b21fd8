import type { Page } from '@funil/contract/console/page';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import './list.css';
import { Loading } from './Loading.tsx';
import { Missing } from './Missing.tsx';
import { useEndlessRows } from './use-endless-rows.ts';
import { useRowKeys } from './use-row-keys.ts';

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
