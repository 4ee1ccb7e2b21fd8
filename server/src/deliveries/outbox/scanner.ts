import { type SalesParts, stepSales } from '../../sales/update-sales.ts';
import type { Database } from '../../store/database.ts';
import { findAbandoned } from './find-abandoned.ts';
import { findApplications, findDrafts, findLeads, findSales } from './find-events.ts';
import { createLookAhead, type LookAhead, type Reach, type Source, watchRows } from './progress.ts';
import { type ScanOutcome, type SourceScan, scanErasures, scanSource } from './scan-source.ts';
import type { KnownDestinations } from './store-events.ts';
import { watchOldDrafts } from './watch-old-drafts.ts';

export interface ScannerParts {
  /** Adapters and clock for sales. */
  readonly sales: SalesParts;
  /** Hours within which the page promises an answer to an application; null: it promises none. */
  readonly replyHours: () => number | null;
  /** Monotonic clock of this process, in ms. */
  readonly uptime?: () => number;
}

export interface ScanResult {
  /** Destinations with new deliveries. */
  readonly notified: ReadonlySet<string>;
  readonly isMore: boolean;
  /** A destination was added that the caller does not know yet. */
  readonly isUnknown: boolean;
}

/** Finds new events in stored rows, and stores each once with its deliveries. */
export function createScanner(
  database: Database,
  { sales, replyHours, uptime = () => performance.now() }: ScannerParts,
) {
  const readReaches = watchRows(database);
  const findOldDrafts = watchOldDrafts(database, { now: sales.now, uptime });
  const finds: Record<Source, SourceScan['find']> = {
    leads: findLeads,
    drafts: findDrafts,
    applications: (step, range) => findApplications(step, range, replyHours()),
    abandoned: findAbandoned,
    sales: findSales,
  };
  const lookAheads = new Map<Source, LookAhead>();

  /**
   * Writes missing person keys, by which an applicant is recognized under another id. Usually the sales
   * updater writes them, but it may not run.
   * @returns whether all applications have their keys
   */
  async function completeKeys(): Promise<boolean> {
    const row = await database
      .selectFrom('applications')
      .select('save_id')
      .where('phone_key', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) {
      await database.giveWay();
      await stepSales(database, sales);
    }
    return row === undefined;
  }

  /** Scans one batch of each source; drafts come before applications, which come before abandonment. */
  async function scan(known: KnownDestinations): Promise<ScanResult> {
    const progress = await readProgress(database);
    const reaches = await readReaches();
    const now = new Date(sales.now()).toISOString();
    const notified = new Set<string>();
    let isMore = false;
    let isUnknown = false;
    function take(outcome: ScanOutcome): boolean {
      if (outcome.result === 'unknown') isUnknown = true;
      if (outcome.result === 'more') isMore = true;
      if ('notified' in outcome) for (const name of outcome.notified) notified.add(name);
      return outcome.result === 'done';
    }
    const scannedTo = (source: Source) => progress.get(source) ?? 0;
    /** @returns whether the complete source has been scanned */
    async function scanUpTo(source: Source, reach: Reach = reaches[source]): Promise<boolean> {
      if (reach.newest <= scannedTo(source)) return true;
      const lookAhead = lookAheads.get(source) ?? createLookAhead(uptime);
      lookAheads.set(source, lookAhead);
      const find = finds[source];
      return take(await scanSource(database, { source, reach, lookAhead, known, now, find }));
    }
    async function scanAbandoned() {
      const { newest, settled } = reaches.drafts;
      const judged = scannedTo('abandoned');
      const old = newest > judged ? await findOldDrafts(judged, newest) : judged;
      if (old === judged || !(await completeKeys())) return;
      await scanUpTo('abandoned', { newest: old, settled: Math.min(settled, old) });
    }
    await scanUpTo('leads');
    if (await scanUpTo('drafts')) await scanUpTo('applications');
    await scanAbandoned();
    await scanUpTo('sales');
    take(await scanErasures(database, { known, now }));
    return { notified, isMore, isUnknown };
  }

  return { scan };
}

/** Returns up to which row number each source was scanned, without a lock. */
async function readProgress(database: Database): Promise<ReadonlyMap<Source, number>> {
  const rows = await database.selectFrom('delivery_progress').selectAll().execute();
  return new Map(rows.map(({ source, last_number }) => [source, last_number]));
}
