import type { Database } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';
import { REMOVED_ENDPOINT_MS } from '../../store/retention.ts';
import { switchOff } from '../registry.ts';
import { destinationOf } from './endpoint.ts';
import { isId } from './endpoints.ts';

/**
 * Takes an endpoint off for now: nothing is sent to it, what happens waits for it, and after a minute it is
 * removed. What is under way at this moment may still arrive.
 * @param now in ms
 * @returns false: there is no such endpoint
 */
export async function leaveEndpoint(database: Database, id: string, now: number): Promise<boolean> {
  return mark(database, id, new Date(now).toISOString());
}

/**
 * Brings an endpoint back as it was, with its secret and all that waited.
 * @returns false: it is removed by now
 */
export async function restoreEndpoint(database: Database, id: string): Promise<boolean> {
  return mark(database, id, null);
}

async function mark(database: Database, id: string, leaving_since: string | null) {
  if (!isId(id)) return false;
  const { numUpdatedRows } = await inFunil(database, database.dialect)
    .updateTable('endpoints')
    .set({ leaving_since })
    .where('id', '=', id.toLowerCase())
    .where('leaving_since', leaving_since === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/**
 * Removes endpoints that were taken off and did not come back.
 * @param now in ms
 */
export async function removeLeft(database: Database, now: number): Promise<void> {
  const { dialect } = database;
  const since = new Date(now - REMOVED_ENDPOINT_MS).toISOString();
  const funil = inFunil(database, dialect);
  // Most of the time nobody has left: nothing is written then.
  const left = await funil
    .selectFrom('endpoints')
    .select('id')
    .where('leaving_since', '<', since)
    .execute();
  if (left.length === 0) return;
  await database.giveWay();
  await database.transaction().execute(async (step) => {
    const gone = await inFunil(step, dialect)
      .deleteFrom('endpoints')
      .where('leaving_since', '<', since)
      .returning('id')
      .execute();
    for (const { id } of gone) {
      const off = { name: destinationOf(id), reason: 'removed', now: new Date(now).toISOString() };
      await switchOff(step, dialect, off);
    }
  });
}
