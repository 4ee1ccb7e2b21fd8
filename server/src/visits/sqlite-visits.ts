import type { DatabaseSync } from 'node:sqlite';
import { UTM_FIELDS } from '@funil/contract/utm';
import { inChunks } from '../store/in-chunks.ts';
import { withWriteLock } from '../store/sqlite/write-lock.ts';
import { Tally } from './count-visit.ts';
import {
  extendVisit,
  originRefs,
  RECORD_DRAFTS,
  readVisit,
  SELECT_EVENTS,
  SELECT_VISITS,
  SET_VISIT,
  VISIT_COLUMNS,
  type VisitRow,
  type VisitUpdater,
} from './update-visits.ts';
import { STAGES, type StoredEvent, type Visit } from './visit.ts';

/** Few, because captures wait meanwhile: SQLite has one writer. */
const VISITS_PER_TRANSACTION = 20;

const isBlob = (column: string) => column === 'session_id' || column === 'first_event';
const PLACEHOLDERS = VISIT_COLUMNS.map((column) => (isBlob(column) ? 'unhex(?)' : '?')).join(', ');

/** Returns the updater of SQLite's visits. Its transactions are so short that captures hardly wait for them. */
export function createSqliteVisitUpdater(database: DatabaseSync): VisitUpdater {
  // A power failure may lose the newest visits together with their progress; they are built again.
  database.exec('pragma synchronous = normal');
  const selectProgress = database.prepare(
    'select last_number, generation, (select max(number) from events) as newest from visit_progress',
  );
  const selectEvents = database.prepare(SELECT_EVENTS.sqlite);
  const selectSeenBefore = database.prepare(
    'select lower(hex(session_id)) as session_id from visits where seen_at < ?',
  );
  const write = prepareWriting(database);

  /** Writes visits in short transactions; stops if another process resets the visits, which changes their generation. */
  async function inTransactions<Item>(
    items: readonly Item[],
    generation: number | null,
    run: (some: readonly Item[]) => void,
  ) {
    for (const some of inChunks(items, VISITS_PER_TRANSACTION)) {
      if (!(await withWriteLock(() => inTransaction(generation, () => run(some))))) break;
    }
  }

  /** Runs a function in a transaction, unless the generation has changed. Returns whether it ran. */
  function inTransaction(generation: number | null, run: () => void): boolean {
    database.exec('begin immediate');
    try {
      const isSame = generation === null || selectProgress.get()?.generation === generation;
      if (isSame) run();
      database.exec('commit');
      return isSame;
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }

  async function erase(sessions: readonly string[]) {
    // An update in progress may hold erased events in memory: the new generation makes it start again.
    await withWriteLock(() =>
      database.exec('update visit_progress set generation = generation + 1'),
    );
    await inTransactions(sessions, null, write.erase);
  }

  return {
    async update(maxEvents) {
      const progress = selectProgress.get();
      const [last, newest] = [Number(progress?.last_number), Number(progress?.newest ?? 0)];
      const generation = Number(progress?.generation);
      if (newest <= last) return 'done';
      const until = Math.min(newest, last + maxEvents);
      const events = selectEvents.all(last, until) as unknown as StoredEvent[];
      const sessions = [...Map.groupBy(events, ({ session_id }) => session_id)];
      await inTransactions(sessions, generation, write.extend);
      await withWriteLock(() => inTransaction(generation, () => write.advance(until, events)));
      return until < newest ? 'more' : 'done';
    },
    async reset() {
      await withWriteLock(() =>
        database.exec(`
          begin immediate;
          delete from visits;
          delete from visit_totals;
          delete from visit_origins;
          update visit_progress set last_number = 0, counted_until = null, generation = generation + 1;
          commit;
        `),
      );
    },
    erase,
    async eraseSeenBefore(time) {
      const rows = selectSeenBefore.all(time.getTime());
      await erase(rows.map(({ session_id }) => String(session_id)));
    },
    async [Symbol.asyncDispose]() {
      database.close();
    },
  };
}

/** Prepares the statements that run within a transaction. */
function prepareWriting(database: DatabaseSync) {
  const selectVisits = database.prepare(SELECT_VISITS.sqlite);
  const upsertVisit = database.prepare(
    `insert into visits (${VISIT_COLUMNS.join(', ')}) values (${PLACEHOLDERS})
     on conflict (session_id) do update set ${SET_VISIT}`,
  );
  const deleteVisit = database.prepare('delete from visits where session_id = unhex(?)');
  const upsertTotal = database.prepare(
    `insert into visit_totals as known (day, origin, kind, label, visits, amount)
     values (?, ?, ?, ?, ?, ?)
     on conflict do update set visits = known.visits + excluded.visits, amount = known.amount + excluded.amount`,
  );
  const deleteTotal = database.prepare(
    `delete from visit_totals where day = ? and origin = ? and kind = ? and label = ? and visits = 0`,
  );
  const insertOrigin = database.prepare(
    `insert into visit_origins (origin, utm_source, utm_medium, utm_campaign, utm_content)
     values (?, ?, ?, ?, ?) on conflict do nothing`,
  );
  const recordDrafts = database.prepare(RECORD_DRAFTS.sqlite);
  const advance = database.prepare(
    'update visit_progress set last_number = max(last_number, ?), counted_until = coalesce(?, counted_until)',
  );

  function find(sessions: readonly string[]): Map<string, Visit> {
    const rows = selectVisits.all(JSON.stringify(sessions)) as unknown as VisitRow[];
    return new Map(rows.map(readVisit).map((visit) => [visit.session_id, visit]));
  }

  function store(visit: Visit) {
    upsertVisit.run(
      ...[visit.session_id, visit.began_at, visit.seen_at, visit.last_number, visit.first_event],
      ...UTM_FIELDS.map((column) => visit[column]),
      ...STAGES.map((stage) => (visit[stage] ? 1 : 0)),
      ...[visit.lead_ref, visit.application_ref, JSON.stringify(visit.detail)],
    );
  }

  function count(tally: Tally) {
    for (const { origin, utm_source, utm_medium, utm_campaign, utm_content } of tally.origins()) {
      insertOrigin.run(origin, utm_source, utm_medium, utm_campaign, utm_content);
    }
    for (const { day, origin, kind, label, visits, amount } of tally.changes()) {
      upsertTotal.run(day, origin, kind, label, visits, amount);
      if (visits < 0) deleteTotal.run(day, origin, kind, label);
    }
  }

  return {
    extend(sessions: readonly (readonly [string, readonly StoredEvent[]])[]) {
      const tally = new Tally();
      const stored = find(sessions.map(([session]) => session));
      for (const [session, events] of sessions) {
        const visit = extendVisit(stored.get(session), events, tally);
        if (visit) store(visit);
      }
      count(tally);
    },
    /** @param events those up to the number */
    advance(until: number, events: readonly StoredEvent[]) {
      advance.run(until, events.at(-1)?.created_at ?? null);
      const refs = originRefs(events);
      if (refs.length > 0) recordDrafts.run(JSON.stringify(refs));
    },
    /** Erases visits, and subtracts them from the totals. */
    erase(sessions: readonly string[]) {
      const tally = new Tally();
      for (const visit of find(sessions).values()) {
        tally.remove(visit);
        deleteVisit.run(visit.session_id);
      }
      count(tally);
    },
  };
}
