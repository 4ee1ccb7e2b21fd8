import { setTimeout } from 'node:timers/promises';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { writePersonKeys } from '../leads/person-keys.ts';
import { type AdaptiveBatch, createAdaptiveBatch } from '../store/adaptive-batch.ts';
import type { ReportTrouble } from '../store/capture-store.ts';
import type { Database, DialectName, Tables } from '../store/database.ts';
import { tryLock } from '../store/locks.ts';
import { isBusy } from '../store/sqlite/lock.ts';
import type { MatchKeys } from './match-sale.ts';
import type { NoticeAdapters } from './notice.ts';
import { readNotices, rereadOutdated, type SaleId } from './notices.ts';
import { refreshSales } from './refresh-sales.ts';

export interface SalesUpdateOptions {
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
  /** The time in ms. */
  readonly now: () => number;
}

/** Notices read in one go, where nobody says otherwise; SQLite lets nobody else write meanwhile. */
const NOTICES_PER_STEP: Record<DialectName, number> = { sqlite: 5, postgres: 50 };
/** Keys of leads take as long to write as few notices to read. */
const KEYS_PER_NOTICE = 5;

/**
 * One step towards sales that tell all that is known: keys for new leads, new notices read, and the
 * sales of both made anew. All of it is one transaction: a crash leaves it for the next time.
 * @param most notices read in one go
 * @returns whether there may be more to do; `busy`: another replica is at it
 */
export function updateSalesOnce(
  database: Database,
  parts: SalesUpdateOptions,
  most: number = NOTICES_PER_STEP[database.dialect],
): Promise<'more' | 'done' | 'busy'> {
  return database.transaction().execute(async (step) => {
    if (!(await tryLock(step, 'sales'))) return 'busy';
    const keys = await writePersonKeys(step, KEYS_PER_NOTICE * most);
    const read = await readNotices(step, { adapters: parts.adapters, most });
    const waiting = await findWaiting(step, keys);
    const now = new Date(parts.now()).toISOString();
    const expired = await findExpired(step, { now, most });
    await refreshSales(step, [...read.sales, ...waiting, ...expired], {
      adapters: parts.adapters,
      readings: read.readings,
      attributionDays: parts.attributionDays,
      now,
    });
    return keys.isMore || read.isMore || expired.length === most ? 'more' : 'done';
  });
}

/** Pending sales that have run out. */
const findExpired = (
  step: Kysely<Tables>,
  { now, most }: { readonly now: string; readonly most: number },
): Promise<SaleId[]> =>
  step
    .selectFrom('sales')
    .select(['platform', 'sale_key'])
    // A literal state, so that SQLite uses the partial index.
    .where(sql<SqlBool>`state = 'pending' and expires_at <= ${now}`)
    .orderBy('expires_at')
    .limit(most)
    .execute();

/** Sales that may belong to leads just found. */
async function findWaiting(step: Kysely<Tables>, keys: MatchKeys): Promise<SaleId[]> {
  const kinds = [
    ['reference', keys.references],
    ['phone', keys.phoneKeys],
    ['email', keys.emailKeys],
  ] as const;
  const found: SaleId[] = [];
  for (const [kind, wanted] of kinds) {
    if (wanted.length === 0) continue;
    const rows = await step
      .selectFrom('sale_keys')
      .select(['platform', 'sale_key'])
      .where('kind', '=', kind)
      .where('key', 'in', wanted)
      .execute();
    found.push(...rows);
  }
  return found;
}

export interface SalesUpdaterOptions extends SalesUpdateOptions {
  /** Opens a database of the keeper's own. */
  readonly open: () => Promise<Database>;
  readonly reportTrouble: ReportTrouble;
}

export interface SalesUpdater {
  /** Something came in: the next step is soon. */
  wake(): void;
  /** Ends the step under way, and lets go of the database. */
  close(): Promise<void>;
}

/** Rows also come past this process. */
const POLL_INTERVAL_MS = 2_000;
/** What comes in together is read together. */
const AFTER_WAKING_MS = 20;
const RETRY_AFTER_ERROR_MS = 5_000;
/** While another process writes longer than SQLite waits. */
const RETRY_WHEN_LOCKED_MS = 100;
/** So long after it was woken last more may be coming in. */
const MAY_COME_MS = 200;
/** Rest between two steps, as a share of the last one's time: while more comes in, that goes first. */
const REST = { whileMoreComes: 6, otherwise: 1 };

/** Notices of one step: so many that it holds the embedded database for a moment, in ms. */
const BATCH_LIMITS = {
  sqlite: { minSize: 1, maxSize: 50, budgetMs: 4 },
  postgres: { minSize: 5, maxSize: 50, budgetMs: 15 },
};

/** Keeps sales up to date for as long as the process lives, in steps between which captures go on. */
export function startSalesUpdater(parts: SalesUpdaterOptions): SalesUpdater {
  let opened: { readonly database: Database; readonly batch: AdaptiveBatch } | null = null;
  const stop = new AbortController();
  let woken = new AbortController();
  let wokenAt = Number.NEGATIVE_INFINITY;

  async function connect() {
    const database = await parts.open();
    if (database.dialect === 'sqlite') {
      // What a crash takes is made anew from notices.
      await sql`pragma synchronous = normal`.execute(database);
    }
    opened = { database, batch: createAdaptiveBatch(BATCH_LIMITS[database.dialect]) };
    await rereadOutdated(database, parts.adapters);
    return opened;
  }

  async function disconnect() {
    const closing = opened?.database;
    opened = null;
    await closing?.destroy();
  }

  /** Does what is to be done now; returns how long to rest, in ms, or null when nothing is left to do. */
  async function step(): Promise<number | null> {
    try {
      const { database, batch } = opened ?? (await connect());
      await database.giveWay();
      const start = performance.now();
      if ((await updateSalesOnce(database, parts, batch.size)) !== 'more') return null;
      const now = performance.now();
      batch.record(batch.size, now - start);
      const rest = now - wokenAt < MAY_COME_MS ? REST.whileMoreComes : REST.otherwise;
      return rest * (now - start);
    } catch (error) {
      if (isBusy(error)) return RETRY_WHEN_LOCKED_MS;
      parts.reportTrouble('sales cannot be brought up to date', error);
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
      const rest = await step();
      if (rest !== null) await sleep(rest);
      else {
        await sleep(POLL_INTERVAL_MS, AbortSignal.any([stop.signal, woken.signal]));
        if (woken.signal.aborted) await sleep(AFTER_WAKING_MS);
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
