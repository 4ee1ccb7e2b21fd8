import { DAY_MS } from '@funil/contract/durations';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import { type Selectable, sql } from 'kysely';
import { sentAt } from '../../sales/sent-at.ts';
import type { Database, Tables } from '../../store/database.ts';
import type { SaleRow } from '../../store/sales-tables.ts';
import { eventTable, hexOf, isOfSession, msOf, uuidsOf } from '../../store/sql.ts';
import { type ContactRef, subjectOf } from '../contacts/contact-ref.ts';
import { sortFacts, type TimelineFact } from './sort-facts.ts';

/** Most lines of one kind: a robot's story ends somewhere. */
const MAX_FACTS_PER_KIND = 200;

/** All that is known of leads and applications of one person, the oldest first. */
export async function readTimeline(
  database: Database,
  refs: readonly ContactRef[],
): Promise<TimelineFact[]> {
  if (refs.length === 0) return [];
  const rows = await readRowFacts(database, refs);
  const references = rows.flatMap(({ reference }) => reference ?? []);
  const facts = [
    ...rows.map(({ fact }) => fact),
    ...(await readVisitFacts(database, [...new Set(references)])),
    ...(await readSaleFacts(database, refs)),
    ...(await readFollowupFacts(database, refs)),
    ...(await readDeliveryFacts(database, rows)),
  ];
  return sortFacts(facts);
}

interface RowFact {
  readonly reference: string | null;
  readonly subject: string | null;
  readonly fact: TimelineFact;
}

async function readRowFacts(database: Database, refs: readonly ContactRef[]): Promise<RowFact[]> {
  const leadIds = refs.flatMap((ref) => (ref.kind === 'lead' ? [ref.leadId] : []));
  const ids = refs.flatMap((ref) => (ref.kind === 'application' ? [ref.applicationId] : []));
  const facts: RowFact[] = [];
  if (leadIds.length > 0) {
    const leads = await database
      .selectFrom('leads')
      .select(['created_at', 'idempotency_key'])
      .where('id', 'in', leadIds)
      .execute();
    for (const { created_at: storedAt, idempotency_key: reference } of leads) {
      // A slow retry does not put a lead behind its sale.
      const at = sentAt(reference, storedAt);
      const subject = reference === null ? null : `lead:${reference}`;
      facts.push({ reference, subject, fact: { at, kind: 'lead' } });
    }
  }
  if (ids.length === 0) return facts;
  for (const [table, kind] of [
    ['application_drafts', 'draft'],
    ['applications', 'application'],
  ] as const) {
    const saved = await database
      .selectFrom(table)
      .select(['id', 'created_at'])
      .where('id', 'in', ids)
      .orderBy('created_at')
      .limit(MAX_FACTS_PER_KIND)
      .execute();
    for (const { id, created_at: at } of saved) {
      facts.push({ reference: id, subject: `application:${id}`, fact: { at, kind } });
    }
  }
  return facts;
}

async function readFollowupFacts(
  database: Database,
  refs: readonly ContactRef[],
): Promise<TimelineFact[]> {
  const rows = await database
    .selectFrom('followup_changes')
    .select(['at', 'kind', 'changed_by', 'detail'])
    .where('subject', 'in', refs.map(subjectOf))
    .orderBy('id', 'desc')
    .limit(MAX_FACTS_PER_KIND)
    .execute();
  return rows.toReversed().map(({ changed_by: by, ...row }) => ({ ...row, by }));
}

async function readDeliveryFacts(
  database: Database,
  rows: readonly RowFact[],
): Promise<TimelineFact[]> {
  const subjects = [...new Set(rows.flatMap(({ subject }) => subject ?? []))];
  if (subjects.length === 0) return [];
  const found = await database
    .selectFrom('outbox_events')
    .innerJoin('deliveries', 'deliveries.event_number', 'outbox_events.number')
    .select(['outbox_events.type', 'deliveries.destination', 'deliveries.state'])
    .select(['deliveries.created_at', 'deliveries.ended_at'])
    .where('outbox_events.subject', 'in', subjects)
    .orderBy('outbox_events.number', 'desc')
    .limit(MAX_FACTS_PER_KIND)
    .execute();
  return found.map(({ type, destination, state, created_at, ended_at }) => ({
    at: ended_at ?? created_at,
    kind: 'delivery',
    type,
    destination,
    state,
  }));
}

/** Most visits, and events of each, that are told. */
const MAX_VISITS = 10;
const MAX_EVENTS_PER_VISIT = 300;
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
): Promise<TimelineFact[]> {
  if (references.length === 0) return [];
  const facts: TimelineFact[] = [];
  for (const { session_id, began_at, ...origin } of await findVisits(database, references)) {
    const at = toMoment(began_at);
    if (at !== null) facts.push({ at, kind: 'arrival', origin });
    const events = await findEvents(database, session_id, began_at);
    facts.push(...events.flatMap((event) => tellEvent(event) ?? []));
  }
  return facts;
}

async function findVisits(database: Database, references: readonly string[]): Promise<VisitRow[]> {
  const list = sql`(${uuidsOf(database, references)})`;
  const { rows } = await sql<VisitRow>`
    select ${hexOf(database, 'session_id')} as session_id, ${msOf(database, 'began_at')} as began_at, ${utms}
    from ${sql.table('visits')} as visit
    where lead_ref in ${list} or application_ref in ${list}
    order by visit.began_at desc limit ${MAX_VISITS}`.execute(database);
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
  const { rows } = await sql<EventRow>`
    select name, secao, payload, ${msOf(database, 'occurred_at')} as occurred_at
    from ${eventTable(database)} as event
    where ${isOfSession(database, session, days)}
    order by event.occurred_at limit ${MAX_EVENTS_PER_VISIT}`.execute(database);
  return rows.map((row) => ({ ...row, occurred_at: Number(row.occurred_at) }));
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
function tellEvent({ name, secao, payload, occurred_at }: EventRow): TimelineFact | null {
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

/** Most sales of one person that are told. */
const MAX_SALES = 50;

/** Sales of leads and applications, those of tests left out; the newest first. */
export async function findSalesOf(
  database: Database,
  refs: readonly ContactRef[],
): Promise<SaleRow[]> {
  const leads = refs.flatMap((ref) => (ref.kind === 'lead' ? [ref.leadId] : []));
  const ids = refs.flatMap((ref) => (ref.kind === 'application' ? [ref.applicationId] : []));
  if (leads.length + ids.length === 0) return [];
  return database
    .selectFrom('sales')
    .selectAll()
    .where(({ or, eb }) =>
      or([
        ...(leads.length > 0 ? [eb('lead_id', 'in', leads)] : []),
        ...(ids.length > 0 ? [eb('lead_ref', 'in', ids)] : []),
      ]),
    )
    .where('is_test', '=', false)
    .orderBy('begun_at', 'desc')
    .limit(MAX_SALES)
    .execute();
}

const MOMENTS = [
  ['pending', 'pending_at'],
  ['paid', 'paid_at'],
  ['refunded', 'refunded_at'],
  ['chargeback', 'chargeback_at'],
  ['canceled', 'canceled_at'],
  ['abandoned', 'abandoned_at'],
] as const;

type PartialRefund = Pick<Selectable<Tables['sale_refunds']>, 'at' | 'cents'>;

function tellSale(sale: SaleRow, partialRefunds: readonly PartialRefund[]): TimelineFact[] {
  const told = {
    kind: 'sale' as const,
    product: sale.product_name ?? sale.product_id,
    platform: sale.platform,
  };
  const states = MOMENTS.flatMap(([state, column]) => {
    const at = sale[column];
    if (at === null || (state === 'refunded' && partialRefunds.some((part) => part.at === at)))
      return [];
    return [{ ...told, at, state, cents: sale.value_cents, isPartial: false }];
  });
  const parts = partialRefunds.map(({ at, cents }) => ({
    ...{ ...told, at, cents: Number(cents), state: 'refunded' as const, isPartial: true },
  }));
  return [...states, ...parts];
}

export async function readSaleFacts(
  database: Database,
  refs: readonly ContactRef[],
): Promise<TimelineFact[]> {
  const facts: TimelineFact[] = [];
  for (const sale of await findSalesOf(database, refs)) {
    const partialRefunds = await database
      .selectFrom('sale_refunds')
      .select(['at', 'cents'])
      .where('platform', '=', sale.platform)
      .where('sale_key', '=', sale.sale_key)
      .orderBy('at')
      .execute();
    facts.push(...tellSale(sale, partialRefunds));
  }
  return facts;
}
