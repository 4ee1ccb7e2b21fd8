import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../store/database.ts';
import { type KnownVisit, readVisitContext } from '../../visits/visit-contexts.ts';
import type { Fact } from './fact.ts';

export type VisitFound =
  | { readonly state: 'known'; readonly visit: KnownVisit }
  /** Its event may still come. */
  | { readonly state: 'awaited' }
  /** Nothing is told of it: refused, blocked, or erased by age. */
  | { readonly state: 'none' };

/** The event with the context follows its lead's row at once: so long a try waits for it, in ms. */
const PATIENCE = 4_000;
const LOOK = 250;
/** How long after its lead the event may come, from a page that goes on trying: ms. */
const LATEST_EVENT = 60 * 60_000;
/** Tries before a visit counts as unknown, however old its lead seems: the clock may have been set ahead. */
const MIN_TRIES = 2;

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
    if (age > LATEST_EVENT && tries >= MIN_TRIES) return { state: 'none' };
    const waited = Math.max(age, performance.now() - begun);
    if (waited > PATIENCE || signal.aborted) return { state: 'awaited' };
    await pause(LOOK, undefined, { signal }).catch(() => {
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
