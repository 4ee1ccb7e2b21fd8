import type { Kysely } from 'kysely';
import type { Database, DialectName, Tables } from '../store/database.ts';
import { inFunil } from '../store/sales-tables.ts';
import type { NoticeAdapters } from './notice.ts';
import type { SaleName } from './read-notices.ts';
import { refreshSales } from './refresh-sales.ts';
import { waitForTurn } from './sales-turn.ts';
import { nameOf, type SubjectRef } from './subjects/subject-name.ts';

export interface Decision {
  readonly sale: SaleName;
  /** Null: none of them is the buyer. */
  readonly subject: SubjectRef | null;
  readonly by: string;
  /** In ms since 1970. */
  readonly now: number;
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
}

/** Keeps what an operator decided of a sale, and makes the sale anew by it. */
export async function matchByHand(
  database: Database,
  { sale, subject, by, ...parts }: Decision,
): Promise<void> {
  const now = new Date(parts.now).toISOString();
  const decided = {
    subject: subject === null ? null : nameOf(subject),
    ...{ changed_by: by, changed_at: now },
  };
  await database.transaction().execute(async (step) => {
    await waitForTurn(step, database.dialect);
    await inFunil(step, database.dialect)
      .insertInto('sale_matches')
      .values({ platform: sale.platform, sale_key: sale.saleKey, ...decided })
      .onConflict((conflict) => conflict.columns(['platform', 'sale_key']).doUpdateSet(decided))
      .execute();
    await refresh(step, database.dialect, { ...parts, sale, now });
  });
}

/** Takes back what was decided: the sale's lead is found by key again. */
export async function matchByKey(
  database: Database,
  { sale, ...parts }: Omit<Decision, 'subject' | 'by'>,
): Promise<void> {
  const now = new Date(parts.now).toISOString();
  await database.transaction().execute(async (step) => {
    await waitForTurn(step, database.dialect);
    await inFunil(step, database.dialect)
      .deleteFrom('sale_matches')
      .where('platform', '=', sale.platform)
      .where('sale_key', '=', sale.saleKey)
      .execute();
    await refresh(step, database.dialect, { ...parts, sale, now });
  });
}

const refresh = (
  step: Kysely<Tables>,
  dialect: DialectName,
  {
    sale,
    now,
    adapters,
    attributionDays,
  }: Pick<Decision, 'sale' | 'adapters' | 'attributionDays'> & { now: string },
) => refreshSales(step, dialect, [sale], { adapters, attributionDays, now, readings: new Map() });
