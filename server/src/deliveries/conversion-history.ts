import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Database } from '../store/database.ts';
import { inFunil } from '../store/sales-tables.ts';
import { type KnownVisit, readVisitContext } from '../visits/visit-contexts.ts';
import type { Fact } from './conversion.ts';

export type VisitFound =
  | { readonly state: 'known'; readonly visit: KnownVisit }
  /** Its event may still come. */
  | { readonly state: 'awaited' }
  /** Nothing is told of it: refused, blocked, or erased by age. */
  | { readonly state: 'none' };

/** The event with the context follows its lead's row at once: so long a try waits for it, in ms. */
const VISIT_TIMEOUT_MS = 4_000;
const POLL_INTERVAL_MS = 250;
/** How long after its lead the event may come, from a page that goes on trying: ms. */
const MAX_EVENT_DELAY_MS = 60 * 60_000;
/** Tries before a visit counts as unknown, however old its lead seems: the clock may have been set ahead. */
const MIN_ATTEMPTS = 2;

export interface FindVisitParts {
  readonly database: Database;
  readonly now: () => number;
  /** Tries before this one. */
  readonly tries: number;
  readonly signal: AbortSignal;
}

/** What is known of the visit in which a lead was left, waiting a little for one that was left just now. */
export async function findVisit(fact: Fact, parts: FindVisitParts): Promise<VisitFound> {
  const { database, now, tries, signal } = parts;
  const begun = performance.now();
  if (fact.leadRef === null) return { state: 'none' };
  for (;;) {
    const visit = await readVisitContext(database, fact.leadRef);
    if (visit) return { state: 'known', visit };
    if (fact.kind === 'sale' || (await isConfirmed(database, fact.leadRef))) {
      // Both came in one transaction: between the two questions it may have been.
      const late = await readVisitContext(database, fact.leadRef);
      return late ? { state: 'known', visit: late } : { state: 'none' };
    }
    const age = now() - fact.storedAt;
    if (age > MAX_EVENT_DELAY_MS && tries >= MIN_ATTEMPTS) return { state: 'none' };
    const waited = Math.max(age, performance.now() - begun);
    if (waited > VISIT_TIMEOUT_MS || signal.aborted) return { state: 'awaited' };
    await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {
      // The server stops.
    });
  }
}

/** Whether the event that brings a context has come. */
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

/** When a delivery was taken by the other side before, in ms since 1970: it is being replayed. Null: never. */
export async function toldBefore(database: Database, delivery: string): Promise<number | null> {
  const tried = await inFunil(database, database.dialect)
    .selectFrom('delivery_tries')
    .select('tried_at')
    .where('delivery', '=', delivery)
    .where('status', '>=', 200)
    .where('status', '<', 300)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return tried ? Date.parse(tried.tried_at) : null;
}

export interface Told {
  readonly destination: string;
  readonly subject: string;
  readonly types: readonly WebhookEvent[];
}

/**
 * Whether a destination took something of a subject, whatever has become of the delivery since: replayed,
 * it may have become too old.
 */
export async function isTold(
  database: Database,
  { destination, subject, types }: Told,
): Promise<boolean> {
  const told = await inFunil(database, database.dialect)
    .selectFrom('delivery_tries')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_tries.delivery')
    .innerJoin('announcements', 'announcements.number', 'deliveries.announcement')
    .select('deliveries.id')
    .where('announcements.subject', '=', subject)
    .where('announcements.type', 'in', types)
    .where('destination', '=', destination)
    .where('status', '>=', 200)
    .where('status', '<', 300)
    .limit(1)
    .executeTakeFirst();
  return told !== undefined;
}
