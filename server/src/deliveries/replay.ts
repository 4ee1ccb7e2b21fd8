import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryState } from '@funil/contract/console/deliveries';
import type { Database } from '../store/database.ts';
import { beginWriting } from './writing.ts';

/** What a delivery came to that was to be sent once more. */
export type Replayed =
  | { readonly ok: true; readonly destination: string }
  | {
      readonly ok: false;
      /** Its person was forgotten; its destination is off, or was removed. */
      readonly reason: 'unknown' | 'forgotten' | 'off';
    };

/** Deliveries of one transaction, and the rest after it, in ms: captures get their turn. */
const CHUNK = 200;
const REST = 20;

const afresh = (now: string) =>
  ({
    state: 'waiting',
    outcome: null,
    tries: 0,
    due_at: now,
    leased_until: null,
    ended_at: null,
  }) as const;

/**
 * Has a delivery be sent once more, under the id it had.
 * @param id a UUID
 * @param now ISO time in UTC
 */
export async function replayOne(database: Database, id: string, now: string): Promise<Replayed> {
  return database.transaction().execute(async (step): Promise<Replayed> => {
    await beginWriting(step);
    const found = await step
      .selectFrom('deliveries')
      .innerJoin('announcements', 'announcements.number', 'deliveries.announcement')
      .leftJoin('destinations', 'destinations.name', 'deliveries.destination')
      .select(['destination', 'data', 'off_at', 'destinations.name'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) return { ok: false, reason: 'unknown' };
    if (found.data === '') return { ok: false, reason: 'forgotten' };
    if (found.name === null || found.off_at !== null) return { ok: false, reason: 'off' };
    await step.updateTable('deliveries').set(afresh(now)).where('id', '=', id).execute();
    return { ok: true, destination: found.destination };
  });
}

export interface ReplayWanted {
  /** Announced since: ISO time in UTC; null: all that is kept. */
  readonly since: string | null;
  /** Of one destination; null: of all that are on. */
  readonly destination: string | null;
  readonly states: readonly Exclude<DeliveryState, 'waiting'>[];
  /** ISO time in UTC. */
  readonly now: string;
}

/**
 * Has deliveries that have ended be sent once more, in the order in which they were announced. Each is
 * looked at once: what is delivered meanwhile does not come round again.
 * @returns how many
 */
export async function replayAll(database: Database, wanted: ReplayWanted): Promise<number> {
  let replayed = 0;
  let last: Place | undefined;
  for (;;) {
    const rows = await readEnded(database, wanted, last);
    if (rows.length === 0) return replayed;
    const ids = rows.map(({ id }) => id);
    await database
      .updateTable('deliveries')
      .set(afresh(wanted.now))
      .where('id', 'in', ids)
      .execute();
    replayed += rows.length;
    last = rows.at(-1);
    await pause(REST);
  }
}

/** Where a delivery stands in the order. */
interface Place {
  readonly announcement: number;
  readonly id: string;
}

function readEnded(
  database: Database,
  { since, destination, states }: ReplayWanted,
  last: Place | undefined,
) {
  return database
    .selectFrom('deliveries')
    .innerJoin('announcements', 'announcements.number', 'deliveries.announcement')
    .innerJoin('destinations', 'destinations.name', 'deliveries.destination')
    .select(['announcement', 'id'])
    .where('state', 'in', states)
    .where('data', '<>', '')
    .where('off_at', 'is', null)
    .$if(since !== null, (query) => query.where('announcements.created_at', '>=', since))
    .$if(destination !== null, (query) => query.where('destination', '=', destination))
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('announcement', 'id'), '>', tuple(last?.announcement ?? 0, last?.id ?? '')),
      ),
    )
    .orderBy('announcement')
    .orderBy('id')
    .limit(CHUNK)
    .execute();
}
