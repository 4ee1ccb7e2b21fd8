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
  /** The decision that is changed, by its moment; null: there was none. Left out: whichever stands there. */
  readonly decided?: string | null | undefined;
  /** Null: none of them is the buyer. */
  readonly subject: SubjectRef | null;
  readonly by: string;
  /** In ms since 1970. */
  readonly now: number;
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
}

/** Keeps what an operator decided of a sale, and makes the sale anew by it; not so where somebody else did first. */
export function matchByHand(
  database: Database,
  { sale, subject, by, ...parts }: Decision,
): Promise<'done' | 'changed'> {
  const now = new Date(parts.now).toISOString();
  const decided = {
    subject: subject === null ? null : nameOf(subject),
    ...{ changed_by: by, changed_at: now },
  };
  return database.transaction().execute(async (step) => {
    await waitForTurn(step, database.dialect);
    if (!(await isAsSeen(step, database.dialect, { sale, ...parts }))) return 'changed';
    await inFunil(step, database.dialect)
      .insertInto('sale_matches')
      .values({ platform: sale.platform, sale_key: sale.saleKey, ...decided })
      .onConflict((conflict) => conflict.columns(['platform', 'sale_key']).doUpdateSet(decided))
      .execute();
    await refresh(step, database.dialect, { ...parts, sale, now });
    return 'done';
  });
}

/** Takes back what was decided: the sale's lead is found by key again. */
export function matchByKey(
  database: Database,
  { sale, ...parts }: Omit<Decision, 'subject' | 'by'>,
): Promise<'done' | 'changed'> {
  const now = new Date(parts.now).toISOString();
  return database.transaction().execute(async (step) => {
    await waitForTurn(step, database.dialect);
    if (!(await isAsSeen(step, database.dialect, { sale, ...parts }))) return 'changed';
    await inFunil(step, database.dialect)
      .deleteFrom('sale_matches')
      .where('platform', '=', sale.platform)
      .where('sale_key', '=', sale.saleKey)
      .execute();
    await refresh(step, database.dialect, { ...parts, sale, now });
    return 'done';
  });
}

/** When a sale was last decided by hand; null: it is not. */
export async function readDecided(
  database: Kysely<Tables>,
  dialect: DialectName,
  { platform, saleKey }: SaleName,
): Promise<string | null> {
  const row = await inFunil(database, dialect)
    .selectFrom('sale_matches')
    .select('changed_at')
    .where('platform', '=', platform)
    .where('sale_key', '=', saleKey)
    .executeTakeFirst();
  return row?.changed_at ?? null;
}

const isAsSeen = async (
  step: Kysely<Tables>,
  dialect: DialectName,
  { sale, decided }: Pick<Decision, 'sale' | 'decided'>,
) => decided === undefined || decided === (await readDecided(step, dialect, sale));

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
