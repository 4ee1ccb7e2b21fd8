import { setImmediate } from 'node:timers/promises';
import type { ListPage } from '@funil/contract/list-page';

export interface RowPage<Row, Cursor> {
  readonly items: readonly Row[];
  readonly next: Cursor | null;
}

/** Reads page after page, so that rows fit into memory, and other work runs between SQLite's blocking reads. */
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

export const toPage = <Row>(items: readonly Row[], limit: number): RowPage<Row, Row> => ({
  items,
  next: items.length < limit ? null : (items.at(-1) ?? null),
});

/** @param rows up to `limit` + 1 rows */
export const cutPage = <Row>(rows: readonly Row[], limit: number): RowPage<Row, Row> => {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1) ?? null) : null };
};

/** @param rows up to `limit` + 1 rows */
export function toIdPage<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
): ListPage<Row> {
  const { items, next } = cutPage(rows, limit);
  return { items, next: next && String(next.id) };
}
