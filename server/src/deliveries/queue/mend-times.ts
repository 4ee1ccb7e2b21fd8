import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { funilTable, inFunil } from '../../store/funil-tables.ts';
import { inChunks } from '../../store/in-chunks.ts';

/** Deliveries of one transaction, and the rest after it, in ms: captures get their turn. */
const CHUNK = 500;
const REST = 20;

export interface Mending {
  /** In ms since 1970. */
  readonly now: number;
  /** How long a process may hold a delivery, in ms. */
  readonly lease: number;
}

/**
 * Has nothing wait for a time that a clock named which has been set back since. A lease ends within one
 * lease from now, when no try of its process can be under way any more; a try is due now whose time was
 * computed in what is the future again; an endpoint that was taken off leaves within its minute.
 */
export async function mendTimes(database: Database, { now, lease }: Mending): Promise<void> {
  const { dialect } = database;
  const time = new Date(now).toISOString();
  const leaseEnd = new Date(now + lease).toISOString();
  const deliveries = funilTable(dialect, 'deliveries');
  const tries = funilTable(dialect, 'delivery_tries');
  const held = await sql<{ id: string }>`
    select id from ${deliveries} where state = 'waiting' and leased_until > ${leaseEnd}`.execute(
    database,
  );
  await change(database, held.rows, { leased_until: leaseEnd });
  // Without a try a delivery is due from the moment of its announcement or replay.
  const delayed = await sql<{ id: string }>`
    select id from ${deliveries} as delayed where state = 'waiting' and due_at > ${time} and (
      tries = 0 or ${time} < (
        select tried_at from ${tries} where delivery = delayed.id order by number desc limit 1
      )
    )`.execute(database);
  await change(database, delayed.rows, { due_at: time });
  await inFunil(database, dialect)
    .updateTable('endpoints')
    .set({ leaving_since: time })
    .where('leaving_since', '>', time)
    .execute();
}

async function change(
  database: Database,
  rows: readonly { readonly id: string }[],
  values: { readonly leased_until: string } | { readonly due_at: string },
) {
  const ids = rows.map(({ id }) => id);
  for (const chunk of inChunks(ids, CHUNK)) {
    await database.giveWay();
    await inFunil(database, database.dialect)
      .updateTable('deliveries')
      .set(values)
      .where('id', 'in', chunk)
      .where('state', '=', 'waiting')
      .execute();
    await pause(REST);
  }
}
