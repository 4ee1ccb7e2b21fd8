import { type SalesParts, stepSales } from '../../records/keep-sales.ts';
import type { Database } from '../../store/database.ts';
import { inFunil } from '../../store/sales-tables.ts';
import { findAbandoned, isAbandonedDue } from './find-abandoned.ts';
import { findApplications } from './find-applications.ts';
import { findDrafts } from './find-drafts.ts';
import { findErasures } from './find-erasures.ts';
import { findLeads } from './find-leads.ts';
import { findSales } from './find-sales.ts';
import { type FindStep, findStep, type StepOutcome } from './find-step.ts';
import type { Known } from './listeners.ts';
import { createLookout, type Lookout } from './lookout.ts';
import { type Source, watchRows } from './watch-rows.ts';

export interface FinderParts {
  /** Whose adapters and clock are used. */
  readonly sales: SalesParts;
  /** Hours within which the page promises an answer to an application; null: it promises none. */
  readonly replyHours: () => number | null;
}

export interface Round {
  /** Destinations that have something new. */
  readonly told: ReadonlySet<string>;
  readonly isMore: boolean;
  /** A destination was added that is not known yet. */
  readonly isStranger: boolean;
}

/** Finds what happened in stored rows, exactly once, and makes its deliveries. */
export function createFinder(database: Database, { sales, replyHours }: FinderParts) {
  const watch = watchRows(database);
  const finds: Record<Source, FindStep['find']> = {
    leads: findLeads,
    drafts: findDrafts,
    applications: (step, range) => findApplications(step, range, replyHours()),
    abandoned: (step, range) => findAbandoned(step, range, sales.now()),
    sales: findSales,
  };
  const lookouts: Record<Source, Lookout> = {
    leads: createLookout(sales.now),
    drafts: createLookout(sales.now),
    applications: createLookout(sales.now),
    abandoned: createLookout(sales.now),
    sales: createLookout(sales.now),
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
    const isNew = (source: Source) => reaches[source].newest > lookedAt(source);
    /** Whether all of the source has been looked through. */
    async function look(source: Source): Promise<boolean> {
      if (!isNew(source)) return true;
      const [reach, lookout, find] = [reaches[source], lookouts[source], finds[source]];
      return take(await findStep(database, { source, reach, lookout, known, now, find }));
    }
    await look('leads');
    if (await look('drafts')) await look('applications');
    const isDue =
      isNew('abandoned') && (await isAbandonedDue(database, lookedAt('abandoned'), sales.now()));
    if (isDue && (await keepKeys())) await look('abandoned');
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
