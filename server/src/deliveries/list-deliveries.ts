import type {
  DeliveryItem,
  DeliveryState,
  DeliveryTry,
  Lane,
} from '@funil/contract/console/deliveries';
import type { Page } from '@funil/contract/console/page';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { inFunil } from '../store/sales-tables.ts';

/** Where a delivery stands in its list; the newest is first. */
export interface DeliveryPlace {
  readonly createdAt: string;
  readonly id: string;
}

export interface DeliveriesPageWanted {
  readonly state?: DeliveryState | undefined;
  readonly destination?: string | undefined;
  /** What a delivery speaks of: `lead:<key>`, `application:<id>`, `sale:<platform>:<key>`. */
  readonly subject?: string | undefined;
  readonly after: DeliveryPlace | null;
  readonly limit: number;
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const writePlace = ({ created_at, id }: DeliveryItem): string =>
  Buffer.from(`${created_at} ${id}`).toString('base64url');

/** Null: nobody got that from us. */
export function readDeliveryPlace(text: string): DeliveryPlace | null {
  const [createdAt = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ');
  return TIMESTAMP.test(createdAt) && UUID.test(id) ? { createdAt, id } : null;
}

/** Deliveries with what they tell of, as they are shown. */
export const selectDeliveries = (database: Database) =>
  inFunil(database, database.dialect)
    .selectFrom('deliveries')
    .innerJoin('announcements', 'announcements.number', 'deliveries.announcement')
    .select(['deliveries.id', 'type', 'destination', 'deliveries.subject', 'state', 'outcome'])
    .select(['tries', 'deliveries.created_at', 'due_at', 'ended_at']);

/** A page of deliveries, the newest first. */
export async function listDeliveryPage(
  database: Database,
  { state, destination, subject, after, limit }: DeliveriesPageWanted,
): Promise<Page<DeliveryItem>> {
  const rows = await selectDeliveries(database)
    // As the partial indexes have it.
    .$if(state !== undefined, (query) =>
      query.where(sql<SqlBool>`deliveries.state = ${sql.lit(state ?? '')}`),
    )
    .$if(destination !== undefined, (query) => query.where('destination', '=', destination ?? ''))
    .$if(subject !== undefined, (query) => query.where('announcements.subject', '=', subject ?? ''))
    .$if(after !== null, (query) =>
      query.where(
        sql<SqlBool>`(deliveries.created_at, deliveries.id) < (${after?.createdAt}, ${after?.id})`,
      ),
    )
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? writePlace(last) : null };
}

/** Null: there is no such delivery. */
export const findDelivery = async (database: Database, id: string): Promise<DeliveryItem | null> =>
  (await selectDeliveries(database).where('deliveries.id', '=', id).executeTakeFirst()) ?? null;

/** The names of all destinations that there are, or were. */
export async function listDestinations(database: Database): Promise<string[]> {
  const rows = await inFunil(database, database.dialect)
    .selectFrom('destinations')
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** A delivery, and what its last try was answered. */
export interface DeliveryFact extends DeliveryItem {
  /** Of the last try; null: there was none. */
  readonly answer: string | null;
}

export interface DeliveriesWanted {
  /** Announced since: ISO time in UTC; null: all. */
  readonly since: string | null;
  /** Of one state; null: of all. */
  readonly state: DeliveryState | null;
}

/** Deliveries in memory at once. */
const LIST_BATCH_SIZE = 500;

/** Deliveries in the order in which they were announced, a page at a time. */
export async function* readDeliveries(
  database: Database,
  wanted: DeliveriesWanted,
): AsyncGenerator<DeliveryFact[]> {
  let last: { readonly announcement: number; readonly id: string } | undefined;
  for (;;) {
    const rows = await readBatch(database, wanted, last);
    if (rows.length === 0) return;
    yield rows.map(({ announcement: _, ...fact }) => fact);
    last = rows.at(-1);
  }
}

function readBatch(
  database: Database,
  { since, state }: DeliveriesWanted,
  last: { readonly announcement: number; readonly id: string } | undefined,
) {
  return selectDeliveries(database)
    .select('announcement')
    .select((query) =>
      query
        .selectFrom('delivery_tries')
        .select('answer')
        .whereRef('delivery', '=', 'deliveries.id')
        .orderBy('delivery_tries.number', 'desc')
        .limit(1)
        .as('answer'),
    )
    .$if(state !== null, (query) => query.where('state', '=', state))
    .$if(since !== null, (query) => query.where('announcements.created_at', '>=', since))
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('announcement', 'id'), '>', tuple(last?.announcement ?? 0, last?.id ?? '')),
      ),
    )
    .orderBy('announcement')
    .orderBy('id')
    .limit(LIST_BATCH_SIZE)
    .execute();
}

/** How deliveries to each destination go. */
export async function readLanes(database: Database): Promise<Lane[]> {
  const funil = inFunil(database, database.dialect);
  const destinations = await funil
    .selectFrom('destinations')
    .select(['name', 'off_at', 'off_reason'])
    .orderBy('name')
    .execute();
  // By the partial indexes of both states: what was delivered long ago is not looked at.
  const count = (state: 'waiting' | 'dead') =>
    funil
      .selectFrom('deliveries')
      .select(['destination', ({ fn }) => fn.countAll().as('n')])
      .where(sql<boolean>`state = ${sql.lit(state)}`)
      .groupBy('destination');
  const waiting = toMap(await count('waiting').execute());
  const failing = toMap(await count('waiting').where('tries', '>', 0).execute());
  const dead = toMap(await count('dead').execute());
  const lanes: Lane[] = [];
  for (const { name, off_at, off_reason } of destinations) {
    const last = await funil
      .selectFrom('deliveries')
      .select('ended_at')
      .where('destination', '=', name)
      .where('state', '=', 'delivered')
      .orderBy('announcement', 'desc')
      .limit(1)
      .executeTakeFirst();
    lanes.push({
      destination: name,
      waiting: waiting.get(name) ?? 0,
      failing: failing.get(name) ?? 0,
      dead: dead.get(name) ?? 0,
      delivered_at: last?.ended_at ?? null,
      off_reason: off_at === null ? null : (off_reason ?? 'removed'),
    });
  }
  return lanes;
}

const toMap = (rows: readonly { destination: string; n: number | string | bigint }[]) =>
  new Map(rows.map(({ destination, n }) => [destination, Number(n)]));

/** One try, and the delivery it was of. */
export interface Try extends DeliveryTry {
  readonly delivery: string;
  readonly type: WebhookEvent;
  /** What has become of the delivery since. */
  readonly state: DeliveryState;
}

/** The last tries of a destination, or of one delivery, the newest first. */
export function readTries(
  database: Database,
  of: { readonly destination: string } | { readonly delivery: string },
  most: number,
): Promise<Try[]> {
  return inFunil(database, database.dialect)
    .selectFrom('delivery_tries')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_tries.delivery')
    .innerJoin('announcements', 'announcements.number', 'deliveries.announcement')
    .select(['tried_at', 'took', 'status', 'answer', 'delivery', 'type', 'state'])
    .$if('destination' in of, (query) =>
      query.where('destination', '=', 'destination' in of ? of.destination : ''),
    )
    .$if('delivery' in of, (query) =>
      query.where('delivery', '=', 'delivery' in of ? of.delivery : ''),
    )
    .orderBy('delivery_tries.number', 'desc')
    .limit(most)
    .execute();
}
