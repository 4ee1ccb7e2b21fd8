import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { HOUR_MS } from '@funil/contract/durations';
import { pauseUntilAborted } from '../concurrency/pause-until-aborted.ts';
import type { Database } from '../store/database.ts';
import { readVisitContext, type StoredVisitContext } from '../visits/visit-contexts.ts';

/** An attempt waits this long for the visit's context, because the page sends it after the lead. */
const VISIT_TIMEOUT_MS = 4_000;
const VISIT_POLL_INTERVAL_MS = 250;
const MAX_EVENT_DELAY_MS = HOUR_MS;
/** Earlier attempts do not trust a lead's age, because after a clock was set ahead every lead looks old. */
const MIN_ATTEMPTS_WITHOUT_VISIT = 2;

interface FindVisitOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly attempts: number;
  readonly signal: AbortSignal;
}

/**
 * Waits up to 4 s for the visit of a new lead. Null: tracking was refused or blocked, or the
 * context was erased. `pending`: the event may still arrive.
 * @param created_at omitted for sales, whose leads are so old that their visit's context has arrived
 */
export async function findVisit(
  { lead_ref, created_at }: { readonly lead_ref: string | null; readonly created_at?: string },
  { database, now, attempts, signal }: FindVisitOptions,
): Promise<StoredVisitContext | null | 'pending'> {
  const startMs = performance.now();
  if (lead_ref === null) return null;
  for (;;) {
    // The form's event and the context are stored in one transaction, so no context comes after the event.
    const isContextFinal = created_at === undefined || (await hasFormEvent(database, lead_ref));
    const visit = await readVisitContext(database, lead_ref);
    if (visit || isContextFinal) return visit;
    const ageMs = now() - Date.parse(created_at);
    if (ageMs > MAX_EVENT_DELAY_MS && attempts >= MIN_ATTEMPTS_WITHOUT_VISIT) return null;
    const waitedMs = Math.max(ageMs, performance.now() - startMs);
    if (waitedMs > VISIT_TIMEOUT_MS || signal.aborted) return 'pending';
    await pauseUntilAborted(VISIT_POLL_INTERVAL_MS, signal);
  }
}

async function hasFormEvent(database: Database, leadRef: string): Promise<boolean> {
  const event = await database
    .selectFrom('jornada')
    .select('name')
    .where('lead_ref', '=', leadRef)
    .where('name', 'in', ['generate_lead', 'form_complete'])
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

const selectAcceptedAttempts = (database: Database) =>
  database.selectFrom('delivery_attempts').where('status', '>=', 200).where('status', '<', 300);

export async function firstReportedAt(
  database: Database,
  deliveryId: string,
): Promise<number | null> {
  const acceptedAttempt = await selectAcceptedAttempts(database)
    .select('tried_at')
    .where('delivery', '=', deliveryId)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return acceptedAttempt ? Date.parse(acceptedAttempt.tried_at) : null;
}

/** Whether an attempt was accepted, even if its delivery was canceled later or is being replayed. */
export async function wasReported(
  database: Database,
  events: { destination: string; subject: string; types: readonly WebhookEvent[] },
): Promise<boolean> {
  const acceptedAttempt = await selectAcceptedAttempts(database)
    .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery')
    .innerJoin('outbox_events', 'outbox_events.number', 'deliveries.event_number')
    .select('deliveries.id')
    .where('outbox_events.subject', '=', events.subject)
    .where('outbox_events.type', 'in', events.types)
    .where('destination', '=', events.destination)
    .limit(1)
    .executeTakeFirst();
  return acceptedAttempt !== undefined;
}
