import { setImmediate } from 'node:timers/promises';

interface ListPage<Row, Cursor> {
  readonly items: readonly Row[];
  /** The position of the next page; null after the last one. */
  readonly next: Cursor | null;
}

/**
 * Yields all rows of a list, a page at a time, because they may exceed the memory. Other work of the process runs between two
 * pages, because SQLite blocks the thread while it reads.
 */
export async function* readPages<Row, Cursor>(
  read: (after: Cursor | null) => Promise<ListPage<Row, Cursor>>,
): AsyncGenerator<readonly Row[]> {
  let after: Cursor | null = null;
  do {
    const page: ListPage<Row, Cursor> = await read(after);
    if (page.items.length > 0) yield page.items;
    await setImmediate();
    after = page.next;
  } while (after !== null);
}

/** Returns the rows of a query with a limit as a page; the next page begins after its last row. */
export const toPage = <Row>(items: readonly Row[], limit: number): ListPage<Row, Row> => ({
  items,
  next: items.length < limit ? null : (items.at(-1) ?? null),
});
