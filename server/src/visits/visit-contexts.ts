import { DAY_MS } from '@funil/contract/durations';
import { sanitizeVisitContext, type VisitContext } from '@funil/contract/visits/visit-context';
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { deleteInSteps } from '../store/delete-in-steps.ts';
import { inChunks } from '../store/queries/in-chunks.ts';
import { UNUSED_CONTEXT_MS } from '../store/retention.ts';

/** The data of a visit that conversions for Meta and Google need. */
export interface StoredVisitContext extends VisitContext {
  readonly address: string | null;
  readonly userAgent: string | null;
}

const CONTEXTS_PER_STATEMENT = 200;

/** @param leadRef a lead's key or an application's id */
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
  const context = sanitizeVisitContext(JSON.parse(row.context));
  return context && { ...context, address: row.address, userAgent: row.user_agent };
}

interface ContextRetention {
  readonly days: number;
  readonly sendsConversions: boolean;
  readonly now: number;
}

/** Deletes expired contexts. If no process sends conversions, a context expires after UNUSED_CONTEXT_MS. */
export async function eraseOldContexts(
  database: Database,
  { days, sendsConversions, now }: ContextRetention,
  signal?: AbortSignal,
): Promise<void> {
  const isUsed = sendsConversions || (await hasConversionDestination(database));
  const keptMs = isUsed ? days * DAY_MS : UNUSED_CONTEXT_MS;
  await eraseContextsBefore(database, new Date(now - keptMs), signal);
}

async function hasConversionDestination(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom('destinations')
    .select('name')
    .where('name', 'in', ['meta', 'ga4'])
    .where('off_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The oldest are deleted first. */
export async function eraseContextsBefore(database: Database, time: Date, signal?: AbortSignal) {
  const contexts = {
    table: 'visit_contexts',
    key: 'lead_ref',
    where: sql`created_at < ${time.toISOString()} order by created_at`,
    rowsPerStatement: CONTEXTS_PER_STATEMENT,
  };
  await deleteInSteps(database, contexts, signal);
}

export async function eraseContextsOf(database: Database, leadRefs: readonly string[]) {
  for (const chunk of inChunks(leadRefs, CONTEXTS_PER_STATEMENT)) {
    await database.deleteFrom('visit_contexts').where('lead_ref', 'in', chunk).execute();
  }
}
