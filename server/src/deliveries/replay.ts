import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryState } from '@funil/contract/console/deliveries';
import type { Database } from '../store/database.ts';
import { type DeliveryFilter, readDeliveries } from './list-deliveries.ts';
import { writeAfterCaptures } from './write-after-captures.ts';

export type ReplayResult =
  | { readonly ok: true; readonly destination: string }
  /** No such delivery; its person was erased; its destination is disabled or removed. */
  | { readonly ok: false; readonly reason: 'unknown' | 'forgotten' | 'off' };

/** Why a delivery cannot be sent again, for the operator. */
export const REPLAY_REFUSALS = {
  forgotten: 'Essa entrega falava de quem foi apagado: não há mais o que enviar.',
  off: 'O destino dessa entrega foi desligado ou tirado.',
} as const;

/** The pause between two batches, in which captures write. */
const YIELD_MS = 20;

const resetTo = (now: string) =>
  ({
    state: 'waiting',
    outcome: null,
    tries: 0,
    due_at: now,
    leased_until: null,
    ended_at: null,
  }) as const;

/**
 * Makes a delivery due again, under the same id.
 * @param id a UUID
 * @param now ISO time in UTC
 */
export const replayOne = (database: Database, id: string, now: string): Promise<ReplayResult> =>
  writeAfterCaptures(database, async (transaction): Promise<ReplayResult> => {
    const found = await transaction
      .selectFrom('deliveries')
      .innerJoin('outbox_events', 'outbox_events.number', 'deliveries.event_number')
      .leftJoin('destinations', 'destinations.name', 'deliveries.destination')
      .select(['destination', 'data', 'off_at', 'destinations.name'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) return { ok: false, reason: 'unknown' };
    if (found.data === '') return { ok: false, reason: 'forgotten' };
    if (found.name === null || found.off_at !== null) return { ok: false, reason: 'off' };
    await transaction.updateTable('deliveries').set(resetTo(now)).where('id', '=', id).execute();
    return { ok: true, destination: found.destination };
  });

export interface ReplayQuery extends DeliveryFilter {
  readonly states: readonly Exclude<DeliveryState, 'waiting'>[];
  /** ISO time in UTC. */
  readonly now: string;
}

/**
 * Makes ended deliveries due again, in the order of their events, except those of erased persons and disabled
 * destinations. Each is replayed once, even if it ends again meanwhile.
 * @returns the number of replayed deliveries
 */
export async function replayAll(database: Database, query: ReplayQuery): Promise<number> {
  let replayed = 0;
  for await (const batch of readDeliveries(database, query)) {
    const { numUpdatedRows } = await database
      .updateTable('deliveries')
      .set(resetTo(query.now))
      .where(({ and, eb, exists, selectFrom }) =>
        and([
          eb(
            'id',
            'in',
            batch.map(({ id }) => id),
          ),
          eb('state', 'in', query.states),
          exists(
            selectFrom('outbox_events')
              .select('number')
              .whereRef('number', '=', 'event_number')
              .where('data', '<>', ''),
          ),
          exists(
            selectFrom('destinations')
              .select('name')
              .whereRef('name', '=', 'destination')
              .where('off_at', 'is', null),
          ),
        ]),
      )
      .executeTakeFirst();
    replayed += Number(numUpdatedRows);
    await pause(YIELD_MS);
  }
  return replayed;
}
