import { type Kysely, type SqlBool, sql } from 'kysely';
import { writePersonKeys } from '../leads/person-keys.ts';
import type { ReportTrouble } from '../store/capture-store.ts';
import type { Database, DialectName, Tables } from '../store/database.ts';
import { createPortion, type Portion } from '../store/portion.ts';
import { isBusy } from '../store/sqlite/lock.ts';
import type { SaleKeys } from './match-sale.ts';
import type { NoticeAdapters } from './notice.ts';
import { readNotices, rereadOutdated, type SaleName } from './notices.ts';
import { refreshSales } from './refresh-sales.ts';
import { tryLockSales } from './sales-lock.ts';

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
  return database.transaction().execute(async (step) => {
    if (!(await tryLockSales(step))) return 'busy';
    const keys = await writePersonKeys(step, KEYS_A_NOTICE * most);
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

/** Has kept notices read again that an earlier version of their adapter read. */
export const rereadSales = (database: Database, { adapters }: SalesParts): Promise<void> =>
  rereadOutdated(database, adapters);

/** Pending sales that have run out. */
const findExpired = (
  step: Kysely<Tables>,
  { now, most }: { readonly now: string; readonly most: number },
): Promise<SaleName[]> =>
  step
    .selectFrom('sales')
    .select(['platform', 'sale_key as saleKey'])
    // A literal state, so that SQLite uses the partial index.
    .where(sql<SqlBool>`state = 'pending' and expires_at <= ${now}`)
    .orderBy('expires_at')
    .limit(most)
    .execute();

/** Sales that may belong to leads just found. */
async function findWaiting(step: Kysely<Tables>, keys: SaleKeys): Promise<SaleName[]> {
  const kinds = [
    ['reference', keys.references],
    ['phone', keys.phoneKeys],
    ['email', keys.emailKeys],
  ] as const;
  const found: SaleName[] = [];
  for (const [kind, wanted] of kinds) {
    if (wanted.length === 0) continue;
    const rows = await step
      .selectFrom('sale_keys')
      .select(['platform', 'sale_key as saleKey'])
      .where('kind', '=', kind)
      .where('key', 'in', wanted)
      .execute();
    found.push(...rows);
  }
  return found;
}

export interface SalesKeeperParts extends SalesParts {
  /** Opens a database of the keeper's own. */
  readonly open: () => Promise<Database>;
  readonly reportTrouble: ReportTrouble;
}

export interface SalesKeeper {
  /** Something came in: the next step is soon. */
  wake(): void;
  /** Ends the step under way, and lets go of the database. */
  close(): Promise<void>;
}

/** Until the next look, in ms: rows also come past this process. */
const UNTIL_NEXT_LOOK = 2_000;
/** What comes in together is read together. */
const AFTER_WAKING = 20;
const AFTER_TROUBLE = 5_000;
/** While another process writes longer than SQLite waits. */
const WHILE_LOCKED = 100;
/** So long after it was woken last, in ms, more may be coming in. */
const COMING = 200;
/** Rest between two steps, as a share of the last one's time: while more comes in, that goes first. */
const REST = { whileMoreComes: 6, otherwise: 1 };

/** Notices of one step: so many that it holds the embedded database for a moment, in ms. */
const createPortions = (dialect: DialectName): Portion =>
  createPortion(
    dialect === 'sqlite' ? { least: 1, most: 50, budget: 4 } : { least: 5, most: 50, budget: 15 },
  );

/** Keeps sales up to date for as long as the process lives, in steps between which captures go on. */
export function startSalesKeeper(parts: SalesKeeperParts): SalesKeeper {
  let opened: { readonly database: Database; readonly portion: Portion } | null = null;
  let isClosed = false;
  let endWait: (() => void) | null = null;
  let isWoken = false;
  let wokenAt = Number.NEGATIVE_INFINITY;

  async function connect() {
    const database = await parts.open();
    if (database.dialect === 'sqlite') {
      // What a crash takes is made anew from notices.
      await sql`pragma synchronous = normal`.execute(database);
    }
    opened = { database, portion: createPortions(database.dialect) };
    await rereadSales(database, parts);
    return opened;
  }

  async function disconnect() {
    const closing = opened?.database;
    opened = null;
    await closing?.destroy();
  }

  /** Does what is to be done now; in ms, how long to wait for the next step, and whether waking ends it. */
  async function step(): Promise<{ wait: number; canBeWoken: boolean }> {
    try {
      const { database, portion } = opened ?? (await connect());
      await database.giveWay();
      const start = performance.now();
      const outcome = await stepSales(database, parts, portion.size);
      const took = performance.now() - start;
      if (outcome === 'more') portion.took(portion.size, took);
      const isComing = performance.now() - wokenAt < COMING;
      const rest = isComing ? REST.whileMoreComes : REST.otherwise;
      if (outcome === 'more') return { wait: rest * took, canBeWoken: false };
      return { wait: UNTIL_NEXT_LOOK, canBeWoken: true };
    } catch (error) {
      if (isBusy(error)) return { wait: WHILE_LOCKED, canBeWoken: false };
      parts.reportTrouble('sales cannot be brought up to date', error);
      await disconnect();
      return { wait: AFTER_TROUBLE, canBeWoken: false };
    }
  }

  const wait = (ms: number, canBeWoken: boolean) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, canBeWoken && isWoken ? AFTER_WAKING : ms);
      endWait = () => {
        if (!canBeWoken && !isClosed) return;
        clearTimeout(timer);
        setTimeout(resolve, isClosed ? 0 : AFTER_WAKING);
      };
    });

  async function run() {
    while (!isClosed) {
      isWoken = false;
      const { wait: ms, canBeWoken } = await step();
      if (!isClosed) await wait(ms, canBeWoken);
      endWait = null;
    }
    await disconnect();
  }

  const running = run();
  return {
    wake() {
      wokenAt = performance.now();
      if (isWoken) return;
      isWoken = true;
      endWait?.();
    },
    async close() {
      isClosed = true;
      endWait?.();
      await running;
    },
  };
}
