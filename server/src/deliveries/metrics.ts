import { sql } from 'kysely';
import { NOT_TO_OPERATORS } from '../operators/alerts.ts';
import type { Database } from '../store/database.ts';
import { destinationKind } from './destination.ts';
import type { AttemptResult } from './queue.ts';

export interface DeliveryMetrics {
  readonly attempts: readonly ReturnType<typeof deliveryLabelsOf>[];
  /** Age of the oldest delivery that waits for one of the seller's tools; 0 if none waits. */
  readonly oldestWaitingMs: number;
}

export const deliveryLabelsOf = ({ destination, verdict: { state } }: AttemptResult) => ({
  destination: destinationKind(destination),
  outcome: state === 'waiting' ? 'failed' : state,
});

export async function readOldestWaitingMs(database: Database, now: number): Promise<number> {
  const { rows } = await sql<{ created_at: string }>`
    select created_at from ${sql.table('outbox_events')} where number = (
      select min(event_number) from ${sql.table('deliveries')}
      where state = 'waiting' and ${NOT_TO_OPERATORS}
    )`.execute(database);
  const [oldest] = rows;
  return oldest ? Math.max(0, now - Date.parse(oldest.created_at)) : 0;
}
