import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { UTM_FIELDS } from '@funil/contract/utm';
import { type AdaptiveBatch, createAdaptiveBatch, inBatches } from '../store/adaptive-batch.ts';
import { GIVE_NO_WAY, type GiveWay } from '../store/right-of-way.ts';
import { withWriteLock } from '../store/sqlite/write-lock.ts';
import { Tally } from './count-visit.ts';
import {
  extendVisit,
  groupBySession,
  readVisit,
  SELECT_EVENTS,
  SELECT_VISITS,
  SET_VISIT,
  type UpdateStep,
  VISIT_COLUMNS,
  type VisitRow,
  type VisitUpdater,
} from './update-visits.ts';
import { STAGES, type StoredEvent, type Visit } from './visit.ts';

/** SQLite has one writer: captures wait while this one writes, and get their turn while it rests. */
export interface Pace {
  /** How long a transaction may take, in ms; where many events are waiting, being late is worse. */
  readonly budget?: number;
  /** Asked before each transaction. */
  readonly giveWay?: GiveWay;
}

const BUDGET = 3;
const BUDGET_FAR_BEHIND = 12;
/** Events that are waiting. */
const FAR_BEHIND = 20_000;
/** Between two transactions, in ms: longer than captures wait between two attempts to write. */
const REST = 4;

const isBlob = (column: string) => column === 'session_id' || column === 'first_event';
const MARKS = VISIT_COLUMNS.map((column) => (isBlob(column) ? 'unhex(?)' : '?')).join(', ');

/** Keeps the visits of the embedded database, in transactions so short that captures hardly notice. */
export function createSqliteVisitUpdater(
  database: DatabaseSync,
  { budget = BUDGET, giveWay = GIVE_NO_WAY }: Pace = {},
): VisitUpdater {
  const gentle = createAdaptiveBatch({ minSize: 2, maxSize: 64, budgetMs: budget });
  const hurried = createAdaptiveBatch({ minSize: 16, maxSize: 256, budgetMs: BUDGET_FAR_BEHIND });
  // Losing power may lose the newest visits, together with how far events were read: they are made again.
  database.exec('pragma synchronous = normal');
  const selectProgress = database.prepare(
    'select last_number, generation, (select max(number) from events) as newest from visit_progress',
  );
  const selectEvents = database.prepare(SELECT_EVENTS.sqlite);
  const selectSeenBefore = database.prepare(
    'select lower(hex(session_id)) as session_id from visits where seen_at < ?',
  );
  const write = prepareWriting(database);

  /** Visits in transactions of their own; those of one generation only until somebody begins anew. */
  async function inTransactions<Item>(
    items: readonly Item[],
    { generation, batch }: { readonly generation: number | null; readonly batch: AdaptiveBatch },
    run: (some: readonly Item[]) => void,
  ) {
    for (const some of inBatches(items, batch)) {
      await giveWay();
      const isSame = await withWriteLock(() => {
        const start = performance.now();
        const wasSame = inTransaction(generation, () => run(some));
        batch.record(some.length, performance.now() - start);
        return wasSame;
      });
      if (!isSame) break;
      await pause(REST);
    }
  }

  /** @returns whether nobody began anew meanwhile */
  function inTransaction(generation: number | null, run: () => void): boolean {
    database.exec('begin immediate');
    try {
      const isSame = generation === null || Number(selectProgress.get()?.generation) === generation;
      if (isSame) run();
      database.exec('commit');
      return isSame;
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }

  async function erase(sessions: readonly string[]) {
    // Whoever is adding events that are gone by now begins again.
    await withWriteLock(() =>
      database.exec('update visit_progress set generation = generation + 1'),
    );
    await inTransactions(sessions, { generation: null, batch: gentle }, write.erase);
  }

  return {
    async update(most): Promise<UpdateStep> {
      const progress = selectProgress.get();
      const [last, newest] = [Number(progress?.last_number), Number(progress?.newest ?? 0)];
      const generation = Number(progress?.generation);
      if (newest <= last) return { events: 0, hasMore: false };
      const until = Math.min(newest, last + most);
      const events = selectEvents.all(last, until) as unknown as StoredEvent[];
      const sessions = [...groupBySession(events)];
      const batch = newest - until > FAR_BEHIND ? hurried : gentle;
      await inTransactions(sessions, { generation, batch }, write.extend);
      await withWriteLock(() => inTransaction(generation, () => write.advance(until)));
      return { events: events.length, hasMore: until < newest };
    },
    async reset() {
      await withWriteLock(() =>
        database.exec(`
          begin immediate;
          delete from visits;
          delete from visit_totals;
          delete from visit_origins;
          update visit_progress set last_number = 0, generation = generation + 1;
          commit;
        `),
      );
    },
    erase,
    async eraseSeenBefore(moment) {
      const rows = selectSeenBefore.all(moment.getTime());
      await erase(rows.map(({ session_id }) => String(session_id)));
    },
    async close() {
      database.close();
    },
  };
}

/** What is written within a transaction. */
function prepareWriting(database: DatabaseSync) {
  const selectVisits = database.prepare(SELECT_VISITS.sqlite);
  const upsertVisit = database.prepare(
    `insert into visits (${VISIT_COLUMNS.join(', ')}) values (${MARKS})
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
  const advance = database.prepare('update visit_progress set last_number = max(last_number, ?)');

  function find(sessions: readonly string[]): Map<string, Visit> {
    const rows = selectVisits.all(JSON.stringify(sessions)) as VisitRow[];
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
    for (const { day, origin, kind, label, visits, amount } of tally.deltas()) {
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
    advance(until: number) {
      advance.run(until);
    },
    /** Erases visits, and takes them out of the totals. */
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
