import { HOUR_MS } from '@funil/contract/durations';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database, Tables } from '../../store/database.ts';
import { tryLock } from '../../store/locks.ts';
import { watchSettledNumbers } from '../../store/postgres/settled-numbers.ts';
import { inMilliseconds, rowNumber } from '../../store/sql.ts';
import type { ContactRef } from './contact-ref.ts';
import { readContactRows, UNKNOWN_ORIGIN } from './contact-rows.ts';
import { originDigest, writeContacts } from './write-contacts.ts';

/** Numbers of the newest rows (store/row-numbers.ts), by table. */
interface RowNumbers {
  readonly leads: number;
  readonly applications: number;
  readonly application_drafts: number;
}

/** Rows of a table in one transaction. SQLite has one writer at a time, for which captures wait. */
const MAX_ROWS = { capturing: 50, idle: 200, postgres: 500 };
const NO_NUMBERS: RowNumbers = { leads: 0, applications: 0, application_drafts: 0 };

export interface ContactsUpdater {
  /**
   * Adds new leads and applications to the contact list, in one transaction.
   * @returns whether there may be more; `busy`: another replica is writing
   */
  step(): Promise<'more' | 'done' | 'busy'>;
  /** Whether leads or events arrived since the previous step: captures have priority. */
  readonly isCapturing: boolean;
}

export function createContactsUpdater(database: Database): ContactsUpdater {
  const isPostgres = database.dialect === 'postgres';
  const readNumbers = isPostgres ? watchSettled(database) : () => readNewest(database);
  /** Numbers up to which applications and drafts are listed. After a restart, the search begins at 0 again. */
  let listed = NO_NUMBERS;
  let sweep: number | null = null;
  let newest = '';
  let isCapturing = true;

  /** Returns the numbers after which to read. An erasure changes `sweep`, because rows of the same application may remain. */
  async function readProgress(executor: Kysely<Tables>): Promise<RowNumbers> {
    const progress = await executor
      .selectFrom('contact_progress')
      .select(['last_lead', 'sweep'])
      .executeTakeFirstOrThrow();
    if (progress.sweep !== sweep) listed = NO_NUMBERS;
    sweep = progress.sweep;
    return { ...listed, leads: progress.last_lead };
  }

  /** Whether SQLite renumbered its rows, as `VACUUM` does. */
  const isRenumbered = ({ applications, application_drafts }: RowNumbers) =>
    applications < listed.applications || application_drafts < listed.application_drafts;

  async function write(transaction: Kysely<Tables>, before: RowNumbers, limit: number) {
    if (!(await tryLock(transaction, 'contacts'))) return 'busy';
    // SQLite reuses the numbers of its newest rows if an erasure has deleted them meanwhile.
    const settled = isPostgres ? before : await readNewest(transaction);
    const after = await readProgress(transaction);
    const { leadIds, applicationIds, isMore } = await readNewRows(transaction, after, limit);
    const refs: ContactRef[] = [
      ...leadIds.map((leadId) => ({ kind: 'lead', leadId }) as const),
      ...applicationIds.map((applicationId) => ({ kind: 'application', applicationId }) as const),
    ];
    await writeContacts(transaction, [...(await readContactRows(transaction, refs)).values()]);
    // Beyond the settled number, leads with smaller numbers may still be committed.
    const last = Math.min(
      settled.leads,
      leadIds.length === limit ? (leadIds.at(-1) ?? 0) : settled.leads,
    );
    if (last > after.leads) {
      await transaction.updateTable('contact_progress').set({ last_lead: last }).execute();
    }
    return { isMore, settled };
  }

  return {
    get isCapturing() {
      return isCapturing;
    },
    async step() {
      const after = await readProgress(database);
      const { mark, ...settled } = await readNumbers();
      if (isRenumbered(settled)) listed = NO_NUMBERS;
      isCapturing = isPostgres || mark !== newest;
      newest = mark;
      const limit = isPostgres ? MAX_ROWS.postgres : MAX_ROWS[isCapturing ? 'capturing' : 'idle'];
      // Without new rows, no write lock is needed.
      const found = await readNewRows(database, { ...listed, leads: after.leads }, limit);
      if (found.leadIds.length + found.applicationIds.length === 0) {
        listed = settled;
        return 'done';
      }
      const outcome = await database
        .transaction()
        .execute((transaction) => write(transaction, settled, limit));
      if (outcome === 'busy') return outcome;
      if (outcome.isMore) return 'more';
      listed = outcome.settled;
      return 'done';
    },
  };
}

/** The numbers up to which every row is committed; `mark` changes with every capture on SQLite. */
type Settled = RowNumbers & { readonly mark: string };

/** Returns a function that finds the settled numbers of PostgreSQL. */
function watchSettled(database: Database): () => Promise<Settled> {
  const numbers = watchSettledNumbers(
    async (text, values) =>
      (await database.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values])))
        .rows,
    [
      ...['public.leads_id_seq', 'public.applications_number_seq'],
      'public.application_drafts_number_seq',
    ],
  );
  return async () => {
    const [leads = 0, applications = 0, application_drafts = 0] = (await numbers.read()).settled;
    return { leads, applications, application_drafts, mark: '' };
  };
}

/** SQLite assigns numbers in the order of commits. */
async function readNewest(database: Kysely<Tables>): Promise<Settled> {
  const { rows } = await sql<RowNumbers & { events: number }>`
    select coalesce((select max(id) from leads), 0) as leads,
      coalesce((select max(rowid) from applications), 0) as applications,
      coalesce((select max(rowid) from application_drafts), 0) as application_drafts,
      coalesce((select max(number) from events), 0) as events`.execute(database);
  const { events, ...numbers } = rows[0] ?? { ...NO_NUMBERS, events: 0 };
  return { ...numbers, mark: `${numbers.leads} ${events}` };
}

/** New rows that the contact list lacks. */
interface NewRows {
  readonly leadIds: readonly number[];
  readonly applicationIds: readonly string[];
  /** Whether a table may have more of them. */
  readonly isMore: boolean;
}

/** Returns rows with numbers after those in `after` that the contact list lacks, at most `limit` of each table. */
async function readNewRows(
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

/** Returns about how many leads the contact list lacks. */
export async function countUnlisted(database: Database): Promise<number> {
  const { rows } = await sql<{ unlisted: number }>`
    select coalesce((select max(id) from leads), 0) - coalesce((
      select max(lead_id) from ${sql.table('contacts')} where lead_id is not null), 0) as unlisted`.execute(
    database,
  );
  return Math.max(0, Number(rows[0]?.unlisted ?? 0));
}
