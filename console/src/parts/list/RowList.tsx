import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { QueryStatus, type StatusQuery } from '../Failure.tsx';

/** The fields of an infinite query, which an ordinary query lacks. */
interface PagesQuery {
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly fetchNextPage?: () => Promise<unknown>;
}

export const ShowMore = ({ query }: { query: PagesQuery }) =>
  query.hasNextPage && (
    <Button
      aria-disabled={query.isFetchingNextPage}
      onClick={() => {
        if (!query.isFetchingNextPage) void query.fetchNextPage?.();
      }}
    >
      Mostrar mais
    </Button>
  );

interface RowListProps<Item> {
  query: StatusQuery & { readonly data: readonly Item[] | undefined } & PagesQuery;
  empty: ReactNode;
  children: (item: Item) => ReactNode;
}

export const RowList = <Item,>({ query, empty, children }: RowListProps<Item>) => (
  <>
    <QueryStatus query={query} />
    {query.data?.length === 0 && empty}
    {query.data && query.data.length > 0 && (
      <ul className="frame lines">{query.data.map(children)}</ul>
    )}
    <ShowMore query={query} />
  </>
);
