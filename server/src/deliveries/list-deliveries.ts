import type { DeliveryItem, DeliveryState } from '@funil/contract/console/deliveries';
import type { Database } from '../store/database.ts';
import { selectDeliveries } from './delivery-pages.ts';

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
const PAGE = 500;

/** Deliveries in the order in which they were announced, a page at a time. */
export async function* readDeliveries(
  database: Database,
  wanted: DeliveriesWanted,
): AsyncGenerator<DeliveryFact[]> {
  let last: { readonly announcement: number; readonly id: string } | undefined;
  for (;;) {
    const rows = await readPage(database, wanted, last);
    if (rows.length === 0) return;
    yield rows.map(({ announcement: _, ...fact }) => fact);
    last = rows.at(-1);
  }
}

function readPage(
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
    .limit(PAGE)
    .execute();
}
