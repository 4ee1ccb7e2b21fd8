import type { ClientBase } from 'pg';
import { inChunks } from '../store/in-chunks.ts';
import { ADVISORY_LOCKS } from '../store/postgres/advisory-locks.ts';
import { watchSettledNumbers } from '../store/postgres/settled-numbers.ts';
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
import type { StoredEvent, Visit } from './visit.ts';

/** Longest wait for transactions that were open when the newest number was read. */
const SETTLE_TIMEOUT_MS = 2_000;
const ERASED_VISITS_PER_TRANSACTION = 500;
const SUMMARY_INTERVAL_MS = 5_000;

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
  using json_populate_recordset(null::funil.visit_totals, $1) as erased
  where (known.day, known.origin, known.kind, known.label)
    = (erased.day, erased.origin, erased.kind, erased.label) and known.visits = 0`;

/** Returns the updater of PostgreSQL's visits. A lock makes several processes take turns. */
export function createPostgresVisitUpdater(
  client: ClientBase,
  close: () => Promise<void>,
): VisitUpdater {
  const numbers = watchSettledNumbers(
    async (text, values) => (await client.query(text, [...values])).rows,
    ['public.jornada_number_seq'],
  );
  let summary = { newest: 0, time: Number.NEGATIVE_INFINITY };
  return {
    async update(maxEvents) {
      const [newest] = (await numbers.settle(SETTLE_TIMEOUT_MS)) ?? [];
      if (newest === undefined) return 'busy';
      if (newest > summary.newest && performance.now() - summary.time > SUMMARY_INTERVAL_MS) {
        await summarizeIndex(client);
        summary = { newest, time: performance.now() };
      }
      return inTransaction(client, async () =>
        (await tryLock(client)) ? addEvents(client, newest, maxEvents) : 'busy',
      );
    },
    async reset() {
      await inTransaction(client, async () => {
        await waitForLock(client);
        await client.query('truncate funil.visits, funil.visit_totals, funil.visit_origins');
        await client.query(
          'update funil.visit_progress set last_number = 0, counted_until = null, generation = generation + 1',
        );
      });
    },
    erase: (sessions) => eraseVisits(client, sessions),
    async eraseSeenBefore(time) {
      const { rows } = await client.query(
        'select session_id from funil.visits where seen_at < $1',
        [time],
      );
      await eraseVisits(
        client,
        rows.map(({ session_id }) => String(session_id)),
      );
    },
    [Symbol.asyncDispose]: close,
  };
}

/** Adds new pages to the BRIN index: each search reads pages that it lacks completely. */
async function summarizeIndex(client: ClientBase): Promise<void> {
  await client.query("select brin_summarize_new_values('public.jornada_by_number')").catch(() => {
    // Another process locks the table for the same, such as a vacuum; the next summary includes the pages.
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

async function addEvents(client: ClientBase, newest: number, maxEvents: number) {
  const progress = await client.query('select last_number from funil.visit_progress');
  const last = Number(progress.rows[0]?.last_number);
  if (newest <= last) return 'done';
  const until = Math.min(newest, last + maxEvents);
  const { rows: events } = await client.query<StoredEvent>({
    name: 'visit-events',
    text: SELECT_EVENTS.postgres,
    values: [last, until],
  });
  const sessions = Map.groupBy(events, ({ session_id }) => session_id);
  const stored = await findVisits(client, [...sessions.keys()]);
  const tally = new Tally();
  const changed = [...sessions].flatMap(
    ([session, further]) => extendVisit(stored.get(session), further, tally) ?? [],
  );
  await storeVisits(client, changed);
  await storeTally(client, tally);
  const refs = originRefs(events);
  if (refs.length > 0)
    await client.query({ name: 'record-drafts', text: RECORD_DRAFTS.postgres, values: [refs] });
  await client.query(
    `update funil.visit_progress set last_number = $1,
       counted_until = coalesce(to_timestamp($2::double precision / 1000), counted_until)`,
    [until, events.at(-1)?.created_at ?? null],
  );
  return until < newest ? 'more' : 'done';
}

async function findVisits(client: ClientBase, sessions: readonly string[]) {
  const { rows } = await client.query<VisitRow>({
    name: 'visits',
    text: SELECT_VISITS.postgres,
    values: [sessions],
  });
  return new Map(rows.map((row) => [row.session_id, readVisit(row)]));
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
  const changes = tally.changes();
  const totals = JSON.stringify(changes);
  await client.query({ name: 'store-totals', text: STORE_TOTALS, values: [totals] });
  if (changes.some(({ visits }) => visits < 0)) {
    await client.query({ name: 'empty-totals', text: DELETE_EMPTY_TOTALS, values: [totals] });
  }
}

async function eraseVisits(client: ClientBase, sessions: readonly string[]): Promise<void> {
  for (const some of inChunks(sessions, ERASED_VISITS_PER_TRANSACTION)) {
    await inTransaction(client, async () => {
      // Wait for an update in progress, which may hold erased events in memory.
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
