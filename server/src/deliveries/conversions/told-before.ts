import type { Database } from '../../store/database.ts';
import { inFunil } from '../../store/sales-tables.ts';

/** When a delivery was taken by the other side before, in ms since 1970: it is being replayed. Null: never. */
export async function toldBefore(database: Database, delivery: string): Promise<number | null> {
  const tried = await inFunil(database, database.dialect)
    .selectFrom('delivery_tries')
    .select('tried_at')
    .where('delivery', '=', delivery)
    .where('status', '>=', 200)
    .where('status', '<', 300)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return tried ? Date.parse(tried.tried_at) : null;
}
