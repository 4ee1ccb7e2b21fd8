import { createHash } from 'node:crypto';
import type { ChosenColumns, ImportKind } from '@funil/contract/imports/import-kinds';
import { normalizeTitle } from '../csv/read-csv.ts';
import type { Queryable } from '../store/database.ts';

const digestOf = (titles: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(titles.map(normalizeTitle)))
    .digest('hex');

export async function readChosenColumns(
  database: Queryable,
  titles: readonly string[],
  kind: ImportKind,
): Promise<ChosenColumns | null> {
  const row = await database
    .selectFrom('imports')
    .select('columns')
    .where('titles', '=', digestOf(titles))
    .where('kind', '=', kind)
    .where('columns', '<>', '{}')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (JSON.parse(row.columns) as ChosenColumns) : null;
}

/** Stores the chosen columns with the import, so that the next file with the same titles is read in the same way. */
export async function rememberColumns(
  database: Queryable,
  id: number,
  { titles, columns }: { readonly titles: readonly string[]; readonly columns: ChosenColumns },
): Promise<void> {
  await database
    .updateTable('imports')
    .set({ titles: digestOf(titles), columns: JSON.stringify(columns) })
    .where('id', '=', id)
    .execute();
}
