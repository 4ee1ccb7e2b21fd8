import { sql } from 'kysely';
import type { Database, Queryable } from '../../store/database.ts';
import { deleteInSteps } from '../../store/delete-in-steps.ts';
import { withLock } from '../../store/locks.ts';
import { anyOf, numbersOf, tableOfRows } from '../../store/queries/sql.ts';

export const ERASED_DATA = '';

export const isDataErased = (data: string): boolean => data === ERASED_DATA;

export interface OutboxEventSelection {
  readonly subjects: readonly string[];
  /** Numbers of events whose lead, application or sale is already deleted. */
  readonly numbers: readonly number[];
}

export async function findOutboxEventNumbers(
  database: Queryable,
  { subjects, numbers }: OutboxEventSelection,
): Promise<number[]> {
  const table = tableOfRows(
    database,
    { table: 'outbox_events', columns: ['subject'] },
    subjects.map((subject) => ({ subject })),
  );
  const events = database
    .selectFrom('outbox_events')
    .select('number')
    .where('data', '<>', ERASED_DATA);
  const rows = await events
    .where(sql<boolean>`subject in (select subject from ${table} as subjects)`)
    .union(events.where(sql<boolean>`number in (${numbersOf(database, numbers)})`))
    .execute();
  return rows.map(({ number }) => number);
}

/** Waits for the consumer of changes, which may be storing such an event. */
export const eraseOutboxEvents = (database: Database, selection: OutboxEventSelection) =>
  withLock(database, 'contacts', async (transaction) => {
    const events = sql<number>`(${numbersOf(transaction, await findOutboxEventNumbers(transaction, selection))})`;
    const ended_at = new Date().toISOString();
    await transaction
      .updateTable('deliveries')
      .set({ state: 'canceled', outcome: 'erased', ended_at, leased_until: null })
      .where('event_number', 'in', events)
      .where('state', '=', 'waiting')
      .execute();
    await transaction
      .updateTable('delivery_attempts')
      .set({ response: '' })
      .where('delivery', 'in', (query) =>
        query.selectFrom('deliveries').select('id').where('event_number', 'in', events),
      )
      .execute();
    await transaction
      .updateTable('outbox_events')
      .set({ data: ERASED_DATA, phone_key: null, email_key: null })
      .where('number', 'in', events)
      .execute();
  });

const OUTBOX_EVENTS_PER_STATEMENT = 200;

/** Deletes events even if their deliveries still wait. */
export async function deleteOutboxEventsBefore(
  database: Database,
  before: Date,
  kinds: readonly ('lead' | 'application' | 'sale')[],
): Promise<void> {
  const isOfKinds = anyOf(kinds.map((kind) => sql`type like ${`${kind}.%`}`));
  await deleteInSteps(database, {
    table: 'outbox_events',
    where: sql`created_at < ${before.toISOString()} and ${isOfKinds}`,
    rowsPerStatement: OUTBOX_EVENTS_PER_STATEMENT,
  });
}
