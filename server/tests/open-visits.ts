import { expect } from 'vitest';
import { queryTables } from '../../testkit/query-tables.ts';
import { makeFolder } from '../../testkit/start-app.ts';
import type { Postgres } from '../../testkit/start-postgres.ts';
import { readConfig } from '../src/config/config.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { openStore } from '../src/store/open-store.ts';
import { openVisitUpdater } from '../src/visits/open-updater.ts';
import { readVisitTotals } from '../src/visits/visit-totals.ts';
import { makeInsert } from './open-test-store.ts';

const ALL = { from: null, until: null };

/** A database of either kind, what stores events in it, and what makes visits of them when it is told to. */
export async function openVisits(kind: string, postgres: Postgres) {
  const folder = makeFolder();
  const env: Record<string, string> = { DATA_DIR: folder.path };
  if (kind === 'PostgreSQL') env.DATABASE_URL = await postgres.createDatabase();
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.message);
  const config = read.config.store;
  const store = await openStore(config, () => {});
  await store.isReady();
  const query = queryTables(env);
  return {
    config,
    env,
    query,
    updater: await openVisitUpdater(config),
    store: async (rows: object[]) => {
      const outcome = await store.insert(makeInsert('jornada', rows as Record<string, unknown>[]));
      expect(outcome).toEqual({ ok: true });
    },
    readVisits: () => query('select * from funil.visits order by session_id'),
    readTotals: () => query('select * from funil.visit_totals order by day, origin, kind, label'),
    async report() {
      await using database = await openDatabase(config, 'read');
      const { totals, purchases } = await readVisitTotals(database, ALL);
      const sums = new Map<string, number>();
      for (const { day, source, kind, label, visits, amount } of totals) {
        for (const [name, value] of Object.entries({ visits, amount })) {
          const key = [day, source, kind, label, name].join('|');
          sums.set(key, (sums.get(key) ?? 0) + value);
        }
      }
      const known = [...sums].filter(([, value]) => value !== 0).toSorted();
      return {
        totals: known,
        purchases: purchases.map(({ transaction }) => transaction).toSorted(),
      };
    },
    async [Symbol.asyncDispose]() {
      await this.updater.close();
      await store.close();
      folder[Symbol.dispose]();
    },
  };
}
