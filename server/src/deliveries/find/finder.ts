import { type SalesParts, stepSales } from '../../sales/keep-sales.ts';
import type { Database } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';
import { findAbandoned } from './find-abandoned.ts';
import { findApplications } from './find-applications.ts';
import { findDrafts } from './find-drafts.ts';
import { findErasures } from './find-erasures.ts';
import { findLeads } from './find-leads.ts';
import { findSales } from './find-sales.ts';
import { type FindStep, findStep, type StepOutcome } from './find-step.ts';
import type { Known } from './listeners.ts';
import { createLookout, type Lookout } from './lookout.ts';
import { watchOldDrafts } from './watch-old-drafts.ts';
import { type Reach, type Source, watchRows } from './watch-rows.ts';

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
