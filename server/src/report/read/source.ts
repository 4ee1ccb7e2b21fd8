import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Period } from '../period.ts';

/** Where a report is read from, and of which days. */
export interface ReportSource {
  database: Database;
  period: Period;
}

/** A further condition: the period's. */
export function within(
  { from, until }: Period,
  column: 'occurred_at' | 'created_at' = 'occurred_at',
) {
  const moment = sql.ref(column);
  const start = from === null ? sql`` : sql` and ${moment} >= ${from}`;
  const end = until === null ? sql`` : sql` and ${moment} < ${until}`;
  return sql`${start}${end}`;
}

export async function all<Row>({ database }: ReportSource, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(database)).rows;
}

/** Whether a visit has an event. */
export const reached = (name: string, condition = sql``) =>
  sql`max(case when name = ${sql.lit(name)}${condition} then 1 else 0 end)`;
/** Only the events of one form. */
export const ofForm = (form: string) => sql` and payload ->> 'form' = ${sql.lit(form)}`;
