import { UTM_FIELDS } from '@funil/contract/utm';
import type { DialectName } from '../store/database.ts';
import { addEvent, beginVisit } from './add-event.ts';
import type { Tally } from './count-visit.ts';
import { STAGES, type StoredEvent, type Visit } from './visit.ts';

export interface UpdateStep {
  /** Events that were read. */
  readonly events: number;
  /** Whether there may be more to read at once. */
  readonly hasMore: boolean;
}

/** Brings visits and their totals up to the events of one database. */
export interface VisitUpdater {
  /**
   * Reads on from the last number, over at most so many.
   * @returns null when it cannot now: another process is at it, or a transaction will not end
   */
  update(most: number): Promise<UpdateStep | null>;
  /** Forgets all visits, to be made anew from the first event. */
  reset(): Promise<void>;
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

/** A visit's columns, in the order they are written. */
export const VISIT_COLUMNS = [
  ...['session_id', 'began_at', 'seen_at', 'last_number', 'first_event'],
  ...UTM_FIELDS,
  ...STAGES,
  ...['lead_ref', 'application_ref', 'detail'],
] as const;

/** What an upsert of a visit sets. */
export const SET_VISIT = VISIT_COLUMNS.slice(1)
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

/** A row of visits as a database gives it: moments as ms, UUIDs as text, stages as numbers or booleans. */
export type VisitRow = Record<keyof Visit, unknown>;

export function readVisit(row: VisitRow): Visit {
  return {
    session_id: String(row.session_id),
    began_at: Number(row.began_at),
    seen_at: Number(row.seen_at),
    last_number: Number(row.last_number),
    first_event: String(row.first_event),
    utm_source: String(row.utm_source),
    utm_medium: String(row.utm_medium),
    utm_campaign: String(row.utm_campaign),
    utm_content: String(row.utm_content),
    utm_term: String(row.utm_term),
    cta: Boolean(row.cta),
    form_start: Boolean(row.form_start),
    lead: Boolean(row.lead),
    checkout: Boolean(row.checkout),
    purchase: Boolean(row.purchase),
    application: Boolean(row.application),
    lead_ref: row.lead_ref === null ? null : String(row.lead_ref),
    application_ref: row.application_ref === null ? null : String(row.application_ref),
    detail: JSON.parse(String(row.detail)),
  };
}

/** A moment of an earlier release may be infinite, or on no calendar of JavaScript's. */
const ms = (column: string) =>
  `case when ${column} >= '1000-01-01' and ${column} < '9999-12-31'
    then floor(extract(epoch from ${column}) * 1000) else 0 end::double precision as ${column}`;
const hex = (column: string) => `replace(${column}::text, '-', '') as ${column}`;
const utms = UTM_FIELDS.join(', ');
const stages = STAGES.join(', ');

/** Events between two numbers, the first excluded, in their order: rows as `StoredEvent` has them. */
export const SELECT_EVENTS: Record<DialectName, string> = {
  sqlite: `
    select number, lower(hex(id)) as id, lower(hex(session_id)) as session_id, created_at,
      occurred_at, name, secao, payload, ${utms}, lead_ref
    from events where number > ? and number <= ? order by number`,
  postgres: `
    select number::double precision, ${hex('id')}, ${hex('session_id')}, ${ms('created_at')}, ${ms('occurred_at')},
      name, secao, payload::text, ${utms}, lead_ref::text
    from public.jornada where number > $1 and number <= $2 order by jornada.number`,
};

/** Visits of sessions: a JSON list of UUIDs on SQLite, an array on PostgreSQL. */
export const SELECT_VISITS: Record<DialectName, string> = {
  sqlite: `
    select lower(hex(session_id)) as session_id, began_at, seen_at, last_number,
      lower(hex(first_event)) as first_event, ${utms}, ${stages},
      lead_ref, application_ref, detail
    from visits where session_id in (select unhex(value) from json_each(?))`,
  postgres: `
    select ${hex('session_id')}, ${ms('began_at')}, ${ms('seen_at')}, last_number,
      ${hex('first_event')}, ${utms}, ${stages},
      lead_ref::text, application_ref::text, detail::text
    from funil.visits where session_id = any($1::uuid[])`,
};
