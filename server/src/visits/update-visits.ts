import { sql } from 'kysely';
import type { Database, Queryable } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import { trackSettledEventNumbers } from '../store/postgres/settled-numbers.ts';
import { inChunks } from '../store/queries/in-chunks.ts';
import { eventTable, hexOf, sessionIdsOf, toStoredTime, uuidsOf } from '../store/queries/sql.ts';
import { addEvent, beginVisit } from './add-event.ts';
import { TotalChanges } from './count-visit.ts';
import { judgeVisits } from './judge-visits.ts';
import type { StoredEvent } from './visit.ts';
import { findVisits, readEvents, storeTotalChanges, storeVisits } from './visit-rows.ts';

/** The longest wait for open transactions, which may still store an event with a lower number. */
const EVENT_NUMBERS_TIMEOUT_MS = 2_000;
/** Kept low on SQLite, where captures wait for the only writer. */
const VISITS_PER_TRANSACTION = { sqlite: 20, postgres: 500 };
const INDEX_SUMMARY_INTERVAL_MS = 5_000;

interface UpdateProgress {
  readonly last_number: number;
  /** Rises when visits are erased or rebuilt. */
  readonly generation: number;
}

/** Returns false if another process has updated since `progress`, so that `run` was not called. */
const runUnlessUpdated = (
  database: Database,
  progress: UpdateProgress,
  run: (transaction: Queryable) => Promise<unknown>,
): Promise<boolean> =>
  withLock(database, 'visits', async (transaction) => {
    const { generation, last_number } = await readProgress(transaction);
    const isCurrent = generation === progress.generation && last_number === progress.last_number;
    if (isCurrent) await run(transaction);
    return isCurrent;
  });

async function eraseVisitsOf(database: Database, sessions: readonly string[]) {
  // The new generation restarts an update in progress, which may hold erased events in memory.
  await withLock(database, 'visits', raiseGeneration);
  for (const chunk of inChunks(sessions, VISITS_PER_TRANSACTION[database.dialect])) {
    await withLock(database, 'visits', async (transaction) => {
      const totalChanges = new TotalChanges();
      for (const visit of await findVisits(transaction, chunk)) totalChanges.remove(visit);
      await sql`delete from ${sql.table('visits')} where session_id in (${sessionIdsOf(database, chunk)})
      `.execute(transaction);
      await storeTotalChanges(transaction, totalChanges);
    });
  }
}

export type VisitUpdater = ReturnType<typeof createVisitUpdater>;

/** Several processes may update, because a visit counts each event once. Transactions are short, so captures go on. */
export function createVisitUpdater(database: Database) {
  const eventNumbers = trackSettledEventNumbers(database);
  let indexSummary = { newest: 0, time: Number.NEGATIVE_INFINITY };

  async function readNewestNumber(): Promise<number | null> {
    if (database.dialect === 'postgres') return eventNumbers.settle(EVENT_NUMBERS_TIMEOUT_MS);
    const { rows } = await sql<{ newest: number | null }>`
      select max(number) as newest from ${eventTable(database)}`.execute(database);
    return rows[0]?.newest ?? 0;
  }

  /** Extends PostgreSQL's BRIN index, because every search reads the pages that the index does not cover yet. */
  async function summarizeIndex(newest: number) {
    const isDue = performance.now() - indexSummary.time > INDEX_SUMMARY_INTERVAL_MS;
    if (database.dialect === 'sqlite' || newest <= indexSummary.newest || !isDue) return;
    indexSummary = { newest, time: performance.now() };
    await sql`select brin_summarize_new_values('public.jornada_by_number')`
      .execute(database)
      .catch(() => {
        // A failure means that another process, such as a vacuum, is summarizing.
      });
  }

  return {
    /** Returns `busy` if a transaction stays open too long. */
    async update(maxEvents: number): Promise<'more' | 'done' | 'busy'> {
      const newest = await readNewestNumber();
      if (newest === null) return 'busy';
      const progress = await readProgress(database);
      const { last_number } = progress;
      if (newest <= last_number) return 'done';
      await summarizeIndex(newest);
      const until = Math.min(newest, last_number + maxEvents);
      const events = await readEvents(database, last_number, until);
      const sessions = [...Map.groupBy(events, ({ session_id }) => session_id)];
      for (const chunk of inChunks(sessions, VISITS_PER_TRANSACTION[database.dialect])) {
        const isStored = await runUnlessUpdated(database, progress, (transaction) =>
          extendVisits(transaction, chunk),
        );
        if (!isStored) return 'more';
      }
      await runUnlessUpdated(database, progress, (transaction) =>
        advanceProgress(transaction, until, events),
      );
      return until < newest ? 'more' : 'done';
    },
    reset: () => withLock(database, 'visits', deleteVisits),
    erase: (sessions: readonly string[]) => eraseVisitsOf(database, sessions),
    async eraseSeenBefore(time: Date) {
      const { rows } = await sql<{ session_id: string }>`
        select ${hexOf(database, 'session_id')} as session_id from ${sql.table('visits')}
        where seen_at < ${toStoredTime(database, time.getTime())}`.execute(database);
      const sessions = rows.map(({ session_id }) => session_id);
      await eraseVisitsOf(database, sessions);
    },
  };
}

async function deleteVisits(transaction: Queryable) {
  for (const table of ['visits', 'visit_totals', 'visit_origins']) {
    await sql`delete from ${sql.table(table)}`.execute(transaction);
  }
  await sql`update ${sql.table('visit_progress')} set last_number = 0, counted_until = null
  `.execute(transaction);
  await raiseGeneration(transaction);
}

async function readProgress(database: Queryable): Promise<UpdateProgress> {
  const { rows } = await sql<UpdateProgress>`
    select last_number, generation from ${sql.table('visit_progress')}`.execute(database);
  const [progress] = rows;
  if (!progress) throw new Error('visit_progress has no row.');
  return progress;
}

const raiseGeneration = (database: Queryable) =>
  sql`update ${sql.table('visit_progress')} set generation = generation + 1`.execute(database);

async function extendVisits(
  database: Queryable,
  sessions: readonly (readonly [session: string, events: readonly StoredEvent[]])[],
): Promise<void> {
  const totalChanges = new TotalChanges();
  const sessionIds = sessions.map(([session]) => session);
  const visits = await findVisits(database, sessionIds);
  const visitsBySession = new Map(visits.map((visit) => [visit.session_id, visit]));
  const extendedVisits = sessions.flatMap(([session, events]) => {
    const storedVisit = visitsBySession.get(session);
    const newEvents = events.filter(({ number }) => number > (storedVisit?.last_number ?? 0));
    const [first, ...others] = newEvents;
    if (!first) return [];
    if (storedVisit) totalChanges.remove(storedVisit);
    const visit = storedVisit ?? beginVisit(first);
    for (const event of storedVisit ? newEvents : others) addEvent(visit, event);
    return [visit];
  });
  const judgedVisits = await judgeVisits(database, extendedVisits);
  for (const visit of judgedVisits) totalChanges.add(visit);
  if (judgedVisits.length > 0) await storeVisits(database, judgedVisits);
  await storeTotalChanges(database, totalChanges);
}

/** Stores the progress, and a change for each draft without an origin, whose first event may come after its row. */
async function advanceProgress(database: Queryable, until: number, events: readonly StoredEvent[]) {
  const newestMs = events.at(-1)?.created_at;
  const setCountedUntil =
    newestMs === undefined ? sql`` : sql`, counted_until = ${toStoredTime(database, newestMs)}`;
  await sql`update ${sql.table('visit_progress')} set last_number = ${until}${setCountedUntil}
  `.execute(database);
  const refs = events.flatMap(({ lead_ref, utm_source, utm_medium, utm_campaign, utm_content }) =>
    lead_ref !== null && utm_source + utm_medium + utm_campaign + utm_content !== ''
      ? [lead_ref]
      : [],
  );
  if (refs.length === 0) return;
  await sql`insert into ${sql.table('changes')} (kind, key)
    select distinct 'contact', 'application:' || id from ${sql.table('application_drafts')} as draft
    where id in (${uuidsOf(database, refs)}) and not exists (
      select 1 from contacts join contact_origins as origin on origin.id = contacts.origin
      where application_id = draft.id
        and (stage = 'sent' or utm_source || utm_medium || utm_campaign || utm_content <> ''))
  `.execute(database);
}
