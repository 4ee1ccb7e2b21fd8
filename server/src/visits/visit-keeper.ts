import { addEvent, beginVisit } from './fold-event.ts';
import type { Tally } from './tally.ts';
import type { StoredEvent, Visit } from './visit.ts';

export interface Step {
  /** Events that were read. */
  readonly events: number;
  /** Whether there may be more to read at once. */
  readonly isBehind: boolean;
}

/** Brings visits and their totals up to the events of one database. */
export interface VisitKeeper {
  /**
   * Reads on from the last number, over at most so many.
   * @returns null when it cannot now: another process is at it, or a transaction will not end
   */
  readOn(most: number): Promise<Step | null>;
  /** Forgets all visits, to be made anew from the first event. */
  beginAnew(): Promise<void>;
  /** Erases visits by session, and takes them out of the totals; their events must be gone by then. */
  erase(sessions: readonly string[]): Promise<void>;
  /** Erases visits whose newest event was stored before a moment, likewise. */
  eraseSeenBefore(moment: Date): Promise<void>;
  close(): Promise<void>;
}

/** The events of each session, in order of their numbers. */
export function groupBySession(events: Iterable<StoredEvent>): Map<string, StoredEvent[]> {
  const sessions = new Map<string, StoredEvent[]>();
  for (const event of events) {
    const known = sessions.get(event.session_id);
    if (known) known.push(event);
    else sessions.set(event.session_id, [event]);
  }
  return sessions;
}

/**
 * A visit with further events of its session, counted.
 * @returns null when it holds all of them already
 */
export function extendVisit(
  stored: Visit | undefined,
  events: readonly StoredEvent[],
  tally: Tally,
): Visit | null {
  const [first, ...others] = events.filter(({ number }) => number > (stored?.last_number ?? 0));
  if (!first) return null;
  if (stored) tally.remove(stored);
  const visit = stored ?? beginVisit(first);
  if (stored) addEvent(visit, first);
  for (const event of others) addEvent(visit, event);
  tally.add(visit);
  return visit;
}
