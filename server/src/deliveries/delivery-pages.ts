import type { DeliveryItem, DeliveryState } from '@funil/contract/console/deliveries';
import type { Page } from '@funil/contract/console/page';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { inFunil } from '../store/funil-tables.ts';

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

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const writePlace = ({ created_at, id }: DeliveryItem): string =>
  Buffer.from(`${created_at} ${id}`).toString('base64url');

/** Null: nobody got that from us. */
export function readDeliveryPlace(text: string): DeliveryPlace | null {
  const [createdAt = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ');
  return MOMENT.test(createdAt) && UUID.test(id) ? { createdAt, id } : null;
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
