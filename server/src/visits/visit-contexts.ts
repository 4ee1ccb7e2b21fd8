import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '@funil/contract/durations';
import { fitVisitContext } from '@funil/contract/fit-visit-context';
import type { VisitContext } from '@funil/contract/visit-context';
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { inChunks } from '../store/in-chunks.ts';
import { UNUSED_CONTEXT_MS } from '../store/retention.ts';

/** A visit as conversions know it. */
export interface StoredVisitContext extends VisitContext {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Rows erased in one go, and the rest between two of them, in ms: captures go on meanwhile. */
const CHUNK = 200;
const REST = 100;

/** What is kept of the visit in which a lead or an application was made; null: nothing, or no longer. */
export async function readVisitContext(
  database: Database,
  leadRef: string,
): Promise<StoredVisitContext | null> {
  const row = await database
    .selectFrom('visit_contexts')
    .select(['context', 'address', 'user_agent'])
    .where('lead_ref', '=', leadRef)
    .executeTakeFirst();
  if (!row) return null;
  const context = fitVisitContext(JSON.parse(row.context));
  return context && { ...context, address: row.address, userAgent: row.user_agent };
}

export interface ContextTerms {
  /** Until what is kept of a visit is erased. */
  readonly days: number;
  /** Whether anything is told to Meta or Google here. */
  readonly isConfigured: boolean;
  /** In ms. */
  readonly now: number;
}

/**
 * Erases what is older than it may be; all of it where nothing is told to Meta or Google any more, neither
 * here nor by another process.
 * @param signal ends it after the step under way
 */
export async function eraseOldContexts(
  database: Database,
  { days, isConfigured, now }: ContextTerms,
  signal?: AbortSignal,
): Promise<void> {
  const isUsed = isConfigured || (await isTelling(database));
  await eraseContextsBefore(
    database,
    new Date(now - (isUsed ? days * DAY_MS : UNUSED_CONTEXT_MS)),
    signal,
  );
}

/** Whether any process has named one of both lately. */
async function isTelling(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom('destinations')
    .select('name')
    .where('name', 'in', ['meta', 'ga4'])
    .where('off_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Erases what was stored before a moment, the oldest first, in small steps.
 * @param signal ends it after the step under way
 */
export async function eraseContextsBefore(
  database: Database,
  moment: Date,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    await database.giveWay();
    const { numDeletedRows } = await database
      .deleteFrom('visit_contexts')
      .where('lead_ref', 'in', (query) =>
        query
          .selectFrom('visit_contexts')
          .select('lead_ref')
          .where('created_at', '<', moment.toISOString())
          .orderBy('created_at')
          .limit(sql.lit(CHUNK)),
      )
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) < CHUNK) return;
    await pause(REST, undefined, { signal }).catch(() => {
      // Told to stop.
    });
  }
}

/** Erases what is kept of the visits in which these leads and applications were made. */
export async function eraseContextsOf(
  database: Database,
  leadRefs: readonly string[],
): Promise<void> {
  for (const chunk of inChunks(leadRefs, CHUNK)) {
    await database.deleteFrom('visit_contexts').where('lead_ref', 'in', chunk).execute();
  }
}
