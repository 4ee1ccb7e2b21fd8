import type { Postgres } from '../../testkit/start-postgres.ts';
import { readConfig } from '../src/config/config.ts';
import { addEndpoint } from '../src/deliveries/webhooks/endpoints.ts';
import { createGuard } from '../src/deliveries/webhooks/guard.ts';
import { openDatabase } from '../src/store/open-database.ts';
import type { GiveWay } from '../src/store/right-of-way.ts';
import { openOperatorTest } from './operator-database.ts';

export const guard = createGuard({ allowPrivate: true });

/** A database of its own, open for changes, to which endpoints are added. */
export async function openEndpointTest(kind: string, postgres: Postgres) {
  const house = await openOperatorTest(kind, postgres);
  const read = readConfig(house.env);
  if (!read.ok) throw new Error(read.message);
  const open = (giveWay?: GiveWay) => openDatabase(read.config.store, 'write', giveWay);
  const database = await open();
  const table = (name: string) => (house.env.DATABASE_URL ? `funil.${name}` : name);
  return {
    ...house,
    open,
    database,
    table,
    /** @throws Error where the address is refused */
    async add(url: string, events: Parameters<typeof addEndpoint>[1]['events'] = []) {
      const added = await addEndpoint(database, { url, events }, guard);
      if (!added.ok) throw new Error(added.reason);
      return added;
    },
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await house[Symbol.asyncDispose]();
    },
  };
}
