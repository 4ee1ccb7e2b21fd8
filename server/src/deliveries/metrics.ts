import { sql } from 'kysely';
import { OPERATOR_MAIL } from '../operators/alerts.ts';
import type { Database } from '../store/database.ts';
import type { AttemptResult } from './queue.ts';

interface OutcomeCount {
  /** `webhook`, `mail`, `meta` or `ga4`. */
  readonly kind: string;
  /** `delivered`, `failed` (to be retried), `dead` or `canceled`. */
  readonly outcome: string;
  readonly count: number;
}

export interface DeliveryMetrics {
  /** Attempts since the last report. */
  readonly counts: readonly OutcomeCount[];
  /** How long the oldest delivery has waited; 0 if none waits. */
  readonly oldestWaitingMs: number;
}

/** Returns a counter of attempts by kind of destination and outcome. */
export function createDeliveryCounter() {
  let counts = new Map<string, OutcomeCount>();
  return {
    add({ destination, verdict }: AttemptResult) {
      const [kind = ''] = destination.split(':');
      const outcome = verdict.state === 'waiting' ? 'failed' : verdict.state;
      const key = `${kind} ${outcome}`;
      counts.set(key, { kind, outcome, count: (counts.get(key)?.count ?? 0) + 1 });
    },
    /** Returns the counts since the last call. */
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
  };
}

/** Returns how long the oldest delivery to the seller's tools has waited, in ms; 0 if none waits. */
export async function readOldestWaitingMs(database: Database, now: number): Promise<number> {
  const { rows } = await sql<{ created_at: string }>`
    select created_at from ${sql.table('outbox_events')} where number = (
      select min(event_number) from ${sql.table('deliveries')}
      where state = 'waiting' and destination <> ${OPERATOR_MAIL}
    )`.execute(database);
  const [oldest] = rows;
  return oldest ? Math.max(0, now - Date.parse(oldest.created_at)) : 0;
}
