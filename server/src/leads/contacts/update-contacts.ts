import { CompiledQuery, type Kysely, sql } from 'kysely';
import { type Database, dialectOf, type Tables } from '../../store/database.ts';
import { watchNumbers } from '../../store/postgres/settled-numbers.ts';
import { TURNS } from '../../store/postgres/turns.ts';
import { readNewApplications, readNewLeads, selectLateOrigins } from './read-new-rows.ts';
import { addContacts, changeContacts } from './write-contacts.ts';

/** Rows listed in one go: few enough that captures hardly wait. SQLite has one writer. */
const BATCH = { sqlite: 50, postgres: 500 };
/** Where nobody is capturing, nobody waits. */
const BATCH_ALONE = { sqlite: 200, postgres: 500 };
/** No row is committed later, in ms, than its moment: both databases break off sooner. */
const LATEST_COMMIT = 60_000;
/** Before every row. */
const BEGINNING = new Date(0).toISOString();

export interface ContactsUpdater {
  /**
   * One step towards lists that have every lead and application, in one transaction.
   * @returns whether there may be more to do; `busy`: another replica is at it
   */
  step(): Promise<'more' | 'done' | 'busy'>;
  /** Whether leads or events came in since the step before: they go first. */
  readonly isCapturing: boolean;
}

/** Keeps the lists of one database; what it remembers besides, it finds again. */
export function createContactsUpdater(database: Database): ContactsUpdater {
  const { dialect } = database;
  const findSettledLead = watchLeadNumbers(database);
  let since = BEGINNING;
  let sweep: number | null = null;
  /** On PostgreSQL: read before the step's transaction, which would itself be under way. */
  let settledLead = 0;

  async function listLeads(step: Kysely<Tables>, lastLead: number): Promise<boolean> {
    const newest = dialect === 'sqlite' ? await readNewestLead(step) : settledLead;
    const settled = Math.max(lastLead, newest);
    const most = (isCapturing ? BATCH : BATCH_ALONE)[dialect];
    const leads = await readNewLeads(step, { after: lastLead, most });
    await addContacts(step, leads.rows);
    const isAll = !leads.isMore;
    const read = leads.lastId ?? lastLead;
    // Beyond what is settled, leads with lesser numbers may still appear.
    const last = isAll ? settled : Math.min(settled, read);
    if (last > lastLead) {
      await step.updateTable('subject_progress').set({ last_lead: last }).execute();
    }
    return !isAll;
  }

  async function listApplications(step: Kysely<Tables>): Promise<boolean> {
    const most = BATCH[dialect];
    // The clock was set back: what comes now is dated before what is listed.
    if (Date.parse(since) > Date.now()) since = BEGINNING;
    const found = await readNewApplications(step, { since, most });
    await addContacts(step, found.added);
    await changeContacts(step, found.changed);
    if (!found.isMore) since = await findOverlap(step, since);
    return found.isMore;
  }

  /** What was there when all of it was listed: to be asked without a turn as a writer. */
  let listed: string | null = null;
  let isCapturing = true;
  let newest = '';

  /** Other processes write to the embedded database beside this one; PostgreSQL has room for all. */
  async function lookForCaptures() {
    if (dialect === 'postgres') return;
    const { rows } = await sql<{ newest: string }>`
      select coalesce((select max(id) from leads), 0) || ' '
        || coalesce((select max(number) from events), 0) as newest`.execute(database);
    const found = rows[0]?.newest ?? '';
    isCapturing = found !== newest;
    newest = found;
  }

  async function isNew(): Promise<boolean> {
    if (dialect === 'postgres') return true;
    const { rows } = await sql<{ mark: string }>`
      select (select coalesce(max(id), 0) from leads) || ' '
        || (select coalesce(max(rowid), 0) || coalesce(max(created_at), '') from applications) || ' '
        || (select coalesce(max(rowid), 0) || coalesce(max(created_at), '') from application_drafts) || ' '
        || (select last_lead || ' ' || sweep from subject_progress) || ' '
        || (select coalesce(max(id), '') || count(*) from (${selectLateOrigins(Date.now())} limit 50)) as mark`.execute(
      database,
    );
    const mark = rows[0]?.mark ?? null;
    const isSame = mark === listed;
    listed = mark;
    return !isSame;
  }

  async function listWith(step: Kysely<Tables>): Promise<'more' | 'done' | 'busy'> {
    if (!(await tryLockSales(step))) return 'busy';
    const progress = await step
      .selectFrom('subject_progress')
      .select(['last_lead', 'sweep'])
      .executeTakeFirstOrThrow();
    if (progress.sweep !== sweep) since = BEGINNING;
    sweep = progress.sweep;
    const areMoreLeads = await listLeads(step, progress.last_lead);
    const areMoreApplications = await listApplications(step);
    return areMoreLeads || areMoreApplications ? 'more' : 'done';
  }

  const list = () =>
    database.connection().execute(async (connection) => {
      if (dialect === 'postgres') return connection.transaction().execute(listWith);
      // What losing power takes is listed again.
      await sql`pragma synchronous = normal`.execute(connection);
      try {
        return await connection.transaction().execute(listWith);
      } finally {
        await sql`pragma synchronous = full`.execute(connection);
      }
    });

  return {
    get isCapturing() {
      return isCapturing;
    },
    async step() {
      if (!(await isNew())) return 'done';
      await lookForCaptures();
      if (dialect === 'postgres') settledLead = await findSettledLead();
      try {
        const outcome = await list();
        if (outcome !== 'done') listed = null;
        return outcome;
      } catch (error) {
        listed = null;
        throw error;
      }
    },
  };
}

/** From when rows are to be looked at again: those that are committed late have moments before others'. */
async function findOverlap(step: Kysely<Tables>, since: string): Promise<string> {
  // A moment of tomorrow is somebody's mistake, and would hide what comes today.
  const latest = new Date(Date.now() + LATEST_COMMIT).toISOString();
  const moments = [];
  for (const table of ['applications', 'application_drafts'] as const) {
    const newest = await step
      .selectFrom(table)
      .select('created_at')
      .where('created_at', '<', latest)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    moments.push(Date.parse(newest?.created_at ?? '') - LATEST_COMMIT || 0);
  }
  const overlap = new Date(Math.max(...moments, 0)).toISOString();
  return overlap > since ? overlap : since;
}

/** Whether nobody else is listing; to be asked before anything is read. */
async function tryLockSales(step: Kysely<Tables>): Promise<boolean> {
  if (dialectOf(step) === 'sqlite') {
    // Changes nothing, and is a writer from here on.
    await sql`update subject_progress set sweep = sweep where is_only < 0`.execute(step);
    return true;
  }
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${TURNS.subjects}) as is_ours`.execute(step);
  return rows[0]?.is_ours === true;
}

/** Returns a function for PostgreSQL that finds up to which number all leads are committed. */
function watchLeadNumbers(database: Database) {
  const numbers = watchNumbers(
    async (text, values) =>
      (await database.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values])))
        .rows,
    ['public.leads_id_seq'],
  );
  return async () => (await numbers.look()).settled[0] ?? 0;
}

/** SQLite assigns numbers in the order of commits. */
async function readNewestLead(step: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(id) as newest from leads`.execute(step);
  return rows[0]?.newest ?? 0;
}

/** Returns about how many leads the contact list lacks. */
export async function countUnlisted(database: Database): Promise<number> {
  const { rows } = await sql<{ newest: number; listed: number }>`
    select coalesce((select max(id) from leads), 0) as newest,
      coalesce((select max(lead_id) from ${sql.table('subjects')}
        where lead_id is not null), 0) as listed`.execute(database);
  return Math.max(0, Number(rows[0]?.newest ?? 0) - Number(rows[0]?.listed ?? 0));
}
