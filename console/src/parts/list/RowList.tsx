import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { QueryStatus, type StatusQuery } from '../Failure.tsx';

interface MoreRowsQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

export function ShowMore({ query }: { query: MoreRowsQuery }) {
  if (!query.hasNextPage) return null;
  return (
    <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Mostrar mais
    </Button>
  );
}

interface RowListProps<Item> {
  query: StatusQuery & { readonly data: readonly Item[] | undefined } & Partial<MoreRowsQuery>;
  /** Shown if the list has no rows. */
  empty: ReactNode;
  children: (item: Item) => ReactNode;
}

/** Shows the rows, or why there are none, and a button that loads more. */
export function RowList<Item>({ query, empty, children }: RowListProps<Item>) {
  const { data, hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = query;
  return (
    <>
      <QueryStatus query={query} />
      {data?.length === 0 && empty}
      {data && data.length > 0 && <ul className="frame lines">{data.map(children)}</ul>}
      {fetchNextPage && <ShowMore query={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />}
    </>
  );
}
