import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { AttemptResult } from './queue.ts';

/** What became of deliveries since the last count, and how long the oldest has waited. */
export interface DeliveryMetrics {
  readonly counts: readonly {
    /** webhook, mail, meta or ga4. */
    readonly kind: string;
    /** delivered, failed (to be tried again), dead or canceled. */
    readonly outcome: string;
    readonly count: number;
  }[];
  /** In ms; 0: nothing waits. */
  readonly oldest: number;
}

/** A destination's kind: `webhook` of `webhook:<id>`. */
const kindOf = (destination: string) => destination.split(':')[0] ?? '';

export function createDeliveryCount() {
  let counts = new Map<string, { kind: string; outcome: string; count: number }>();
  return {
    add({ destination, verdict }: AttemptResult) {
      const kind = kindOf(destination);
      const outcome = verdict.state === 'waiting' ? 'failed' : verdict.state;
      const key = `${kind} ${outcome}`;
      const known = counts.get(key);
      counts.set(key, { kind, outcome, count: (known?.count ?? 0) + 1 });
    },
    /** What was added since it was asked last. */
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
  };
}

/** How long the oldest delivery has waited, in ms; 0: none does. */
export async function readOldest(database: Database, now: number): Promise<number> {
  const { rows } = await sql<{ created_at: string }>`
    select created_at from ${sql.table('outbox_events')} where number = (
      select min(event_number) from ${sql.table('deliveries')}
      where state = 'waiting'
    )`.execute(database);
  const [oldest] = rows;
  return oldest ? Math.max(0, now - Date.parse(oldest.created_at)) : 0;
}
