import type { DeliveryState } from '@funil/contract/deliveries/deliveries';
import { type SqlBool, sql } from 'kysely';
import { NOT_TO_OPERATORS } from '../operators/alerts.ts';
import type { Database, Queryable } from '../store/database.ts';
import { type DeliveryFilter, readDeliveries } from './list-deliveries.ts';
import { ERASED_DATA, isDataErased } from './outbox/erase-events.ts';

type ReplayResult =
  | { readonly ok: true; readonly destination: string }
  /** `off`: the destination is disabled or removed. */
  | { readonly ok: false; readonly reason: 'unknown' | 'erased' | 'off' };

export const REPLAY_REFUSAL_TEXTS = {
  erased: 'Essa entrega falava de quem foi apagado: não há mais o que enviar.',
  off: 'O destino dessa entrega foi desligado ou removido.',
} as const;

const IS_DESTINATION_ON = sql<SqlBool>`exists (
  select 1 from ${sql.table('destinations')} where name = destination and off_at is null)`;

const resetColumns = (at: string) =>
  ({
    state: 'waiting',
    outcome: null,
    attempts: 0,
    due_at: at,
    leased_until: null,
    ended_at: null,
  }) as const;

/**
 * Sends an ended delivery again, or a waiting one now, under the same id.
 * @param at ISO time in UTC
 */
export const replayOne = (database: Database, id: string, at: string): Promise<ReplayResult> =>
  database.transaction().execute(async (transaction): Promise<ReplayResult> => {
    const delivery = await transaction
      .selectFrom('deliveries')
      .innerJoin('outbox_events', 'outbox_events.number', 'deliveries.event_number')
      .select(['destination', 'data', 'state', 'deliveries.subject', 'event_number'])
      .select(IS_DESTINATION_ON.as('isDestinationOn'))
      .where('id', '=', id)
      .where(NOT_TO_OPERATORS)
      .executeTakeFirst();
    if (!delivery) return { ok: false, reason: 'unknown' };
    if (isDataErased(delivery.data)) return { ok: false, reason: 'erased' };
    if (!delivery.isDestinationOn) return { ok: false, reason: 'off' };
    const { destination, subject, event_number } = delivery;
    const update = transaction.updateTable('deliveries');
    // A waiting delivery keeps its attempts and a running lease. Earlier deliveries of the subject are sent first, so
    // they become due, too.
    await (delivery.state === 'waiting'
      ? update
          .set({ due_at: at })
          .where('destination', '=', destination)
          .where('subject', '=', subject)
          .where('state', '=', 'waiting')
          .where('event_number', '<=', event_number)
          .where('due_at', '>', at)
      : update.set(resetColumns(at)).where('id', '=', id)
    ).execute();
    return { ok: true, destination: delivery.destination };
  });

/**
 * Makes the conversions wait again that were not sent to Meta or Google because the contact was suspect.
 * @param subjects at least one
 */
export const requeueWithheld = (transaction: Queryable, subjects: readonly string[], at: string) =>
  transaction
    .updateTable('deliveries')
    .set(resetColumns(at))
    .where('outcome', '=', 'suspect')
    .where(IS_DESTINATION_ON)
    // The index by subject covers only waiting deliveries.
    .where('event_number', 'in', ({ selectFrom }) =>
      selectFrom('outbox_events').select('number').where('subject', 'in', subjects),
    )
    .execute();

interface ReplayQuery extends DeliveryFilter {
  readonly states: readonly Exclude<DeliveryState, 'waiting'>[];
  readonly at: string;
}

/**
 * Sends ended deliveries again, except those of erased persons and disabled destinations. A delivery is replayed once,
 * even if it ends again meanwhile. Returns the number of replayed deliveries.
 */
export async function replayAll(database: Database, query: ReplayQuery): Promise<number> {
  let replayedCount = 0;
  for await (const batch of readDeliveries(database, query)) {
    const ids = batch.map(({ id }) => id);
    const { numUpdatedRows } = await database
      .updateTable('deliveries')
      .set(resetColumns(query.at))
      .where(({ and, eb, exists, selectFrom }) =>
        and([
          eb('id', 'in', ids),
          eb('state', 'in', query.states),
          exists(
            selectFrom('outbox_events')
              .select('number')
              .whereRef('number', '=', 'event_number')
              .where('data', '<>', ERASED_DATA),
          ),
          IS_DESTINATION_ON,
        ]),
      )
      .executeTakeFirst();
    replayedCount += Number(numUpdatedRows);
  }
  return replayedCount;
}
