import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import { type SalesParts, stepSales } from '../../sales/update-sales.ts';
import type { ReportTrouble } from '../../store/capture-store.ts';
import type { Database } from '../../store/database.ts';
import { inFunil } from '../../store/sales-tables.ts';
import { isBusy } from '../../store/sqlite/lock.ts';
import type { Destination } from '../destination.ts';
import type { Dispatch } from '../dispatcher.ts';
import { readDestinations } from '../registry.ts';
import type { Bell } from '../wake-signal.ts';
import { findAbandoned } from './find-abandoned.ts';
import { findApplications, findDrafts, findLeads, findSales } from './find-events.ts';
import { createLookout, type Lookout, type Reach, type Source, watchRows } from './progress.ts';
import { type FindStep, findErasures, findStep, type StepOutcome } from './scan-source.ts';
import type { Known } from './store-events.ts';
import { watchOldDrafts } from './watch-old-drafts.ts';

export interface FindingParts extends FinderParts {
  readonly database: Database;
  readonly dispatch: Pick<Dispatch, 'serve' | 'ring'>;
  /** The destinations there are now. */
  readonly makeDestinations: (database: Database) => Promise<readonly Destination[]>;
  /** Says which of them settings name here. */
  readonly keepConfigured: (database: Database, made: readonly Destination[]) => Promise<void>;
  readonly reportTrouble: ReportTrouble;
  /** Rung when there may be something new, and when it is over. */
  readonly bell: Bell;
  readonly isOver: () => boolean;
  /** Done when nothing more is to be found at once. */
  readonly whenIdle: () => Promise<void>;
}

/** Between two looks at what is new, in ms: rows come past this process, too. */
const POLL_INTERVAL_MS = 500;
/** Between two looks at the destinations, in ms. */
const DESTINATIONS_INTERVAL_MS = 1_000;
/** While more is found, captures get their turn, in ms: longer than they wait between two attempts to write. */
const YIELD_MS = 6;
const ERROR_DELAY_MS = 2_000;
/** While another process writes longer than SQLite waits. */
const LOCKED_DELAY_MS = 100;

/** Looks again and again for what happened, and has it be told, until it is over. */
export async function keepFinding(parts: FindingParts): Promise<void> {
  const { database, dispatch, bell } = parts;
  const finder = createFinder(database, parts);
  let known: Known = new Map();
  let refreshedAt = Number.NEGATIVE_INFINITY;

  async function refreshDestinations() {
    // In this order: what is made and not on was added in between, and what is on and not made is another
    // process's to send: what it wants waits for it. An endpoint that is not made wants nothing.
    const on = await readDestinations(database, database.dialect);
    const made = await parts.makeDestinations(database);
    await parts.keepConfigured(database, made);
    const others = on.map(({ name, wants }) => ({
      name,
      wants: (type: WebhookEvent) => wants.includes(type),
    }));
    known = new Map([...others, ...made].map((one) => [one.name, one]));
    const names = new Set(on.map(({ name }) => name));
    dispatch.serve(made.filter(({ name, isPaused }) => names.has(name) && !isPaused));
    refreshedAt = performance.now();
  }

  async function step() {
    if (performance.now() - refreshedAt > DESTINATIONS_INTERVAL_MS) await refreshDestinations();
    const { told, isMore, isStranger } = await finder.round(known);
    dispatch.ring(told);
    if (isStranger) refreshedAt = Number.NEGATIVE_INFINITY;
    if (isMore || isStranger) return pause(YIELD_MS);
    await parts.whenIdle();
    await bell.wait(POLL_INTERVAL_MS);
  }

  while (!parts.isOver()) {
    try {
      await step();
    } catch (error) {
      if (!isBusy(error)) parts.reportTrouble('what is to be told cannot be found', error);
      await bell.wait(isBusy(error) ? LOCKED_DELAY_MS : ERROR_DELAY_MS);
    }
  }
}

export interface FinderParts {
  /** Whose adapters and clock are used. */
  readonly sales: SalesParts;
  /** Hours within which the page promises an answer to an application; null: it promises none. */
  readonly replyHours: () => number | null;
  /** In ms, without a jump; the process's own. */
  readonly uptime?: () => number;
}

export interface Round {
  /** Destinations that have something new. */
  readonly told: ReadonlySet<string>;
  readonly isMore: boolean;
  /** A destination was added that is not known yet. */
  readonly isStranger: boolean;
}

/** Finds what happened in stored rows, exactly once, and makes its deliveries. */
export function createFinder(
  database: Database,
  { sales, replyHours, uptime = () => performance.now() }: FinderParts,
) {
  const watch = watchRows(database);
  const findOldDrafts = watchOldDrafts(database, { now: sales.now, uptime });
  const finds: Record<Source, FindStep['find']> = {
    leads: findLeads,
    drafts: findDrafts,
    applications: (step, range) => findApplications(step, range, replyHours()),
    abandoned: findAbandoned,
    sales: findSales,
  };
  const lookouts: Record<Source, Lookout> = {
    leads: createLookout(uptime),
    drafts: createLookout(uptime),
    applications: createLookout(uptime),
    abandoned: createLookout(uptime),
    sales: createLookout(uptime),
  };

  /**
   * Whoever applied under another id is known by keys, which are written in the background: by whoever
   * keeps sales, or here where nobody does.
   * @returns whether all applications have theirs
   */
  async function keepKeys(): Promise<boolean> {
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

  /** One step through every source; what an application says of itself comes before what becomes of it. */
  async function round(known: Known): Promise<Round> {
    const progress = await readProgress(database);
    const reaches = await watch();
    const now = new Date(sales.now()).toISOString();
    const told = new Set<string>();
    let isMore = false;
    let isStranger = false;
    async function take(outcome: StepOutcome): Promise<boolean> {
      if (outcome.result === 'stranger') isStranger = true;
      if (outcome.result === 'more') isMore = true;
      if ('told' in outcome) for (const name of outcome.told) told.add(name);
      return outcome.result === 'done';
    }
    const lookedAt = (source: Source) => progress.get(source) ?? 0;
    /** Whether all of the source has been looked through. */
    async function look(source: Source, reach: Reach = reaches[source]): Promise<boolean> {
      if (reach.newest <= lookedAt(source)) return true;
      const [lookout, find] = [lookouts[source], finds[source]];
      return take(await findStep(database, { source, reach, lookout, known, now, find }));
    }
    async function lookForAbandoned() {
      const { newest, settled } = reaches.drafts;
      const judged = lookedAt('abandoned');
      const old = newest > judged ? await findOldDrafts(judged, newest) : judged;
      if (old === judged || !(await keepKeys())) return;
      await look('abandoned', { newest: old, settled: Math.min(settled, old) });
    }
    await look('leads');
    if (await look('drafts')) await look('applications');
    await lookForAbandoned();
    await look('sales');
    await take(await findErasures(database, { known, now }));
    return { told, isMore, isStranger };
  }

  return { round };
}

/** How far each source was looked through, as anybody may read it. */
async function readProgress(database: Database): Promise<ReadonlyMap<Source, number>> {
  const rows = await inFunil(database, database.dialect)
    .selectFrom('delivery_progress')
    .selectAll()
    .execute();
  return new Map(rows.map(({ source, last_number }) => [source, last_number]));
}
