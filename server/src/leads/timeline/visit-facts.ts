import { DAY_MS } from '@funil/contract/durations';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { eventTable, funilTable } from '../../store/funil-tables.ts';
import type { StoryFact } from './fact.ts';

/** Most visits, and events of each, that are told. */
const MOST_VISITS = 10;
const MOST_EVENTS = 300;
/** Days after its beginning on which a visit's events are looked for. */
const DAYS = [0, 1];

interface VisitRow extends Utms {
  readonly session_id: string;
  readonly began_at: number;
}

const utms = sql.join(UTM_FIELDS.map((field) => sql.ref(field)));

/** What visitors did in the visits in which these leads or applications were made. */
export async function readVisitFacts(
  database: Database,
  references: readonly string[],
): Promise<StoryFact[]> {
  if (references.length === 0) return [];
  const facts: StoryFact[] = [];
  for (const { session_id, began_at, ...origin } of await findVisits(database, references)) {
    const at = toMoment(began_at);
    if (at !== null) facts.push({ at, kind: 'arrival', origin });
    const events = await findEvents(database, session_id, began_at);
    facts.push(...events.flatMap((event) => tellEvent(event) ?? []));
  }
  return facts;
}

async function findVisits(database: Database, references: readonly string[]): Promise<VisitRow[]> {
  const isSqlite = database.dialect === 'sqlite';
  const session = isSqlite ? sql`lower(hex(session_id))` : sql`session_id::text`;
  const began = isSqlite ? sql`began_at` : sql`extract(epoch from began_at) * 1000`;
  const list = isSqlite
    ? sql`(${sql.join(references)})`
    : sql`(select unnest(${references}::uuid[]))`;
  const { rows } = await sql<VisitRow>`
    select ${session} as session_id, ${began} as began_at, ${utms}
    from ${funilTable(database.dialect, 'visits')} as visit
    where lead_ref in ${list} or application_ref in ${list}
    order by visit.began_at desc limit ${MOST_VISITS}`.execute(database);
  return rows.map((row) => ({ ...row, began_at: Number(row.began_at) }));
}

interface EventRow {
  readonly name: string;
  readonly secao: string | null;
  readonly payload: string;
  readonly occurred_at: number;
}

async function findEvents(database: Database, session: string, began: number): Promise<EventRow[]> {
  const days = DAYS.map((day) => Math.floor(began / DAY_MS) + day);
  const isSqlite = database.dialect === 'sqlite';
  const moment = isSqlite ? sql`occurred_at` : sql`extract(epoch from occurred_at) * 1000`;
  const { rows } = await sql<EventRow>`
    select name, secao, payload, ${moment} as occurred_at
    from ${eventTable(database.dialect)} as event
    where ${isSqlite ? isOfSqliteVisit(session, days) : isOfPostgresVisit(session, days)}
    order by event.occurred_at limit ${MOST_EVENTS}`.execute(database);
  return rows.map((row) => ({ ...row, occurred_at: Number(row.occurred_at) }));
}

/** As the unique index of events has them: nothing else leads to a visit's events. */
const isOfSqliteVisit = (session: string, days: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`occurred_at / 86400000 in (${sql.join(days.map((day) => sql.lit(day)))})
    and session_id = unhex(${session})`;

function isOfPostgresVisit(session: string, days: readonly number[]): RawBuilder<SqlBool> {
  const dates = days.map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
  return sql<SqlBool>`(occurred_at at time zone 'UTC')::date = any(${dates}::date[])
    and uuid_hash(session_id) = uuid_hash(${session}::uuid) and session_id = ${session}::uuid`;
}

function toMoment(time: number): string | null {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const FORM_DEEDS: Readonly<Record<string, 'started' | 'left' | 'completed'>> = {
  form_start: 'started',
  form_abandon: 'left',
  form_complete: 'completed',
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Null: an event that tells an operator nothing. */
function tellEvent({ name, secao, payload, occurred_at }: EventRow): StoryFact | null {
  const at = toMoment(occurred_at);
  const words = JSON.parse(payload) as Record<string, unknown>;
  if (at === null) return null;
  if (name === 'section_view' && secao !== null) {
    return { at, kind: 'section', section: secao, ms: Number(words.time_in_view_ms) || 0 };
  }
  if (name === 'click' || name === 'cta_click') {
    return { at, kind: 'click', label: textOf(words.button_name) ?? '', section: secao };
  }
  const what = FORM_DEEDS[name];
  if (what === undefined) return null;
  return { at, kind: 'form', form: textOf(words.form) ?? '', what, field: textOf(words.field) };
}
