import { HOUR_MS } from '@funil/contract/durations';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../store/database.ts';
import { inMilliseconds, rowNumber } from '../../store/sql.ts';
import { UNKNOWN_ORIGIN } from './contact-rows.ts';
import { originDigest } from './write-contacts.ts';

/** Numbers of the newest rows (store/row-numbers.ts), by table. */
export interface RowNumbers {
  readonly leads: number;
  readonly applications: number;
  readonly application_drafts: number;
}

/** New rows that the contact list lacks. */
export interface NewRows {
  readonly leadIds: readonly number[];
  readonly applicationIds: readonly string[];
  /** Whether a table may have more of them. */
  readonly isMore: boolean;
}

/** Returns rows with numbers after those in `after` that the contact list lacks, at most `limit` of each table. */
export async function readNewRows(
  database: Kysely<Tables>,
  after: RowNumbers,
  limit: number,
): Promise<NewRows> {
  const leads = await database
    .selectFrom('leads')
    .select('id')
    .where('id', '>', after.leads)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('contacts').select('number').whereRef('lead_id', '=', 'leads.id'))),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  const sent = await readUnlisted(database, 'applications', after, limit);
  const drafts = await readUnlisted(database, 'application_drafts', after, limit);
  const late = await readLateOrigins(database, limit);
  return {
    leadIds: leads.map(({ id }) => id),
    applicationIds: [...new Set([...sent, ...drafts, ...late])],
    isMore: [leads, sent, drafts].some(({ length }) => length === limit),
  };
}

/** Returns the ids of applications with a row that is newer than their row in the contact list. */
async function readUnlisted(
  database: Kysely<Tables>,
  table: 'applications' | 'application_drafts',
  after: RowNumbers,
  limit: number,
): Promise<string[]> {
  const number = rowNumber(database, table);
  const savedAt = inMilliseconds(database, sql.ref(`${table}.created_at`));
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where ${number} > ${after[table]} and not exists (
      select 1 from ${sql.table('contacts')} as listed
      where listed.application_id = ${sql.ref(`${table}.id`)} and listed.saved_at >= ${savedAt}
        ${table === 'applications' ? sql`and listed.stage = 'sent'` : sql``})
    order by ${number} limit ${limit}`.execute(database);
  return rows.map(({ id }) => id);
}

/** Longest wait for a draft's first event: a page sends events seconds later, or when it is online again. */
const MAX_EVENT_DELAY_MS = HOUR_MS;
/** A flood of drafts may have no events: only the newest are checked. */
const MAX_LATE_DRAFTS = 1_000;

/** Returns the ids of drafts that were listed before their first event arrived. */
async function readLateOrigins(database: Kysely<Tables>, limit: number): Promise<string[]> {
  const contacts = sql.table('contacts');
  const { rows } = await sql<{ id: string }>`
    select id from (
      select application_id as id from ${contacts}
      where origin = (select id from ${sql.table('contact_origins')} where digest = ${originDigest(UNKNOWN_ORIGIN)})
        and kind = 'application' and at >= ${Date.now() - MAX_EVENT_DELAY_MS} and stage = 'started'
      order by at desc limit ${MAX_LATE_DRAFTS}
    ) as draft where (
      select utm_source || utm_medium || utm_campaign || utm_content from jornada
      where lead_ref = draft.id order by occurred_at, id limit 1
    ) <> '' limit ${limit}`.execute(database);
  return rows.map(({ id }) => id);
}
