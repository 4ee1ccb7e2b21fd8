import { UTM_FIELDS, type Utms } from '@funil/contract/capture/utm';
import { DAY_MS } from '@funil/contract/durations';
import { toSaleSubject } from '@funil/contract/sales/sale-subject';
import { sql } from 'kysely';
import {
  applicationKey,
  type ContactRef,
  contactKeyOf,
  leadEventSubject,
  splitRefs,
} from '../contacts/contact-ref.ts';
import { isRowOfSales } from '../sales/sale-id.ts';
import { readSentAt } from '../sales/sent-at.ts';
import type { PartialRefund } from '../sales/sum-returns.ts';
import type { Database } from '../store/database.ts';
import {
  eventTable,
  hexOf,
  isInAny,
  isOfSession,
  msOf,
  numbersOf,
  uuidsOf,
} from '../store/queries/sql.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { sortRecords, type TimelineRecord, withoutRepeats } from './sort-records.ts';

/** The most records of a kind, because a robot may cause any number. */
const MAX_RECORDS_PER_KIND = 200;

export async function readTimeline(
  database: Database,
  refs: readonly ContactRef[],
): Promise<TimelineRecord[]> {
  if (refs.length === 0) return [];
  const contacts = await readContactRecords(database, refs);
  const references = contacts.flatMap(({ reference }) => reference ?? []);
  const records = [
    ...contacts.map(({ record }) => record),
    ...(await readVisitRecords(database, [...new Set(references)])),
    ...(await readSaleRecords(database, refs)),
    ...(await readFollowupRecords(database, refs)),
    ...(await readDeliveryRecords(database, contacts)),
  ];
  return withoutRepeats(sortRecords(records));
}

interface ContactRecord {
  readonly reference: string | null;
  readonly subject: string;
  readonly record: TimelineRecord;
}

async function readContactRecords(
  database: Database,
  refs: readonly ContactRef[],
): Promise<ContactRecord[]> {
  const { leadIds, applicationIds } = splitRefs(refs);
  const leads = await database
    .selectFrom('leads')
    .select(['id', 'created_at', 'idempotency_key'])
    .where(sql<boolean>`id in (${numbersOf(database, leadIds)})`)
    .execute();
  const records = leads.map(({ id, created_at, idempotency_key: reference }): ContactRecord => {
    // A late retry may store a lead after its sale, so the time at which the page sent it counts.
    const at = readSentAt(reference, created_at);
    const subject = leadEventSubject(reference, id, created_at);
    return { reference, subject, record: { at, kind: 'lead' } };
  });
  for (const [table, kind] of [
    ['application_drafts', 'draft'],
    ['applications', 'application'],
  ] as const) {
    const saves = await database
      .selectFrom(table)
      .select(['id', 'save_id', 'created_at'])
      .where(sql<boolean>`id in (${uuidsOf(database, applicationIds)})`)
      .orderBy('created_at')
      .limit(MAX_RECORDS_PER_KIND)
      .execute();
    // The form saves again at each change, and the timeline shows the first save.
    const firstSaves = [...Map.groupBy(saves, ({ id }) => id).values()].flatMap(
      ([save]) => save ?? [],
    );
    for (const { id, save_id, created_at } of firstSaves) {
      const at = readSentAt(save_id, created_at);
      records.push({ reference: id, subject: applicationKey(id), record: { at, kind } });
    }
  }
  return records;
}

async function readFollowupRecords(
  database: Database,
  refs: readonly ContactRef[],
): Promise<TimelineRecord[]> {
  const rows = await database
    .selectFrom('followup_changes')
    .select(['at', 'kind', 'changed_by', 'detail'])
    .where('subject', 'in', refs.map(contactKeyOf))
    .orderBy('id', 'desc')
    .limit(MAX_RECORDS_PER_KIND)
    .execute();
  return rows.toReversed().map(({ changed_by: by, ...row }) => ({ ...row, by }));
}

async function readDeliveryRecords(
  database: Database,
  contacts: readonly ContactRecord[],
): Promise<TimelineRecord[]> {
  const subjects = [...new Set(contacts.map(({ subject }) => subject))];
  if (subjects.length === 0) return [];
  const deliveries = await database
    .selectFrom('outbox_events')
    .innerJoin('deliveries', 'deliveries.event_number', 'outbox_events.number')
    .select(['outbox_events.type', 'deliveries.destination', 'deliveries.state'])
    .select(['deliveries.created_at', 'deliveries.ended_at'])
    .where('outbox_events.subject', 'in', subjects)
    .orderBy('outbox_events.number', 'desc')
    .limit(MAX_RECORDS_PER_KIND)
    .execute();
  return deliveries.map(({ type, destination, state, created_at, ended_at }) => ({
    at: ended_at ?? created_at,
    kind: 'delivery',
    type,
    destination,
    state,
  }));
}

const MAX_TIMELINE_VISITS = 10;
const MAX_EVENTS_PER_VISIT = 300;
/** A visit's events are on the day of its start or on the next one. */
const VISIT_DAY_OFFSETS = [0, 1];

interface SeenVisit extends Utms {
  readonly session_id: string;
  readonly began_at: number;
}

const utmColumns = sql.join(UTM_FIELDS.map((field) => sql.ref(field)));

async function readVisitRecords(
  database: Database,
  references: readonly string[],
): Promise<TimelineRecord[]> {
  if (references.length === 0) return [];
  const records: TimelineRecord[] = [];
  for (const { session_id, began_at, ...origin } of await readVisits(database, references)) {
    const at = toIsoTime(began_at);
    if (at !== null) records.push({ at, kind: 'arrival', origin });
    const events = await findVisitEvents(database, session_id, began_at);
    records.push(...events.flatMap((event) => toEventRecord(event) ?? []));
  }
  return records;
}

async function readVisits(database: Database, references: readonly string[]): Promise<SeenVisit[]> {
  const referenceList = sql`(${uuidsOf(database, references)})`;
  const { rows } = await sql<SeenVisit>`
    select ${hexOf(database, 'session_id')} as session_id, ${msOf(database, 'began_at')} as began_at, ${utmColumns}
    from ${sql.table('visits')} as visit
    where lead_ref in ${referenceList} or application_ref in ${referenceList}
    order by visit.began_at desc limit ${MAX_TIMELINE_VISITS}`.execute(database);
  return rows.map((row) => ({ ...row, began_at: Number(row.began_at) }));
}

interface FoundEvent {
  readonly name: string;
  readonly secao: string | null;
  readonly payload: string;
  readonly occurred_at: number;
}

async function findVisitEvents(
  database: Database,
  session: string,
  beganAt: number,
): Promise<FoundEvent[]> {
  const days = VISIT_DAY_OFFSETS.map((offset) => Math.floor(beganAt / DAY_MS) + offset);
  const { rows } = await sql<FoundEvent>`
    select name, secao, payload, ${msOf(database, 'occurred_at')} as occurred_at
    from ${eventTable(database)} as event
    where ${isOfSession(database, session, days)}
    order by event.occurred_at limit ${MAX_EVENTS_PER_VISIT}`.execute(database);
  return rows.map((row) => ({ ...row, occurred_at: Number(row.occurred_at) }));
}

function toIsoTime(time: number): string | null {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const FORM_ACTIONS: Readonly<Record<string, 'started' | 'left' | 'completed'>> = {
  form_start: 'started',
  form_abandon: 'left',
  form_complete: 'completed',
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns null if the timeline does not show such an event. */
function toEventRecord({ name, secao, payload, occurred_at }: FoundEvent): TimelineRecord | null {
  const at = toIsoTime(occurred_at);
  const fields = JSON.parse(payload) as Record<string, unknown>;
  if (at === null) return null;
  if (name === 'section_view' && secao !== null) {
    return { at, kind: 'section', section: secao, ms: Number(fields.time_in_view_ms) || 0 };
  }
  if (name === 'click' || name === 'cta_click') {
    return { at, kind: 'click', label: textOf(fields.button_name) ?? '', section: secao };
  }
  const action = FORM_ACTIONS[name];
  if (action === undefined) return null;
  return { at, kind: 'form', form: textOf(fields.form) ?? '', action, field: textOf(fields.field) };
}

const MAX_TIMELINE_SALES = 50;

async function findSalesOfContacts(
  database: Database,
  refs: readonly ContactRef[],
): Promise<SaleRow[]> {
  const { leadIds, applicationIds } = splitRefs(refs);
  return database
    .selectFrom('sales')
    .selectAll()
    .where(isInAny({ lead_id: leadIds, lead_ref: applicationIds }))
    .where('is_test', '=', false)
    .orderBy('begun_at', 'desc')
    .limit(MAX_TIMELINE_SALES)
    .execute();
}

const MILESTONE_COLUMNS = [
  ['pending', 'pending_at'],
  ['paid', 'paid_at'],
  ['refunded', 'refunded_at'],
  ['chargeback', 'chargeback_at'],
  ['canceled', 'canceled_at'],
  ['abandoned', 'abandoned_at'],
] as const;

function toSaleRecords(sale: SaleRow, partialRefunds: readonly PartialRefund[]): TimelineRecord[] {
  const commonFields = {
    kind: 'sale' as const,
    product: sale.product_name ?? sale.product_id,
    platform: sale.platform,
  };
  const milestones = MILESTONE_COLUMNS.flatMap(([state, column]) => {
    const at = sale[column];
    if (at === null || (state === 'refunded' && partialRefunds.some((refund) => refund.at === at)))
      return [];
    return [{ ...commonFields, at, state, cents: sale.value_cents, isPartialRefund: false }];
  });
  const refunds = partialRefunds.map(({ at, cents }) => ({
    ...commonFields,
    at,
    cents,
    state: 'refunded' as const,
    isPartialRefund: true,
  }));
  return [...milestones, ...refunds];
}

async function readSaleRecords(
  database: Database,
  refs: readonly ContactRef[],
): Promise<TimelineRecord[]> {
  const sales = await findSalesOfContacts(database, refs);
  const refunds = await database
    .selectFrom('sale_refunds')
    .selectAll()
    .where(isRowOfSales(sales))
    .orderBy('at')
    .execute();
  const refundsBySale = Map.groupBy(refunds, toSaleSubject);
  return sales.flatMap((sale) => toSaleRecords(sale, refundsBySale.get(toSaleSubject(sale)) ?? []));
}
