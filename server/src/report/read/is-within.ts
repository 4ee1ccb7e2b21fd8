import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Period } from '../period.ts';

/** Whether a moment, a column in raw SQL, lies within the period. */
export function isWithin(
  moment: RawBuilder<unknown>,
  { from, until }: Period,
): RawBuilder<SqlBool> {
  const start = from === null ? sql`` : sql` and ${moment} >= ${from}`;
  const end = until === null ? sql`` : sql` and ${moment} < ${until}`;
  return sql<SqlBool>`${moment} is not null${start}${end}`;
}
