import type { Kysely } from 'kysely';
import type { PublishedQuestions } from '../../leads/questions.ts';
import type { SalesUpdateOptions } from '../../sales/update-sales.ts';
import type { Database, Tables } from '../../store/database.ts';
import { rowLock } from '../../store/sql.ts';
import { readSubscribers } from '../registry.ts';
import { writeAfterCaptures } from '../write-after-captures.ts';
import { erasureEvent } from './compose-events.ts';
import {
  type Found,
  findAbandoned,
  findApplications,
  findDrafts,
  findLeads,
  findSales,
  MAX_ROWS_PER_SCAN,
  type Range,
} from './find-events.ts';
import {
  NUMBER_COLUMNS,
  type Reach,
  readNewest,
  type Source,
  watchOldDrafts,
  watchRows,
} from './progress.ts';
import { storeEvents } from './store-events.ts';

export interface ScannerParts {
  readonly sales: Omit<SalesUpdateOptions, 'now'>;
  /** In ms since 1970. */
  readonly now: () => number;
  /** Returns the hours within which the page promises a reply to an application; null if it promises none. */
  readonly replyHours: () => number | null;
  /** Returns the published questions of the application; left out: none. */
  readonly questions?: () => PublishedQuestions;
  /** Monotonic clock of this process, in ms. */
  readonly uptime?: () => number;
}

/** Finds new events in stored rows, and stores each once with its deliveries. */
export function createScanner(
  database: Database,
  { now, replyHours, questions = () => [], uptime = () => performance.now() }: ScannerParts,
) {
  const readReach = watchRows(database);
  const findOldDrafts = watchOldDrafts(database, { now, uptime });
  const finds: Record<Source, (transaction: Kysely<Tables>, range: Range) => Promise<Found>> = {
    leads: findLeads,
    drafts: findDrafts,
    applications: (transaction, range) =>
      findApplications(transaction, range, { replyHours: replyHours(), published: questions() }),
    abandoned: findAbandoned,
    sales: findSales,
  };
  /** Up to which number unsettled rows were scanned. In memory only, since they are scanned again once settled. */
  const scannedAhead = new Map<Source, number>();

  /**
   * Scans one batch of each source; drafts come before applications, which come before abandonment.
   * @returns the destinations with new deliveries, and whether more rows are left
   */
  async function scan() {
    const subscribers = await readSubscribers(database);
    const progress = await readProgress(database);
    const reach = await readReach();
    const destinationsWithWork = new Set<string>();
    let hasMore = false;

    /** Scans one batch; returns whether the complete source has been scanned. */
    async function scanSource(source: Source, { newest, settled } = reachOf(source)) {
      if (subscribers.length === 0 || newest <= (progress.get(source) ?? 0)) return true;
      const start = Math.min(...subscribers.map(({ after }) => after[NUMBER_COLUMNS[source]]));
      const scanned = await writeAfterCaptures(database, async (transaction) => {
        const last = await lockProgress(transaction, source);
        // Another process is scanning the source.
        if (last === null) return null;
        // Unsettled rows are scanned ahead, and again later, because rows with lower numbers may still be committed.
        const isAhead = settled <= last;
        const after = Math.max(last, start, isAhead ? (scannedAhead.get(source) ?? 0) : 0);
        // SQLite reuses the numbers of its newest rows if an erasure has deleted them meanwhile.
        const current = (await readNewest(transaction))[NUMBER_COLUMNS[source]];
        const until = Math.min(newest, current);
        const { rows, events } = await finds[source](transaction, { after, until });
        await store(transaction, events, NUMBER_COLUMNS[source]);
        const isEnd = rows.length < MAX_ROWS_PER_SCAN;
        const readTo = isEnd ? until : (rows.at(-1)?.number ?? until);
        const done = Math.min(readTo, settled);
        if (done > last) await storeProgress(transaction, source, done);
        return { isAhead, isEnd, readTo };
      });
      if (scanned === null) return false;
      // Set after the commit, so that a batch that was rolled back is scanned again.
      if (scanned.isAhead) scannedAhead.set(source, scanned.isEnd ? 0 : scanned.readTo);
      hasMore ||= !scanned.isEnd;
      return scanned.isEnd;
    }

    const reachOf = (source: Source) => ({
      newest: reach.newest[NUMBER_COLUMNS[source]],
      settled: reach.settled[NUMBER_COLUMNS[source]],
    });

    /** Stores events. Subscribers are read again after the rows, so that a new destination misses no row. */
    async function store(
      transaction: Kysely<Tables>,
      events: Found['events'],
      column: keyof Reach['newest'],
    ) {
      const current = await readSubscribers(transaction, true);
      const time = new Date(now()).toISOString();
      const names = await storeEvents(transaction, events, {
        subscribers: current,
        column,
        now: time,
      });
      for (const name of names) destinationsWithWork.add(name);
    }

    async function scanAbandoned() {
      const scanned = progress.get('abandoned') ?? 0;
      const { newest, settled } = reachOf('drafts');
      const old = newest > scanned ? await findOldDrafts(scanned, newest) : scanned;
      if (old === scanned) return;
      await scanSource('abandoned', { newest: old, settled: Math.min(settled, old) });
    }

    /** Stores `person.erased` for each row of `erasures`, and deletes the row. */
    async function scanErasures() {
      const { erasures_after: newest } = reach.newest;
      if (newest === 0) return;
      await writeAfterCaptures(database, async (transaction) => {
        const erasures = await transaction
          .deleteFrom('erasures')
          .where('number', '<=', newest)
          .returningAll()
          .execute();
        await store(transaction, erasures.map(erasureEvent), 'erasures_after');
      });
    }

    await scanSource('leads');
    if (await scanSource('drafts')) await scanSource('applications');
    await scanAbandoned();
    await scanSource('sales');
    await scanErasures();
    return { destinationsWithWork, hasMore };
  }

  return { scan };
}

/** Returns up to which row number each source was scanned, without a lock. */
async function readProgress(database: Database): Promise<ReadonlyMap<Source, number>> {
  const rows = await database.selectFrom('delivery_progress').selectAll().execute();
  return new Map(rows.map(({ source, last_number }) => [source, last_number]));
}

/** Returns up to which number the source was scanned, and locks it; null if another process holds the lock. */
async function lockProgress(transaction: Kysely<Tables>, source: Source): Promise<number | null> {
  const row = await transaction
    .selectFrom('delivery_progress')
    .select('last_number')
    .where('source', '=', source)
    .modifyEnd(rowLock(transaction, 'update skip locked'))
    .executeTakeFirst();
  return row?.last_number ?? null;
}

const storeProgress = (transaction: Kysely<Tables>, source: Source, last_number: number) =>
  transaction
    .updateTable('delivery_progress')
    .set({ last_number })
    .where('source', '=', source)
    .execute();
