import type { ClientBase } from 'pg';
import { inChunks } from '../store/in-chunks.ts';
import { ADVISORY_LOCKS } from '../store/postgres/advisory-locks.ts';
import { watchNumbers } from '../store/postgres/settled-numbers.ts';
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
import type { StoredEvent, Visit } from './visit.ts';

/** Longest wait, in ms, for transactions that were under way when the newest number was read. */
const PATIENCE = 2_000;
const ERASED_AT_ONCE = 500;
/** Between two looks, in ms, at which pages are new. */
const BETWEEN_SUMMARIES = 5_000;

const STORE_VISITS = `
  insert into funil.visits (${VISIT_COLUMNS.join(', ')})
  select ${VISIT_COLUMNS.join(', ')} from json_populate_recordset(null::funil.visits, $1)
  on conflict (session_id) do update set ${SET_VISIT}`;

const STORE_ORIGINS = `
  insert into funil.visit_origins
  select * from json_populate_recordset(null::funil.visit_origins, $1) on conflict do nothing`;

const STORE_TOTALS = `
  insert into funil.visit_totals as known
  select * from json_populate_recordset(null::funil.visit_totals, $1)
  on conflict (day, origin, kind, label) do update set
    visits = known.visits + excluded.visits, amount = known.amount + excluded.amount`;

const DELETE_EMPTY_TOTALS = `
  delete from funil.visit_totals as known
  using json_populate_recordset(null::funil.visit_totals, $1) as gone
  where (known.day, known.origin, known.kind, known.label)
    = (gone.day, gone.origin, gone.kind, gone.label) and known.visits = 0`;

/** Keeps the visits of a PostgreSQL; of several processes that would, one at a time does. */
export function createPostgresVisitUpdater(
  client: ClientBase,
  close: () => Promise<void>,
): VisitUpdater {
  const numbers = watchNumbers(
    async (text, values) => (await client.query(text, [...values])).rows,
    ['public.jornada_number_seq'],
  );
  let summary = { newest: 0, time: Number.NEGATIVE_INFINITY };
  return {
    async update(most) {
      const [newest] = (await numbers.settle(PATIENCE)) ?? [];
      if (newest === undefined) return null;
      if (newest > summary.newest && performance.now() - summary.time > BETWEEN_SUMMARIES) {
        await summarise(client);
        summary = { newest, time: performance.now() };
      }
      return inTransaction(client, async () =>
        (await tryLock(client)) ? readEvents(client, newest, most) : null,
      );
    },
    async reset() {
      await inTransaction(client, async () => {
        await waitForLock(client);
        await client.query('truncate funil.visits, funil.visit_totals, funil.visit_origins');
        await client.query(
          'update funil.visit_progress set last_number = 0, generation = generation + 1',
        );
      });
    },
    erase: (sessions) => eraseVisits(client, sessions),
    async eraseSeenBefore(moment) {
      const { rows } = await client.query(
        'select session_id from funil.visits where seen_at < $1',
        [moment],
      );
      await eraseVisits(
        client,
        rows.map(({ session_id }) => String(session_id)),
      );
    },
    close,
  };
}

/** Has the index know the pages that are new: what it does not know is read whole each time. */
async function summarise(client: ClientBase): Promise<void> {
  await client.query("select brin_summarize_new_values('public.jornada_by_number')").catch(() => {
    // Somebody else holds the table for the same, such as a vacuum; the next time will do.
  });
}

async function inTransaction<Result>(client: ClientBase, run: () => Promise<Result>) {
  await client.query('begin');
  try {
    const result = await run();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function tryLock(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as is_ours', [
    ADVISORY_LOCKS.visits,
  ]);
  return rows[0]?.is_ours === true;
}

const waitForLock = (client: ClientBase) =>
  client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.visits]);

async function readEvents(client: ClientBase, newest: number, most: number): Promise<UpdateStep> {
  const progress = await client.query('select last_number from funil.visit_progress');
  const last = Number(progress.rows[0]?.last_number);
  if (newest <= last) return { events: 0, hasMore: false };
  const until = Math.min(newest, last + most);
  const { rows: events } = await client.query<StoredEvent>({
    name: 'visit-events',
    text: SELECT_EVENTS.postgres,
    values: [last, until],
  });
  const sessions = groupBySession(events);
  const stored = await findVisits(client, [...sessions.keys()]);
  const tally = new Tally();
  const changed = [...sessions].flatMap(
    ([session, further]) => extendVisit(stored.get(session), further, tally) ?? [],
  );
  await storeVisits(client, changed);
  await storeTally(client, tally);
  await client.query('update funil.visit_progress set last_number = $1', [until]);
  return { events: events.length, hasMore: until < newest };
}

async function findVisits(client: ClientBase, sessions: readonly string[]) {
  const { rows } = await client.query<VisitRow>({
    name: 'visits',
    text: SELECT_VISITS.postgres,
    values: [sessions],
  });
  return new Map(rows.map((row) => [String(row.session_id), readVisit(row)]));
}

async function storeVisits(client: ClientBase, visits: readonly Visit[]): Promise<void> {
  if (visits.length === 0) return;
  const rows = visits.map((visit) => ({
    ...visit,
    began_at: new Date(visit.began_at).toISOString(),
    seen_at: new Date(visit.seen_at).toISOString(),
  }));
  await client.query({ name: 'store-visits', text: STORE_VISITS, values: [JSON.stringify(rows)] });
}

async function storeTally(client: ClientBase, tally: Tally): Promise<void> {
  const origins = JSON.stringify(tally.origins());
  await client.query({ name: 'store-origins', text: STORE_ORIGINS, values: [origins] });
  const deltas = tally.deltas();
  const totals = JSON.stringify(deltas);
  await client.query({ name: 'store-totals', text: STORE_TOTALS, values: [totals] });
  if (deltas.some(({ visits }) => visits < 0)) {
    await client.query({ name: 'empty-totals', text: DELETE_EMPTY_TOTALS, values: [totals] });
  }
}

async function eraseVisits(client: ClientBase, sessions: readonly string[]): Promise<void> {
  for (const some of inChunks(sessions, ERASED_AT_ONCE)) {
    await inTransaction(client, async () => {
      // Whoever was adding events that are gone by now has done so.
      await waitForLock(client);
      const found = await findVisits(client, some);
      const tally = new Tally();
      for (const visit of found.values()) tally.remove(visit);
      await client.query('delete from funil.visits where session_id = any($1::uuid[])', [
        [...found.keys()],
      ]);
      await storeTally(client, tally);
    });
  }
}
