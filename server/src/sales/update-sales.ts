import { setTimeout } from 'node:timers/promises';
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { Accounts } from '../config/postbacks.ts';
import { type AdaptiveBatch, createAdaptiveBatch } from '../store/adaptive-batch.ts';
import type { ReportError } from '../store/capture-store.ts';
import type { Database, DialectName, Tables } from '../store/database.ts';
import { tryLock } from '../store/locks.ts';
import { isBusy } from '../store/sqlite/busy-retry.ts';
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
  /** Opens a database for the updater alone. */
  readonly open: () => Promise<Database>;
  readonly reportError: ReportError;
}

interface SalesUpdater {
  /** Starts the next update soon. */
  wake(): void;
  /** Finishes the running update and closes the database. */
  close(): Promise<void>;
}

/** Other processes store rows without waking this one. */
const POLL_INTERVAL_MS = 2_000;
/** Notices that arrive together are read together. */
const DELAY_AFTER_WAKE_MS = 20;
const RETRY_AFTER_ERROR_MS = 5_000;
const RETRY_WHEN_LOCKED_MS = 100;
/** More notices may be arriving within this time after a wake. */
const BURST_MS = 200;
/** The pause between two updates as a multiple of the last one's time; long during a burst, because captures go first. */
const PAUSE_FACTOR = { inBurst: 6, otherwise: 1 };

const BATCH_LIMITS = {
  sqlite: { minSize: 1, maxSize: 50, budgetMs: 4 },
  postgres: { minSize: 5, maxSize: 50, budgetMs: 15 },
};

/** Keeps sales up to date until it is closed, in small updates between which captures continue. */
export function startSalesUpdater(options: SalesUpdaterOptions): SalesUpdater {
  let connection: { readonly database: Database; readonly batch: AdaptiveBatch } | null = null;
  const stop = new AbortController();
  let woken = new AbortController();
  let wokenAt = Number.NEGATIVE_INFINITY;

  async function connect() {
    const database = await options.open();
    if (database.dialect === 'sqlite') {
      // Sales lost in a crash are computed again from their notices.
      await sql`pragma synchronous = normal`.execute(database);
    }
    connection = { database, batch: createAdaptiveBatch(BATCH_LIMITS[database.dialect]) };
    await rereadOutdated(database, options.adapters);
    await applyAccountRoles(database, options.accounts);
    return connection;
  }

  async function disconnect() {
    const closing = connection?.database;
    connection = null;
    await closing?.destroy();
  }

  /** Runs one update. Returns the ms until the next, or null if nothing is left to do. */
  async function update(): Promise<number | null> {
    try {
      const { database, batch } = connection ?? (await connect());
      await database.yieldToCaptures();
      const start = performance.now();
      if ((await updateSalesOnce(database, options, batch.size)) !== 'more') return null;
      const now = performance.now();
      batch.record(batch.size, now - start);
      const factor = now - wokenAt < BURST_MS ? PAUSE_FACTOR.inBurst : PAUSE_FACTOR.otherwise;
      return factor * (now - start);
    } catch (error) {
      if (isBusy(error)) return RETRY_WHEN_LOCKED_MS;
      options.reportError('sales cannot be brought up to date', error);
      await disconnect();
      return RETRY_AFTER_ERROR_MS;
    }
  }

  const sleep = (ms: number, signal = stop.signal) =>
    setTimeout(ms, undefined, { signal }).catch(() => {
      // Woken or stopped.
    });

  async function run() {
    while (!stop.signal.aborted) {
      woken = new AbortController();
      const pauseMs = await update();
      if (pauseMs !== null) await sleep(pauseMs);
      else {
        await sleep(POLL_INTERVAL_MS, AbortSignal.any([stop.signal, woken.signal]));
        if (woken.signal.aborted) await sleep(DELAY_AFTER_WAKE_MS);
      }
    }
    await disconnect();
  }

  const running = run();
  return {
    wake() {
      wokenAt = performance.now();
      woken.abort();
    },
    close() {
      stop.abort();
      return running;
    },
  };
}
