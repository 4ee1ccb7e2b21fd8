import { sql } from 'kysely';
import type { Database, Queryable } from '../store/database.ts';
import { inChunks } from '../store/queries/in-chunks.ts';
import { rowLock } from '../store/queries/sql.ts';
import { MAX_FAILED_ATTEMPTS_KEPT } from '../store/retention.ts';
import type { AttemptOutcome, Delivery } from './destination.ts';
import type { DeliveryVerdict } from './judge-attempt.ts';
import { isDataErased } from './outbox/erase-events.ts';
import { disableDestination } from './registry.ts';

interface DeliveryClaim {
  readonly destination: string;
  readonly maxDeliveries: number;
  /** Events are claimed until their data reaches this size. Null: no limit, because a digest cuts long texts. */
  readonly maxBytes: number | null;
  readonly now: number;
  readonly leaseMs: number;
}

export interface ClaimedDelivery extends Delivery {
  readonly bytes: number;
}

/** Kept low, because an event may be as long as a form allows. */
const CLAIMED_EVENTS_PER_READ = 50;

interface ClaimedRow {
  readonly id: string;
  readonly event_number: number;
  readonly attempts: number;
}

/** Limits a digest to deliveries that were last claimed together, so that after a crash it is sent again unchanged. */
const CLAIMED_TOGETHER = sql` where leased_until is not distinct from (
        select leased_until from due order by due_at, event_number limit 1
      )`;

/** Claims only the first waiting delivery of each subject, so that events arrive in order. */
export async function claimDueDeliveries(
  database: Database,
  claim: DeliveryClaim,
): Promise<ClaimedDelivery[]> {
  if (!(await isAnyDue(database, claim))) return [];
  const deliveries = sql.table('deliveries');
  const events = sql.table('outbox_events');
  const maxBytes = claim.maxBytes ?? Number.MAX_SAFE_INTEGER;
  const at = new Date(claim.now).toISOString();
  const until = new Date(claim.now + claim.leaseMs).toISOString();
  const isDigest = claim.maxBytes === null;
  // `min` is used, because PostgreSQL without statistics reads all waiting deliveries for `not exists` or a join.
  const { rows } = await sql<ClaimedRow>`
    with due as materialized (
      select id, event_number, due_at, leased_until from ${deliveries} as due
      where destination = ${claim.destination} and state = 'waiting' and due_at <= ${at}
        and (leased_until is null or leased_until <= ${at})
        and event_number = (
          select min(first.event_number) from ${deliveries} as first
          where first.destination = due.destination and first.subject = due.subject
            and first.state = 'waiting'
        )
      order by due_at, event_number limit ${claim.maxDeliveries} ${rowLock(database, 'update skip locked')}
    ), sized as materialized (
      select id, due_at, event_number, (
        select octet_length(data) from ${events} where number = due.event_number
      ) as bytes from due${isDigest ? CLAIMED_TOGETHER : sql``}
    ), totaled as (
      select id, bytes, sum(bytes) over (order by due_at, event_number) as bytes_so_far from sized
    )
    update ${deliveries} set leased_until = ${until}
    where id in (select id from totaled where bytes_so_far - bytes < ${maxBytes})
    returning id, event_number, attempts`.execute(database);
  const claimed: ClaimedDelivery[] = [];
  const rowsInOrder = rows.toSorted((a, b) => a.event_number - b.event_number);
  for (const chunk of inChunks(rowsInOrder, CLAIMED_EVENTS_PER_READ)) {
    claimed.push(...(await addEvents(database, chunk, isDigest && rows.length > 1)));
  }
  return claimed;
}

async function addEvents(
  database: Database,
  claimedRows: readonly ClaimedRow[],
  isDigest: boolean,
): Promise<ClaimedDelivery[]> {
  const numbers = claimedRows.map(({ event_number }) => event_number);
  const rows = await database
    .selectFrom('outbox_events')
    .select(['number', 'type', 'subject', 'happened_at', 'data'])
    .where('number', 'in', numbers)
    .execute();
  const eventByNumber = new Map(rows.map((row) => [row.number, row]));
  return claimedRows.flatMap(({ id, event_number, attempts }) => {
    const row = eventByNumber.get(event_number);
    // An erasure after the claim has deleted the event or emptied its data.
    if (!row || isDataErased(row.data)) return [];
    const { number, type, subject, happened_at: happenedAt } = row;
    const payload: unknown = JSON.parse(row.data);
    const data = isDigest ? shortenTexts(payload) : payload;
    const event = { number, type, subject, happenedAt, data };
    return [{ id, attempts, event, bytes: Buffer.byteLength(row.data) }];
  });
}

async function isAnyDue(database: Database, { destination, now }: DeliveryClaim): Promise<boolean> {
  const earliest = await database
    .selectFrom('deliveries')
    .select('due_at')
    .where('destination', '=', destination)
    .where('state', '=', 'waiting')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return earliest !== undefined && Date.parse(earliest.due_at) <= now;
}

export async function releaseDeliveries(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database
    .updateTable('deliveries')
    .set({ leased_until: null })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();
}

const MAX_DIGEST_TEXT_LENGTH = 200;

const shortenTexts = (data: unknown): unknown =>
  Object.fromEntries(Object.entries(Object(data)).map(([name, value]) => [name, cutText(value)]));

/** Returns a long text's beginning as a copy, because a slice would keep the full text in memory. */
const cutText = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_DIGEST_TEXT_LENGTH
    ? Buffer.from(value.slice(0, MAX_DIGEST_TEXT_LENGTH)).toString().toWellFormed()
    : value;

export interface AttemptResult {
  readonly id: string;
  readonly destination: string;
  readonly attempts: number;
  /** The size of the event's data when the delivery was claimed. */
  readonly bytes: number;
  readonly triedAt: number;
  readonly durationMs: number;
  readonly outcome: AttemptOutcome;
  readonly verdict: DeliveryVerdict;
}

/** Stores attempts and their verdicts. A delivery that was canceled during its attempt stays canceled. */
export async function storeResults(
  database: Database,
  results: readonly AttemptResult[],
  now: number,
): Promise<void> {
  if (results.length === 0) return;
  await database.transaction().execute(async (transaction) => {
    const storedIds = new Set<string>();
    const resultsByVerdict = Map.groupBy(results, ({ verdict }) =>
      JSON.stringify([verdict.state, verdict.outcome, verdict.delayMs]),
    );
    for (const group of resultsByVerdict.values()) {
      for (const id of await storeVerdict(transaction, group, now)) storedIds.add(id);
    }
    const storedResults = results.filter(({ id }) => storedIds.has(id));
    await storeAttempts(transaction, storedResults);
    const goneResults = results.filter(({ outcome }) => outcome.result === 'gone');
    for (const name of new Set(goneResults.map(({ destination }) => destination))) {
      await disableDestination(transaction, {
        name,
        reason: 'gone',
        at: new Date(now).toISOString(),
      });
    }
  });
}

async function storeVerdict(
  transaction: Queryable,
  group: readonly AttemptResult[],
  now: number,
): Promise<string[]> {
  const verdict = group[0]?.verdict;
  if (!verdict) return [];
  const { state, outcome, delayMs } = verdict;
  const ids = group.map(({ id }) => id);
  const rows = await transaction
    .updateTable('deliveries')
    .set(({ eb }) => ({
      state,
      outcome,
      attempts: eb('attempts', '+', 1),
      leased_until: null,
      ...(delayMs === null
        ? { ended_at: new Date(now).toISOString() }
        : { due_at: new Date(now + delayMs).toISOString() }),
    }))
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function storeAttempts(transaction: Queryable, results: readonly AttemptResult[]) {
  if (results.length === 0) return;
  const bytesByEvent = await readEventBytes(transaction, results);
  await transaction
    .insertInto('delivery_attempts')
    .values(
      results.map(({ id, triedAt, durationMs, bytes, outcome }) => ({
        delivery: id,
        tried_at: new Date(triedAt).toISOString(),
        duration_ms: Math.round(durationMs),
        status: outcome.status,
        // An erasure has emptied the event if its size has changed. The response may repeat the erased data.
        response: bytesByEvent.get(id) === bytes ? cutResponse(outcome.response) : '',
      })),
    )
    .execute();
  const frequentlyTried = results.filter(({ attempts }) => attempts > MAX_FAILED_ATTEMPTS_KEPT);
  for (const { id } of frequentlyTried) {
    const attempts = sql.table('delivery_attempts');
    await sql`delete from ${attempts}
      where delivery = ${id} and (status is null or status not between 200 and 299) and number not in (
        select number from ${attempts} where delivery = ${id} order by number desc limit ${MAX_FAILED_ATTEMPTS_KEPT})
    `.execute(transaction);
  }
}

async function readEventBytes(transaction: Queryable, results: readonly AttemptResult[]) {
  const ids = results.map(({ id }) => id);
  const rows = await transaction
    .selectFrom('deliveries')
    .innerJoin('outbox_events', 'outbox_events.number', 'deliveries.event_number')
    .select(['deliveries.id', sql<number>`octet_length(data)`.as('bytes')])
    .where('deliveries.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]));
}

const MAX_RESPONSE_BYTES = 1_024;

/** Cuts the response to its limit, without NUL, which PostgreSQL refuses. */
function cutResponse(text: string): string {
  const bytes = Buffer.from(text.slice(0, MAX_RESPONSE_BYTES).replaceAll('\0', '').toWellFormed());
  if (bytes.length <= MAX_RESPONSE_BYTES) return bytes.toString();
  // A character that was cut in two ends as U+FFFD.
  return bytes
    .subarray(0, MAX_RESPONSE_BYTES)
    .toString()
    .replace(/\ufffd+$/, '');
}
