import type { StoreConfig } from '../config/config.ts';
import { readConnectionFacts } from '../connections/connections.ts';
import { readSealedSigningKeys } from '../operators/sign-in/access-token.ts';
import { hasFactor } from '../operators/tables.ts';
import { readSealedSettings } from '../settings/stored-settings.ts';
import type { Database } from '../store/database.ts';
import { openDatabase } from '../store/open-database.ts';
import { readRunningServers } from '../store/running-servers.ts';

/** The contents of a database of this release. */
export type DatabaseContents = Awaited<ReturnType<typeof readContents>>;

export interface OperatorStatus {
  readonly count: number;
  /** Operators without a second factor, who see no data yet. */
  readonly withoutFactor: number;
}

/** Reads the contents of a database of this release. */
export async function readContents(store: StoreConfig, now: number) {
  await using database = await openDatabase(store, 'read');
  const newest = database.selectFrom('leads').select('created_at').orderBy('id', 'desc').limit(1);
  return {
    /** ISO time, UTC; null: no lead. */
    newestLeadAt: (await newest.executeTakeFirst())?.created_at ?? null,
    connections: await readConnectionFacts(database, now),
    running: await readRunningServers(database, now),
    operators: await readOperators(database),
    /** The keys that sign access tokens, sealed. */
    signingKeys: await readSealedSigningKeys(database),
    storedSettings: await readSealedSettings(database),
  };
}

async function readOperators(database: Database): Promise<OperatorStatus> {
  const { count, withFactor } = await database
    .selectFrom('operators')
    .select((builder) => [
      builder.fn.countAll<number>().as('count'),
      builder.fn.countAll<number>().filterWhere(hasFactor(builder)).as('withFactor'),
    ])
    .executeTakeFirstOrThrow();
  return { count, withoutFactor: count - withFactor };
}
