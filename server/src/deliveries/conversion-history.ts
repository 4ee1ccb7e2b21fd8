import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Database } from '../store/database.ts';
import { readVisitContext, type StoredVisitContext } from '../visits/visit-contexts.ts';

export type VisitFound =
  | { readonly state: 'known'; readonly visit: StoredVisitContext }
  /** Its event may still come. */
  | { readonly state: 'awaited' }
  /** Nothing is told of it: refused, blocked, or erased by age. */
  | { readonly state: 'none' };

/** How long an attempt waits for the event with the context, which follows its lead's row, in ms. */
const VISIT_TIMEOUT_MS = 4_000;
const POLL_INTERVAL_MS = 250;
/** How long a page may retry sending the event after its lead, in ms. */
const MAX_EVENT_DELAY_MS = 60 * 60_000;
/** Attempts before a visit counts as unknown: the clock may have been set ahead, so that the lead seems old. */
const MIN_ATTEMPTS = 2;

export interface FindVisitParts {
  readonly database: Database;
  readonly now: () => number;
  /** Tries before this one. */
  readonly tries: number;
  readonly signal: AbortSignal;
}

/**
 * Returns the visit of a lead; waits a moment for the context of a lead that was just stored.
 * @param fact without `created_at` for sales, whose leads are older
 */
export async function findVisit(
  { lead_ref, created_at }: { readonly lead_ref: string | null; readonly created_at?: string },
  parts: FindVisitParts,
): Promise<VisitFound> {
  const { database, now, tries, signal } = parts;
  const begun = performance.now();
  if (lead_ref === null) return { state: 'none' };
  for (;;) {
    // Before the context is read: both came in one transaction.
    const isOver = created_at === undefined || (await isConfirmed(database, lead_ref));
    const visit = await readVisitContext(database, lead_ref);
    if (visit) return { state: 'known', visit };
    if (isOver) return { state: 'none' };
    const age = now() - Date.parse(created_at);
    if (age > MAX_EVENT_DELAY_MS && tries >= MIN_ATTEMPTS) return { state: 'none' };
    const waited = Math.max(age, performance.now() - begun);
    if (waited > VISIT_TIMEOUT_MS || signal.aborted) return { state: 'awaited' };
    await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {
      // The server stops.
    });
  }
}

/** Returns whether the event that carries a context was stored. */
async function isConfirmed(database: Database, leadRef: string): Promise<boolean> {
  const event = await database
    .selectFrom('jornada')
    .select('name')
    .where('lead_ref', '=', leadRef)
    .where('name', 'in', ['generate_lead', 'form_complete'])
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

/** Returns when a replayed delivery was first accepted, in ms since 1970; null if never. */
export async function firstReportedAt(
  database: Database,
  delivery: string,
): Promise<number | null> {
  const tried = await database
    .selectFrom('delivery_attempts')
    .select('tried_at')
    .where('delivery', '=', delivery)
    .where('status', '>=', 200)
    .where('status', '<', 300)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return tried ? Date.parse(tried.tried_at) : null;
}

export interface ReportQuery {
  readonly destination: string;
  readonly subject: string;
  readonly types: readonly WebhookEvent[];
}

/**
 * Returns whether a destination accepted an event of a subject, whatever the delivery's state now: a replayed
 * delivery may be too old.
 */
export async function wasReported(
  database: Database,
  { destination, subject, types }: ReportQuery,
): Promise<boolean> {
  const told = await database
    .selectFrom('delivery_attempts')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery')
    .innerJoin('outbox_events', 'outbox_events.number', 'deliveries.event_number')
    .select('deliveries.id')
    .where('outbox_events.subject', '=', subject)
    .where('outbox_events.type', 'in', types)
    .where('destination', '=', destination)
    .where('status', '>=', 200)
    .where('status', '<', 300)
    .limit(1)
    .executeTakeFirst();
  return told !== undefined;
}
