import { HOUR_MS } from '@funil/contract/durations';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf, type Tables } from '../../store/database.ts';
import { type ContactRow, readContactRows, UNKNOWN_ORIGIN } from './contact-rows.ts';
import { type ChangedContact, digestOf, readWords } from './write-contacts.ts';

interface NewLeads {
  readonly rows: readonly ContactRow[];
  /** Null: no lead is new. */
  readonly lastId: number | null;
  readonly isMore: boolean;
}

/** Returns leads after a number that the contact list lacks, the oldest first. */
export async function readNewLeads(
  step: Kysely<Tables>,
  { after, most }: { after: number; most: number },
): Promise<NewLeads> {
  const isListed = sql<SqlBool>`exists (
    select 1 from ${sql.table('subjects')} as listed where listed.lead_id = leads.id)`;
  const leads = await step
    .selectFrom('leads')
    .select('id')
    .where('id', '>', after)
    .where(sql<SqlBool>`not ${isListed}`)
    .orderBy('id')
    .limit(most)
    .execute();
  const refs = leads.map(({ id }) => ({ kind: 'lead', leadId: id }) as const);
  const rows = await readContactRows(step, refs);
  return {
    rows: [...rows.values()],
    lastId: leads.at(-1)?.id ?? null,
    isMore: leads.length === most,
  };
}

interface Found {
  readonly added: readonly ContactRow[];
  readonly changed: readonly ChangedContact[];
  readonly isMore: boolean;
}

/** Returns applications and drafts stored since a time whose newest row, or origin, the contact list lacks. */
export async function readNewApplications(
  step: Kysely<Tables>,
  { since, most }: { since: string; most: number },
): Promise<Found> {
  const recent = [
    ...(await findRecent(step, 'applications', since, most)),
    ...(await findRecent(step, 'application_drafts', since, most)),
  ];
  const late = await sql<{ id: string }>`
    ${selectLateOrigins(Date.now())} limit ${most}`.execute(step);
  const ids = [...new Set([...recent, ...late.rows].map(({ id }) => id))];
  if (ids.length === 0) return { added: [], changed: [], isMore: false };
  const refs = ids.map((id) => ({ kind: 'application', applicationId: id }) as const);
  const rows = await readContactRows(step, refs);
  const listed = await step
    .selectFrom('subjects')
    .select(['number', 'application_id', 'words'])
    .where('application_id', 'in', ids)
    .execute();
  const byId = new Map(listed.map((row) => [row.application_id, row]));
  const changed: ChangedContact[] = [];
  const added: ContactRow[] = [];
  for (const row of rows.values()) {
    const known = byId.get(row.reference);
    if (known) changed.push({ ...row, number: known.number, oldWords: readWords(known.words) });
    else added.push(row);
  }
  return { added, changed, isMore: recent.length >= most };
}

/** Returns rows that are newer than their application in the contact list. */
function findRecent(
  step: Kysely<Tables>,
  table: 'applications' | 'application_drafts',
  since: string,
  most: number,
) {
  const created = sql`${sql.table(table)}.created_at`;
  // PostgreSQL stores microseconds; the list's copy went through JavaScript and has milliseconds.
  const savedAt =
    dialectOf(step) === 'postgres' ? sql`date_trunc('milliseconds', ${created})` : created;
  const isListed = sql<SqlBool>`exists (
    select 1 from ${sql.table('subjects')} as listed
    where listed.application_id = ${sql.table(table)}.id
      and listed.saved_at >= ${savedAt}
      ${table === 'applications' ? sql`and listed.stage = 'sent'` : sql``})`;
  return step
    .selectFrom(table)
    .select(['id', 'created_at'])
    .where('created_at', '>=', since)
    .where(sql<SqlBool>`not ${isListed}`)
    .orderBy('created_at')
    .limit(most)
    .execute();
}

/** Longest wait for the event that names a draft: a page sends its events seconds later, or once it is online again. */
const MAX_EVENT_DELAY_MS = HOUR_MS;
/** A flood of drafts may have no events at all: only the newest are checked. */
const MAX_LATE_DRAFTS = 1_000;

/** Returns a query for the ids of drafts that were listed before the first event that names them arrived. */
export function selectLateOrigins(now: number): RawBuilder<unknown> {
  const unknown = sql`(select id from ${sql.table('subject_origins')}
    where digest = ${digestOf(UNKNOWN_ORIGIN)})`;
  return sql`select id from (
      select application_id as id from ${sql.table('subjects')}
      where origin = ${unknown} and kind = 'application' and at >= ${now - MAX_EVENT_DELAY_MS} and stage = 'started'
      order by at desc limit ${MAX_LATE_DRAFTS}
    ) as draft where exists (
      select 1 from jornada where lead_ref = draft.id
        and (utm_source <> '' or utm_medium <> '' or utm_campaign <> '' or utm_content <> '')
    )`;
}
