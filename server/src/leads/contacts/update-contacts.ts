import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database, Tables } from '../../store/database.ts';
import { tryLock } from '../../store/locks.ts';
import { watchNumbers } from '../../store/postgres/settled-numbers.ts';
import type { ContactRef } from './contact-ref.ts';
import { readContactRows } from './contact-rows.ts';
import { type RowNumbers, readNewRows } from './read-new-rows.ts';
import { writeContacts } from './write-contacts.ts';

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

  async function write(step: Kysely<Tables>, before: RowNumbers, limit: number) {
    if (!(await tryLock(step, 'contacts'))) return 'busy';
    // SQLite reuses the numbers of its newest rows if an erasure has deleted them meanwhile.
    const settled = isPostgres ? before : await readNewest(step);
    const after = await readProgress(step);
    const { leadIds, applicationIds, isMore } = await readNewRows(step, after, limit);
    const refs: ContactRef[] = [
      ...leadIds.map((leadId) => ({ kind: 'lead', leadId }) as const),
      ...applicationIds.map((applicationId) => ({ kind: 'application', applicationId }) as const),
    ];
    await writeContacts(step, [...(await readContactRows(step, refs)).values()]);
    // Beyond the settled number, leads with smaller numbers may still be committed.
    const last = Math.min(
      settled.leads,
      leadIds.length === limit ? (leadIds.at(-1) ?? 0) : settled.leads,
    );
    if (last > after.leads) {
      await step.updateTable('contact_progress').set({ last_lead: last }).execute();
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
      const outcome = await database.transaction().execute((step) => write(step, settled, limit));
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
  const numbers = watchNumbers(
    async (text, values) =>
      (await database.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values])))
        .rows,
    [
      ...['public.leads_id_seq', 'public.applications_number_seq'],
      'public.application_drafts_number_seq',
    ],
  );
  return async () => {
    const [leads = 0, applications = 0, application_drafts = 0] = (await numbers.look()).settled;
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

/** Returns about how many leads the contact list lacks. */
export async function countUnlisted(database: Database): Promise<number> {
  const { rows } = await sql<{ unlisted: number }>`
    select coalesce((select max(id) from leads), 0) - coalesce((
      select max(lead_id) from ${sql.table('contacts')} where lead_id is not null), 0) as unlisted`.execute(
    database,
  );
  return Math.max(0, Number(rows[0]?.unlisted ?? 0));
}
