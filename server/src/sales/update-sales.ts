import { HOUR_MS } from '@funil/contract/durations';
import type { SaleId } from '@funil/contract/sales/sale-subject';
import { type SqlBool, sql } from 'kysely';
import type { AccountRoles } from '../config/postbacks.ts';
import { createClockFollower } from '../store/clock/clock-follower.ts';
import type { Database, DialectName, Queryable } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import { isInAny } from '../store/queries/sql.ts';
import { referenceOf } from '../store/queries/uuid.ts';
import type { MatchKeys } from './match-sale.ts';
import type { NoticeAdapters } from './notices/notice.ts';
import {
  markFutureUnread,
  markOutdatedUnread,
  readAndStoreUnreadNotices,
} from './notices/unread-notices.ts';
import { type RecomputeOptions, recomputeSales } from './recompute-sales.ts';
import { isRowOfSales } from './sale-id.ts';

export interface SalesUpdateOptions {
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
  readonly now: () => number;
}

export interface SalesDependencies extends SalesUpdateOptions {
  readonly database: Database;
}

/** Fewer in SQLite, because a batch keeps all other writers waiting. */
const NOTICES_PER_BATCH: Record<DialectName, number> = { sqlite: 5, postgres: 50 };

/** Reads new notices, and recomputes their sales and those that have expired, in one transaction. */
export function updateSalesOnce(
  database: Database,
  { adapters, attributionDays, now }: SalesUpdateOptions,
  limit: number = NOTICES_PER_BATCH[database.dialect],
): Promise<'more' | 'done'> {
  return withLock(database, 'sales', async (transaction) => {
    const { sales, readings, isMore } = await readAndStoreUnreadNotices(transaction, {
      adapters,
      limit,
    });
    const at = new Date(now()).toISOString();
    const expiredSales = await findExpiredSales(transaction, { at, limit });
    const options = { adapters, readings, attributionDays, at };
    await recomputeSales(transaction, [...sales, ...expiredSales], options);
    return isMore || expiredSales.length === limit ? 'more' : 'done';
  });
}

/** Needs the lock `sales`. */
export async function matchNewContacts(
  database: Queryable,
  contacts: NewContacts,
  options: RecomputeOptions,
): Promise<void> {
  const sales = await findSalesByKeys(database, await readMatchKeys(database, contacts));
  await recomputeSales(database, sales, options);
}

interface NewContacts {
  readonly leadIds: readonly number[];
  readonly applicationIds: readonly string[];
}

async function readMatchKeys(
  database: Queryable,
  { leadIds, applicationIds }: NewContacts,
): Promise<MatchKeys> {
  const leads = await database
    .selectFrom('leads')
    .select(['idempotency_key as id', 'phone_key', 'email_key'])
    .where(isInAny({ id: leadIds }))
    .execute();
  const applications = await database
    .selectFrom('applications')
    .select(['id', 'phone_key', 'email_key'])
    .where(isInAny({ id: applicationIds }))
    .execute();
  const rows = [...leads, ...applications];
  return {
    references: rows.flatMap(({ id }) => (id === null ? [] : [referenceOf(id)])),
    phoneKeys: rows.flatMap(({ phone_key }) => phone_key ?? []),
    emailKeys: rows.flatMap(({ email_key }) => email_key ?? []),
  };
}

const findExpiredSales = (
  database: Queryable,
  { at, limit }: { readonly at: string; readonly limit: number },
): Promise<SaleId[]> =>
  database
    .selectFrom('sales')
    .select(['platform', 'sale_key'])
    // `state` is compared with a literal, so that SQLite uses the partial index.
    .where(sql<SqlBool>`(state = 'pending' and expires_at <= ${at} or payment_code_until <= ${at})`)
    .orderBy('expires_at')
    .limit(limit)
    .execute();

async function findSalesByKeys(database: Queryable, keys: MatchKeys): Promise<SaleId[]> {
  const saleIds: SaleId[] = [];
  for (const [kind, values] of [
    ['reference', keys.references],
    ['phone', keys.phoneKeys],
    ['email', keys.emailKeys],
  ] as const) {
    if (values.length === 0) continue;
    const sales = database.selectFrom('sale_keys').select(['platform', 'sale_key']);
    saleIds.push(...(await sales.where('kind', '=', kind).where('key', 'in', values).execute()));
  }
  return saleIds;
}

/** Computes the sales again that were computed while the machine's clock was ahead, because some expired by it. */
async function reopenSales(
  database: Database,
  { now, ...options }: SalesUpdateOptions,
): Promise<void> {
  for (;;) {
    const at = new Date(now()).toISOString();
    const sales = await database
      .selectFrom('sales')
      .select(['platform', 'sale_key'])
      .where('updated_at', '>', at)
      // Without this order, SQLite may read all sales instead of the index.
      .orderBy('updated_at')
      .limit(NOTICES_PER_BATCH[database.dialect])
      .execute();
    if (sales.length === 0) return;
    await withLock(database, 'sales', async (transaction) => {
      await recomputeSales(transaction, sales, { ...options, at });
      // Unchanged rows keep their time, and would be computed again at each start.
      await transaction
        .updateTable('sales')
        .set({ updated_at: at })
        .where(isRowOfSales(sales))
        .where('updated_at', '>', at)
        .execute();
    });
  }
}

/** A smaller step of the clock is a correction by time synchronization. */
const MIN_CLOCK_STEP_MS = HOUR_MS;

/**
 * Returns {@link updateSalesOnce}, which first corrects what a wrong clock has caused, and marks the notices that must
 * be read again: in its first call, and after the machine's clock was set.
 */
export function createSalesUpdater(
  options: SalesUpdateOptions & { readonly accounts: AccountRoles },
) {
  const followClock = createClockFollower({ now: options.now, uptime: () => performance.now() });
  let isPrepared = false;
  return async (database: Database) => {
    await followClock(async (stepMs) => {
      if (stepMs === null || stepMs > MIN_CLOCK_STEP_MS) await markFutureUnread(database);
      if (stepMs === null || stepMs < -MIN_CLOCK_STEP_MS) await reopenSales(database, options);
    });
    if (!isPrepared) {
      await markOutdatedUnread(database, options.adapters);
      await applyAccountRoles(database, options.accounts);
    }
    isPrepared = true;
    return updateSalesOnce(database, options);
  };
}

/** Stores the account's role on each platform. After a change of role, the platform's notices are read again. */
function applyAccountRoles(database: Database, accounts: AccountRoles): Promise<void> {
  return withLock(database, 'sales', async (transaction) => {
    const rows = await transaction.selectFrom('sale_accounts').selectAll().execute();
    const rolesByPlatform = new Map(rows.map(({ platform, role }) => [platform, role]));
    for (const [platform, role] of Object.entries(accounts)) {
      if ((rolesByPlatform.get(platform) ?? null) === role) continue;
      await transaction.deleteFrom('sale_accounts').where('platform', '=', platform).execute();
      if (role !== null) {
        await transaction.insertInto('sale_accounts').values({ platform, role }).execute();
      }
      await transaction
        .updateTable('notices')
        .set({ read_by: null })
        .where('platform', '=', platform)
        // The emptied notices of erased buyers are omitted; they have a `read_error`.
        .where('read_error', 'is', null)
        .execute();
    }
  });
}
