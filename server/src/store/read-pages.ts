import { setImmediate } from 'node:timers/promises';
import type { ListPage } from '@funil/contract/console/list-page';

/** A page of rows, and where the next one begins. */
export interface RowPage<Row, Cursor> {
  readonly items: readonly Row[];
  /** The position of the next page; null after the last one. */
  readonly next: Cursor | null;
}

/**
 * Yields all rows of a list, a page at a time, because they may exceed the memory. Other work of the process runs
 * between two pages, because SQLite blocks the thread while it reads.
 */
export async function* readPages<Row, Cursor>(
  read: (after: Cursor | null) => Promise<RowPage<Row, Cursor>>,
): AsyncGenerator<readonly Row[]> {
  let after: Cursor | null = null;
  do {
    const page: RowPage<Row, Cursor> = await read(after);
    if (page.items.length > 0) yield page.items;
    await setImmediate();
    after = page.next;
  } while (after !== null);
}

/** Returns the rows of a query with a limit as a page; the next page begins after its last row. */
export const toPage = <Row>(items: readonly Row[], limit: number): RowPage<Row, Row> => ({
  items,
  next: items.length < limit ? null : (items.at(-1) ?? null),
});

/** Returns a page of a list from up to `limit` + 1 rows; the next page begins after the last id. */
export function toIdPage<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
): ListPage<Row> {
  const items = rows.slice(0, limit);
  const lastItem = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: lastItem ? String(lastItem.id) : null };
}
