import { type RawBuilder, sql } from 'kysely';
import type { Snapshot } from './unread-events.ts';

/** Days as texts, the end excluded. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

export const tableOf = ({ dialect }: Snapshot, name: string) =>
  sql.table(dialect === 'sqlite' ? name : `funil.${name}`);

/** Whether a total is of one of the days. */
export function isWithin({ dialect }: Snapshot, { from, until }: Days): RawBuilder<boolean> {
  if (dialect === 'sqlite') return sql`day >= ${from} and day < ${until}`;
  const first = from === '0000' ? '-infinity' : from;
  return sql`day >= ${first}::date and day < ${until}::date`;
}
