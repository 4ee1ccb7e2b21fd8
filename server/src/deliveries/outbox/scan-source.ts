import type { Kysely } from 'kysely';
import { type Database, type DialectName, dialectOf, type Tables } from '../../store/database.ts';
import { readDestinations } from '../registry.ts';
import { writeBesideCaptures } from '../writing.ts';
import { erasureEvent } from './compose-events.ts';
import type { LookAhead, Reach, Source } from './progress.ts';
import type { Found, Range, Step } from './scan.ts';
import {
  type KnownDestinations,
  readSubscribers,
  STARTS_AFTER,
  storeEvents,
} from './store-events.ts';

/** Row numbers and rows per transaction: few on SQLite, where captures wait for it. */
const MAX_NUMBERS_PER_SCAN = 5_000;
const MAX_ROWS_PER_SCAN: Record<DialectName, number> = { sqlite: 50, postgres: 250 };
/** An application may be as long as a request. */
const MAX_APPLICATIONS_PER_SCAN = 50;

export interface SourceScan {
  readonly source: Source;
  readonly reach: Reach;
  readonly lookAhead: LookAhead;
  readonly known: KnownDestinations;
  /** ISO time in UTC. */
  readonly now: string;
  find(step: Step, range: Range): Promise<Found>;
}

export type ScanOutcome =
  | {
      readonly result: 'done' | 'more';
      /** Destinations with new deliveries. */
      readonly notified: ReadonlySet<string>;
    }
  /** Another process is scanning the source. */
  | { readonly result: 'busy' }
  /** A destination was added that this process does not know yet; nothing was stored. */
  | { readonly result: 'unknown' };

const NOTHING: ScanOutcome = { result: 'done', notified: new Set() };

/**
 * Scans one batch of a source, and stores its events together with the progress. Rows beyond the settled
 * number are scanned ahead, and again once they are settled: rows with lower numbers may still appear.
 */
export async function scanSource(database: Database, parts: SourceScan): Promise<ScanOutcome> {
  const { dialect } = database;
  const { source, reach, lookAhead, now } = parts;
  const scanned = { to: 0, isAhead: false, isEnd: false };
  const outcome = await writeBesideCaptures(database, async (step): Promise<ScanOutcome> => {
    const last = await lockProgress(step, source);
    if (last === null) return { result: 'busy' };
    const isAhead = reach.settled <= last;
    const after = isAhead ? lookAhead.next(last) : last;
    const until = Math.min(reach.newest, after + MAX_NUMBERS_PER_SCAN);
    if (until <= after) return NOTHING;
    const destinations = await readDestinations(step);
    if (destinations.length === 0) return NOTHING;
    // No destination subscribes to earlier rows.
    const startsAfter = Math.min(...destinations.map((one) => one.after[STARTS_AFTER[source]]));
    const most = source === 'applications' ? MAX_APPLICATIONS_PER_SCAN : MAX_ROWS_PER_SCAN[dialect];
    const range = { after: Math.max(after, startsAfter), until, most };
    const { events, readTo } = await parts.find({ step, dialect }, range);
    const subscribers = await readSubscribers({ step, dialect }, { known: parts.known, source });
    if (subscribers === null) return { result: 'unknown' };
    const notified = await storeEvents({ step, dialect }, events, subscribers, now);
    const done = isAhead ? readTo : Math.min(readTo, reach.settled);
    if (!isAhead && done > last) await storeProgress(step, source, done);
    const isMore = done > after && done < reach.newest;
    Object.assign(scanned, { to: done, isAhead, isEnd: !isMore });
    return { result: isMore ? 'more' : 'done', notified };
  });
  // After the commit: a rollback leaves the look-ahead alone.
  if (scanned.isAhead) lookAhead.advance(scanned.to, scanned.isEnd);
  return outcome;
}

/** Returns up to which number the source was scanned, and locks it; null if another process holds the lock. */
async function lockProgress(step: Kysely<Tables>, source: Source) {
  const row = await step
    .selectFrom('delivery_progress')
    .select('last_number')
    .where('source', '=', source)
    .$if(dialectOf(step) === 'postgres', (query) => query.forUpdate().skipLocked())
    .executeTakeFirst();
  return row?.last_number ?? null;
}

async function storeProgress(step: Kysely<Tables>, source: Source, number: number) {
  await step
    .updateTable('delivery_progress')
    .set({ last_number: number })
    .where('source', '=', source)
    .execute();
}

/** Erasures per transaction. */
const ERASURES_PER_SCAN = 50;

/** Stores `person.erased` for each row of `erasures`, and deletes the row. */
export async function scanErasures(
  database: Database,
  { known, now }: { readonly known: KnownDestinations; readonly now: string },
): Promise<ScanOutcome> {
  const { dialect } = database;
  const waiting = await database
    .selectFrom('erasures')
    .select('number')
    .limit(ERASURES_PER_SCAN)
    .execute();
  if (waiting.length === 0) return { result: 'done', notified: new Set() };
  return writeBesideCaptures(database, async (step): Promise<ScanOutcome> => {
    const subscribers = await readSubscribers({ step, dialect }, { known, source: 'erasures' });
    if (subscribers === null) return { result: 'unknown' };
    // Another process may have stored some of them in the meantime.
    const ours = await step
      .deleteFrom('erasures')
      .where(
        'number',
        'in',
        waiting.map(({ number }) => number),
      )
      .returningAll()
      .execute();
    const notified = await storeEvents({ step, dialect }, ours.map(erasureEvent), subscribers, now);
    return { result: waiting.length === ERASURES_PER_SCAN ? 'more' : 'done', notified };
  });
}
