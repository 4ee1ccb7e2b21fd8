import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from '../../store/database.ts';
import type { Step } from './step.ts';

type Saved = 'applications' | 'application_drafts';

/** The order of arrival of an application or a draft: on SQLite it is the row's own number. */
export const numberOf = (dialect: DialectName, table: Saved): RawBuilder<number> =>
  sql<number>`${sql.ref(`${table}.${dialect === 'sqlite' ? 'rowid' : 'number'}`)}`;

/**
 * Those of the rows that are the first of their id, or the newest: what is saved later corrects what was
 * saved before.
 */
export async function keepOne<Row extends { readonly id: string; readonly number: number }>(
  { step, dialect }: Step,
  which: 'first' | 'newest',
  { table, rows }: { readonly table: Saved; readonly rows: readonly Row[] },
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const number = numberOf(dialect, table);
  const kept = await step
    .selectFrom(table)
    .select(['id', ({ fn }) => fn[which === 'first' ? 'min' : 'max'](number).as('number')])
    .where('id', 'in', ids)
    .groupBy('id')
    .execute();
  const numbers = new Map(kept.map(({ id, number }) => [id, number]));
  return rows.filter(({ id, number }) => numbers.get(id) === number);
}
