import type { Kysely } from 'kysely';
import type { Database, DialectName, Tables } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';
import { readDestinations } from '../registry.ts';
import { writeBesideCaptures } from '../writing.ts';
import { announce } from './announce.ts';
import { HEARD_AFTER, type Known, readListeners } from './listeners.ts';
import type { Lookout } from './lookout.ts';
import type { Found, Range } from './news.ts';
import type { Step } from './step.ts';
import type { Reach, Source } from './watch-rows.ts';

/** Numbers looked through at once, and rows that are told of at once: few on SQLite, whose captures wait. */
const WINDOW = 5_000;
const MOST: Record<DialectName, number> = { sqlite: 50, postgres: 250 };
/** An application may be as long as a request. */
const MOST_APPLICATIONS = 50;

export interface FindStep {
  readonly source: Source;
  readonly reach: Reach;
  readonly lookout: Lookout;
  readonly known: Known;
  /** ISO time in UTC. */
  readonly now: string;
  find(step: Step, range: Range): Promise<Found>;
}

export type StepOutcome =
  | {
      readonly result: 'done' | 'more';
      /** Destinations that have something new. */
      readonly told: ReadonlySet<string>;
    }
  /** Another process is at it. */
  | { readonly result: 'busy' }
  /** One that was added just now: it has to be known before anything is passed over. */
  | { readonly result: 'stranger' };

const NOTHING: StepOutcome = { result: 'done', told: new Set() };

/**
 * One step through a source: what is found is announced, and that it was looked at is stored with it. Rows
 * beyond the settled number are told of at once too, and looked at again: late ones may appear among them.
 */
export async function findStep(database: Database, parts: FindStep): Promise<StepOutcome> {
  const { dialect } = database;
  const { source, reach, lookout, now } = parts;
  const looked = { to: 0, isAhead: false, isEnd: false };
  const outcome = await writeBesideCaptures(database, async (step): Promise<StepOutcome> => {
    const last = await lockProgress(step, dialect, source);
    if (last === null) return { result: 'busy' };
    const isAhead = reach.settled <= last;
    const after = isAhead ? lookout.next(last) : last;
    const until = Math.min(reach.newest, after + WINDOW);
    if (until <= after) return NOTHING;
    const destinations = await readDestinations(step, dialect);
    if (destinations.length === 0) return NOTHING;
    // No destination hears of what comes before.
    const heardAfter = Math.min(...destinations.map((one) => one.after[HEARD_AFTER[source]]));
    const most = source === 'applications' ? MOST_APPLICATIONS : MOST[dialect];
    const range = { after: Math.max(after, heardAfter), until, most };
    const { news, readTo } = await parts.find({ step, dialect }, range);
    const listeners = await readListeners({ step, dialect }, { known: parts.known, source });
    if (listeners === null) return { result: 'stranger' };
    const told = await announce({ step, dialect }, news, listeners, now);
    const done = isAhead ? readTo : Math.min(readTo, reach.settled);
    if (!isAhead && done > last) await storeProgress(step, dialect, source, done);
    const isMore = done > after && done < reach.newest;
    Object.assign(looked, { to: done, isAhead, isEnd: !isMore });
    return { result: isMore ? 'more' : 'done', told };
  });
  // Only what is announced for good.
  if (looked.isAhead) lookout.advance(looked.to, looked.isEnd);
  return outcome;
}

/** How far the source was looked through, for this transaction alone; null: another has it. */
async function lockProgress(step: Kysely<Tables>, dialect: DialectName, source: Source) {
  const row = await inFunil(step, dialect)
    .selectFrom('delivery_progress')
    .select('last_number')
    .where('source', '=', source)
    .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
    .executeTakeFirst();
  return row?.last_number ?? null;
}

async function storeProgress(
  step: Kysely<Tables>,
  dialect: DialectName,
  source: Source,
  number: number,
) {
  await inFunil(step, dialect)
    .updateTable('delivery_progress')
    .set({ last_number: number })
    .where('source', '=', source)
    .execute();
}
