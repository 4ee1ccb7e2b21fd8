import { randomUUID } from 'node:crypto';
import { readConfig } from '@funil/server/config/config';
import { addEndpoint } from '@funil/server/deliveries/webhooks/endpoints';
import { createGuard } from '@funil/server/deliveries/webhooks/guard';
import { openDatabase } from '@funil/server/store/open-database';
import { openStore } from '@funil/server/store/open-store';
import { killDeliveries } from '../testkit/kill-deliveries.ts';
import { makeLead } from '../testkit/rows.ts';
import { makeFolder } from '../testkit/start-app.ts';
import { startPostgres } from '../testkit/start-postgres.ts';
import type { Table } from './statistics.ts';

const LEADS = Number(process.env.DELIVERIES ?? 10_000);
const KILLS = Number(process.env.KILLS ?? 100);

async function measure(database: Record<string, string>, replicas: number) {
  using folder = makeFolder();
  const env = { ...database, DATA_DIR: folder.path, WEBHOOK_ALLOW_PRIVATE: 'true' };
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.message);
  const { store: settings } = read.config;
  const store = await openStore(settings, (message) => console.error(message));
  await store.isReady();
  const keys: string[] = [];
  const killed = await killDeliveries({
    env,
    replicas,
    kills: KILLS,
    answerDelayMs: 50,
    leaseMs: 3_000,
    maxPauseMs: 300,
    async prepare(url) {
      await using opened = await openDatabase(settings, 'write');
      await addEndpoint(opened, { url, events: [] }, createGuard({ allowPrivate: true }));
    },
    async store() {
      const added = Array.from({ length: Math.ceil(LEADS / KILLS) }, () => randomUUID());
      const common = { table: 'leads', rows: [makeLead()], suspect: null, bytes: 0 } as const;
      await Promise.all(added.map((idempotencyKey) => store.insert({ ...common, idempotencyKey })));
      keys.push(...added);
      return added.length;
    },
  });
  await store.close();
  const received = [...killed.ids.values()];
  const subjects = new Set(received.map(({ subject }) => subject));
  return {
    leads: String(keys.length),
    arrived: String(keys.filter((key) => subjects.has(key)).length),
    ids: String(killed.ids.size),
    kills: String(KILLS),
    repeats: String(received.reduce((sum, { arrivals }) => sum + arrivals - 1, 0)),
    seconds: killed.seconds.toFixed(0),
  };
}

/** Kills delivering processes repeatedly (DELIVERIES, KILLS), and counts arrivals and repeats. */
export async function benchKills(): Promise<Table> {
  await using postgres = await startPostgres();
  return {
    'SQLite, one': await measure({}, 1),
    'PostgreSQL, three': await measure({ DATABASE_URL: await postgres.createDatabase() }, 3),
  };
}
