import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from '../../store/database.ts';
import type { Step } from './step.ts';

type Saved = 'applications' | 'application_drafts';

/** The order of arrival of an application or a draft: on SQLite it is the row's own number. */
export const numberOf = (dialect: DialectName, table: Saved): RawBuilder<number> =>
  sql<number>`${sql.ref(`${table}.${dialect === 'sqlite' ? 'rowid' : 'number'}`)}`;

/** Those of the rows that are the first of their id; what is saved later corrects it. */
export async function keepFirst<Row extends { readonly id: string; readonly number: number }>(
  { step, dialect }: Step,
  table: Saved,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const number = numberOf(dialect, table);
  const first = await step
    .selectFrom(table)
    .select(['id', sql<number>`min(${number})`.as('number')])
    .where('id', 'in', ids)
    .groupBy('id')
    .execute();
  const numbers = new Map(first.map(({ id, number }) => [id, number]));
  return rows.filter(({ id, number }) => numbers.get(id) === number);
}
