import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { Accounts } from '../config/postbacks.ts';
import type { Database, DialectName, Tables } from '../store/database.ts';
import { tryLock } from '../store/locks.ts';
import { applyAccountRoles } from './account-roles.ts';
import type { MatchKeys } from './match-sale.ts';
import type { NoticeAdapters } from './notice.ts';
import { readNotices, rereadOutdated, type SaleId } from './notices.ts';
import { recomputeSales } from './recompute-sales.ts';
import { referenceOf } from './sent-at.ts';

export interface SalesUpdateOptions {
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
  /** The time in ms. */
  readonly now: () => number;
}

/** Small on SQLite, where no other writer runs meanwhile. */
const DEFAULT_BATCH: Record<DialectName, number> = { sqlite: 5, postgres: 50 };
/** Finding a lead's sales takes a fraction of the time of reading a notice. */
const CHANGES_PER_NOTICE = 5;

/**
 * Reads new notices and the changes of leads and applications, and recomputes the sales of both, in one transaction.
 * @param limit notices in this batch
 * @returns whether there may be more to do; `busy`: another replica is updating
 */
export function updateSalesOnce(
  database: Database,
  { adapters, attributionDays, now: getTime }: SalesUpdateOptions,
  limit: number = DEFAULT_BATCH[database.dialect],
): Promise<'more' | 'done' | 'busy'> {
  return database.transaction().execute(async (transaction) => {
    if (!(await tryLock(transaction, 'sales'))) return 'busy';
    const changes = await takeChanges(transaction, CHANGES_PER_NOTICE * limit);
    const read = await readNotices(transaction, { adapters, limit });
    const ofNewLeads = await findSalesByKeys(
      transaction,
      await readMatchKeys(transaction, changes),
    );
    const now = new Date(getTime()).toISOString();
    const expired = await findExpired(transaction, { now, limit });
    await recomputeSales(transaction, [...read.sales, ...ofNewLeads, ...expired], {
      adapters,
      parsedNotices: read.parsedNotices,
      attributionDays,
      now,
    });
    const isMore = changes.length === CHANGES_PER_NOTICE * limit || read.isMore;
    return isMore || expired.length === limit ? 'more' : 'done';
  });
}

type Change = Pick<Selectable<Tables['changes']>, 'kind' | 'key'>;

/** Takes the oldest changes from the log. */
const takeChanges = (transaction: Kysely<Tables>, limit: number): Promise<Change[]> =>
  transaction
    .deleteFrom('changes')
    .where('number', 'in', (query) =>
      query.selectFrom('changes').select('number').orderBy('number').limit(limit),
    )
    .returning(['kind', 'key'])
    .execute();

/** Returns the keys by which the sales of new leads and applications are found. */
async function readMatchKeys(
  transaction: Kysely<Tables>,
  changes: readonly Change[],
): Promise<MatchKeys> {
  const keysOf = (kind: Change['kind']) =>
    changes.flatMap((change) => (change.kind === kind ? [change.key] : []));
  const [leads, applications] = [keysOf('lead').map(Number), keysOf('application')];
  const rows = [
    ...(leads.length === 0
      ? []
      : await transaction
          .selectFrom('leads')
          .select(['idempotency_key as id', 'phone_key', 'email_key'])
          .where('id', 'in', leads)
          .execute()),
    ...(applications.length === 0
      ? []
      : await transaction
          .selectFrom('applications')
          .select(['id', 'phone_key', 'email_key'])
          .where('save_id', 'in', applications)
          .execute()),
  ];
  return {
    references: rows.flatMap(({ id }) => (id === null ? [] : [referenceOf(id)])),
    phoneKeys: rows.flatMap(({ phone_key }) => phone_key ?? []),
    emailKeys: rows.flatMap(({ email_key }) => email_key ?? []),
  };
}

/** Returns pending sales that have expired. */
const findExpired = (
  transaction: Kysely<Tables>,
  { now, limit }: { readonly now: string; readonly limit: number },
): Promise<SaleId[]> =>
  transaction
    .selectFrom('sales')
    .select(['platform', 'sale_key'])
    // A literal state, so that SQLite uses the partial index.
    .where(sql<SqlBool>`state = 'pending' and expires_at <= ${now}`)
    .orderBy('expires_at')
    .limit(limit)
    .execute();

/** Returns the sales with any of the keys. */
export async function findSalesByKeys(
  transaction: Kysely<Tables>,
  keys: MatchKeys,
): Promise<SaleId[]> {
  const byKind = { reference: keys.references, phone: keys.phoneKeys, email: keys.emailKeys };
  const found: SaleId[] = [];
  for (const kind of ['reference', 'phone', 'email'] as const) {
    if (byKind[kind].length === 0) continue;
    const sales = await transaction
      .selectFrom('sale_keys')
      .select(['platform', 'sale_key'])
      .where('kind', '=', kind)
      .where('key', 'in', byKind[kind])
      .execute();
    found.push(...sales);
  }
  return found;
}

interface SalesUpdaterOptions extends SalesUpdateOptions {
  readonly accounts: Accounts;
}

/** Returns a function that updates sales once. At its first call, it marks the notices that must be read again. */
export function createSalesUpdater(options: SalesUpdaterOptions) {
  let isPrepared = false;
  return async (database: Database) => {
    if (!isPrepared) {
      await rereadOutdated(database, options.adapters);
      await applyAccountRoles(database, options.accounts);
    }
    isPrepared = true;
    await database.yieldToCaptures();
    return updateSalesOnce(database, options);
  };
}
