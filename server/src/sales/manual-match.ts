import type { Kysely } from 'kysely';
import { type ContactRef, subjectOf } from '../leads/contacts/contact-ref.ts';
import type { Database, Tables } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';
import type { NoticeAdapters } from './notice.ts';
import type { SaleId } from './notices.ts';
import { recomputeSales } from './recompute-sales.ts';

interface MatchChange {
  readonly sale: SaleId;
  /** `changed_at` of the match that the operator saw; null: there was none; undefined: do not check. */
  readonly expectedChangedAt?: string | null | undefined;
  /** In ms since 1970. */
  readonly now: number;
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
}

interface ManualMatch extends MatchChange {
  /** Null: the sale belongs to no contact. */
  readonly subject: ContactRef | null;
  /** The operator's e-mail address. */
  readonly by: string;
}

/** `conflict`: another operator has changed the match since. */
type Outcome = 'done' | 'conflict';

/** Stores an operator's match and recomputes the sale. */
export function setManualMatch(
  database: Database,
  { subject, by, ...change }: ManualMatch,
): Promise<Outcome> {
  const match = {
    subject: subject === null ? null : subjectOf(subject),
    changed_by: by,
    changed_at: new Date(change.now).toISOString(),
  };
  return changeMatch(database, change, (transaction) =>
    transaction
      .insertInto('sale_matches')
      .values({ ...change.sale, ...match })
      .onConflict((conflict) => conflict.columns(['platform', 'sale_key']).doUpdateSet(match))
      .execute(),
  );
}

/** Deletes an operator's match; the sale is matched automatically again, by its reference or the buyer's phone or e-mail. */
export const clearManualMatch = (database: Database, change: MatchChange): Promise<Outcome> =>
  changeMatch(database, change, (transaction) =>
    transaction
      .deleteFrom('sale_matches')
      .where('platform', '=', change.sale.platform)
      .where('sale_key', '=', change.sale.sale_key)
      .execute(),
  );

function changeMatch(
  database: Database,
  { sale, expectedChangedAt, adapters, attributionDays, now }: MatchChange,
  write: (transaction: Kysely<Tables>) => Promise<unknown>,
): Promise<Outcome> {
  const options = { adapters, attributionDays, now: new Date(now).toISOString() };
  return database.transaction().execute(async (transaction) => {
    await waitForLock(transaction, 'sales');
    const isUnchanged =
      expectedChangedAt === undefined ||
      expectedChangedAt === (await readManualMatchTime(transaction, sale));
    if (!isUnchanged) return 'conflict';
    await write(transaction);
    await recomputeSales(transaction, [sale], { ...options, parsedNotices: new Map() });
    return 'done';
  });
}

/** Returns when an operator last matched the sale; null if none did. */
export async function readManualMatchTime(
  database: Kysely<Tables>,
  { platform, sale_key }: SaleId,
): Promise<string | null> {
  const row = await database
    .selectFrom('sale_matches')
    .select('changed_at')
    .where((eb) => eb.and({ platform, sale_key }))
    .executeTakeFirst();
  return row?.changed_at ?? null;
}
