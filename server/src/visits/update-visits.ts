import { UTM_FIELDS } from '@funil/contract/utm';
import type { DialectName } from '../store/database.ts';
import { addEvent, beginVisit } from './add-event.ts';
import type { Tally } from './count-visit.ts';
import { STAGES, type Stage, type StoredEvent, type Visit } from './visit.ts';

/** Keeps the visits and daily totals of one database up to date with its events. */
export interface VisitUpdater {
  /**
   * Adds the next events to their visits: those within the next `maxEvents` event numbers.
   * @returns whether more events remain; `busy` if another process is updating or a transaction stays open too long
   */
  update(maxEvents: number): Promise<'more' | 'done' | 'busy'>;
  /** Erases all visits; the next updates build them again from the first event. */
  reset(): Promise<void>;
  /** Erases the visits of sessions, and subtracts them from the totals. Erase their events first. */
  erase(sessions: readonly string[]): Promise<void>;
  /** Erases visits whose newest event was stored before a time, and subtracts them from the totals. Erase their events first. */
  eraseSeenBefore(time: Date): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Adds further events of a session to its visit, and counts the change.
 * @returns null if the visit contains all of them already
 */
export function extendVisit(
  stored: Visit | undefined,
  events: readonly StoredEvent[],
  tally: Tally,
): Visit | null {
  const added = events.filter(({ number }) => number > (stored?.last_number ?? 0));
  const [first, ...others] = added;
  if (!first) return null;
  if (stored) tally.remove(stored);
  const visit = stored ?? beginVisit(first);
  for (const event of stored ? added : others) addEvent(visit, event);
  tally.add(visit);
  return visit;
}

/** A visit's columns, in the order in which they are written. */
export const VISIT_COLUMNS = [
  ...['session_id', 'began_at', 'seen_at', 'last_number', 'first_event'],
  ...UTM_FIELDS,
  ...STAGES,
  ...['lead_ref', 'application_ref', 'detail'],
] as const;

/** The assignments of an upsert of a visit. */
export const SET_VISIT = VISIT_COLUMNS.slice(1)
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

/** A row of {@link SELECT_VISITS}. SQLite stores booleans as numbers. */
export type VisitRow = Omit<Visit, Stage | 'detail'> &
  Record<Stage, boolean | number> & { readonly detail: string };

export const readVisit = (row: VisitRow): Visit => ({
  ...row,
  ...(Object.fromEntries(STAGES.map((stage) => [stage, Boolean(row[stage])])) as Record<
    Stage,
    boolean
  >),
  detail: JSON.parse(row.detail),
});

/** Earlier releases stored timestamps that are infinite or that JavaScript cannot represent. */
const ms = (column: string) =>
  `case when ${column} >= '1000-01-01' and ${column} < '9999-12-31'
    then floor(extract(epoch from ${column}) * 1000) else 0 end::double precision as ${column}`;
const hex = (column: string) => `replace(${column}::text, '-', '') as ${column}`;
const utms = UTM_FIELDS.join(', ');
const stages = STAGES.join(', ');

/** Selects the events after one number up to another, in order of their numbers, as {@link StoredEvent}. */
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

/** Selects the visits of sessions: a JSON list of UUIDs on SQLite, an array on PostgreSQL. */
export const SELECT_VISITS: Record<DialectName, string> = {
  sqlite: `
    select lower(hex(session_id)) as session_id, began_at, seen_at, last_number,
      lower(hex(first_event)) as first_event, ${utms}, ${stages},
      lead_ref, application_ref, detail
    from visits where session_id in (select unhex(value) from json_each(?))`,
  postgres: `
    select ${hex('session_id')}, ${ms('began_at')}, ${ms('seen_at')}, last_number::double precision,
      ${hex('first_event')}, ${utms}, ${stages},
      lead_ref::text, application_ref::text, detail::text
    from funil.visits where session_id = any($1::uuid[])`,
};

/** Returns the references of events that say an origin. */
export const originRefs = (events: readonly StoredEvent[]): string[] => [
  ...new Set(
    events.flatMap(({ lead_ref, utm_source, utm_medium, utm_campaign, utm_content }) =>
      lead_ref !== null && utm_source + utm_medium + utm_campaign + utm_content !== ''
        ? [lead_ref]
        : [],
    ),
  ),
];

const recordDrafts = (schema: string, refs: string) => `
  insert into ${schema}changes (kind, key)
  select distinct 'contact', 'application:' || id from application_drafts as draft
  where id in (select ${refs}) and not exists (
    select 1 from ${schema}contacts
    join ${schema}contact_origins as origin on origin.id = contacts.origin
    where application_id = draft.id
      and (stage = 'sent' or utm_source || utm_medium || utm_campaign || utm_content <> ''))`;

/**
 * Records changes of drafts among references that may be listed without their origin, because their first event arrived later:
 * a page sends events seconds later, or when it is online again.
 */
export const RECORD_DRAFTS: Record<DialectName, string> = {
  sqlite: recordDrafts('', 'value from json_each(?)'),
  postgres: recordDrafts('funil.', 'unnest($1::uuid[])'),
};
