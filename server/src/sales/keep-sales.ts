import { type Kysely, type SqlBool, sql } from 'kysely';
import { writePersonKeys } from '../leads/person-keys.ts';
import type { Database, DialectName, Tables } from '../store/database.ts';
import { inFunil } from '../store/funil-tables.ts';
import type { SaleKeys } from './match-sale.ts';
import type { NoticeAdapters } from './notice.ts';
import { readNotices, rereadOutdated, type SaleName } from './read-notices.ts';
import { refreshSales } from './refresh-sales.ts';
import { isOurTurn } from './sales-turn.ts';

export interface SalesParts {
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
  /** The time in ms. */
  readonly now: () => number;
}

/** Notices read in one go, where nobody says otherwise; SQLite lets nobody else write meanwhile. */
const MOST: Record<DialectName, number> = { sqlite: 5, postgres: 50 };
/** Keys of leads take as long to write as few notices to read. */
const KEYS_A_NOTICE = 5;

/**
 * One step towards sales that tell all that is known: keys for new leads, new notices read, and the
 * sales of both made anew. All of it is one transaction: a crash leaves it for the next time.
 * @param most notices read in one go
 * @returns whether there may be more to do; `busy`: another replica is at it
 */
export function stepSales(
  database: Database,
  parts: SalesParts,
  most: number = MOST[database.dialect],
): Promise<'more' | 'done' | 'busy'> {
  const { dialect } = database;
  return database.transaction().execute(async (step) => {
    if (!(await isOurTurn(step, dialect))) return 'busy';
    const keys = await writePersonKeys(step, KEYS_A_NOTICE * most);
    const read = await readNotices(step, dialect, { adapters: parts.adapters, most });
    const waiting = await findWaiting(step, dialect, keys);
    const now = new Date(parts.now()).toISOString();
    const expired = await findExpired(step, dialect, { now, most });
    await refreshSales(step, dialect, [...read.sales, ...waiting, ...expired], {
      adapters: parts.adapters,
      readings: read.readings,
      attributionDays: parts.attributionDays,
      now,
    });
    return keys.isMore || read.isMore || expired.length === most ? 'more' : 'done';
  });
}

/** Has kept notices read again that an earlier version of their adapter read. */
export const rereadSales = (database: Database, { adapters }: SalesParts): Promise<void> =>
  rereadOutdated(database, database.dialect, adapters);

/** Pending sales that have run out. */
const findExpired = (
  step: Kysely<Tables>,
  dialect: DialectName,
  { now, most }: { readonly now: string; readonly most: number },
): Promise<SaleName[]> =>
  inFunil(step, dialect)
    .selectFrom('sales')
    .select(['platform', 'sale_key as saleKey'])
    // A literal state, so that SQLite uses the partial index.
    .where(sql<SqlBool>`state = 'pending' and expires_at <= ${now}`)
    .orderBy('expires_at')
    .limit(most)
    .execute();

/** Sales that may belong to leads just found. */
async function findWaiting(
  step: Kysely<Tables>,
  dialect: DialectName,
  keys: SaleKeys,
): Promise<SaleName[]> {
  const kinds = [
    ['reference', keys.references],
    ['phone', keys.phoneKeys],
    ['email', keys.emailKeys],
  ] as const;
  const found: SaleName[] = [];
  for (const [kind, wanted] of kinds) {
    if (wanted.length === 0) continue;
    const rows = await inFunil(step, dialect)
      .selectFrom('sale_keys')
      .select(['platform', 'sale_key as saleKey'])
      .where('kind', '=', kind)
      .where('key', 'in', wanted)
      .execute();
    found.push(...rows);
  }
  return found;
}
