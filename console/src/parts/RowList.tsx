import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { QueryStatus, type StatusQuery } from './Failure.tsx';

interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** A button that loads a list's next page; nothing after the last page. */
export function ShowMore({ query }: { query: PagedQuery }) {
  if (!query.hasNextPage) return null;
  return (
    <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Mostrar mais
    </Button>
  );
}

/** The classes of a framed list with a line between its rows. */
export const LIST_CLASSES = 'rounded-xl border bg-raised lines';

interface RowListProps<Item> {
  query: StatusQuery & { readonly data: readonly Item[] | undefined } & Partial<PagedQuery>;
  /** Replaces the rows of an empty list. */
  empty: ReactNode;
  className?: string;
  /** Draws a row. */
  children: (item: Item) => ReactNode;
}

/** The rows of a query or, without rows, the reason; and a button that loads more. */
export function RowList<Item>({ query, empty, className = '', children }: RowListProps<Item>) {
  const { data, hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = query;
  return (
    <>
      <QueryStatus query={query} />
      {data?.length === 0 && empty}
      {data && data.length > 0 && (
        <ul className={`${LIST_CLASSES} ${className}`}>{data.map(children)}</ul>
      )}
      {fetchNextPage && <ShowMore query={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />}
    </>
  );
}
