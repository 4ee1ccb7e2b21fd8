import type { Kysely } from 'kysely';
import { type ContactRef, nameOf } from '../leads/contacts/contact-ref.ts';
import type { Database, Tables } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';
import type { NoticeAdapters } from './notice.ts';
import type { SaleId } from './notices.ts';
import { refreshSales } from './refresh-sales.ts';

export interface Decision {
  readonly sale: SaleId;
  /** The decision that is changed, by its moment; null: there was none. Left out: whichever stands there. */
  readonly decided?: string | null | undefined;
  /** Null: none of them is the buyer. */
  readonly subject: ContactRef | null;
  readonly by: string;
  /** In ms since 1970. */
  readonly now: number;
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
}

type Outcome = 'done' | 'changed';

/** Keeps what an operator decided of a sale, and makes the sale anew by it; not so where somebody else did first. */
export function setManualMatch(
  database: Database,
  { subject, by, ...change }: Decision,
): Promise<Outcome> {
  const decided = {
    subject: subject === null ? null : nameOf(subject),
    ...{ changed_by: by, changed_at: new Date(change.now).toISOString() },
  };
  return decide(database, change, (funil) =>
    funil
      .insertInto('sale_matches')
      .values({ ...change.sale, ...decided })
      .onConflict((conflict) => conflict.columns(['platform', 'sale_key']).doUpdateSet(decided))
      .execute(),
  );
}

type Change = Omit<Decision, 'subject' | 'by'>;

/** Takes back what was decided: the sale's lead is found by key again. */
export const clearManualMatch = (database: Database, change: Change): Promise<Outcome> =>
  decide(database, change, (funil) =>
    funil
      .deleteFrom('sale_matches')
      .where('platform', '=', change.sale.platform)
      .where('sale_key', '=', change.sale.sale_key)
      .execute(),
  );

function decide(
  database: Database,
  { sale, decided, adapters, attributionDays, now }: Change,
  write: (funil: Kysely<Tables>) => Promise<unknown>,
): Promise<Outcome> {
  const parts = { adapters, attributionDays, now: new Date(now).toISOString() };
  return database.transaction().execute(async (step) => {
    await waitForLock(step, 'sales');
    const isAsSeen = decided === undefined || decided === (await readManualMatchTime(step, sale));
    if (!isAsSeen) return 'changed';
    await write(step);
    await refreshSales(step, [sale], { ...parts, readings: new Map() });
    return 'done';
  });
}

/** When a sale was last decided by hand; null: it is not. */
export async function readManualMatchTime(
  database: Kysely<Tables>,
  { platform, sale_key }: SaleId,
): Promise<string | null> {
  const row = await database
    .selectFrom('sale_matches')
    .select('changed_at')
    .where('platform', '=', platform)
    .where('sale_key', '=', sale_key)
    .executeTakeFirst();
  return row?.changed_at ?? null;
}
