import type { Lane } from '@funil/contract/console/deliveries';
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { inFunil } from '../store/funil-tables.ts';

/** How deliveries to each destination go. */
export async function readLanes(database: Database): Promise<Lane[]> {
  const funil = inFunil(database, database.dialect);
  const destinations = await funil
    .selectFrom('destinations')
    .select(['name', 'off_at', 'off_reason'])
    .orderBy('name')
    .execute();
  // By the partial indexes of both states: what was delivered long ago is not looked at.
  const count = (state: 'waiting' | 'dead') =>
    funil
      .selectFrom('deliveries')
      .select(['destination', ({ fn }) => fn.countAll().as('n')])
      .where(sql<boolean>`state = ${sql.lit(state)}`)
      .groupBy('destination');
  const waiting = toMap(await count('waiting').execute());
  const failing = toMap(await count('waiting').where('tries', '>', 0).execute());
  const dead = toMap(await count('dead').execute());
  const lanes: Lane[] = [];
  for (const { name, off_at, off_reason } of destinations) {
    const last = await funil
      .selectFrom('deliveries')
      .select('ended_at')
      .where('destination', '=', name)
      .where('state', '=', 'delivered')
      .orderBy('announcement', 'desc')
      .limit(1)
      .executeTakeFirst();
    lanes.push({
      destination: name,
      waiting: waiting.get(name) ?? 0,
      failing: failing.get(name) ?? 0,
      dead: dead.get(name) ?? 0,
      delivered_at: last?.ended_at ?? null,
      off_reason: off_at === null ? null : (off_reason ?? 'removed'),
    });
  }
  return lanes;
}

const toMap = (rows: readonly { destination: string; n: number | string | bigint }[]) =>
  new Map(rows.map(({ destination, n }) => [destination, Number(n)]));
