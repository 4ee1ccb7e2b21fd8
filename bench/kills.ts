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

const LEADS = Number(process.env.DELIVERIES ?? 10_000);
const KILLS = Number(process.env.KILLS ?? 100);

async function rehearse(database: Record<string, string>, replicas: number) {
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
  const told = [...killed.ids.values()];
  const subjects = new Set(told.map(({ subject }) => subject));
  return {
    leads: String(keys.length),
    arrived: String(keys.filter((key) => subjects.has(key)).length),
    ids: String(killed.ids.size),
    kills: String(KILLS),
    repeats: String(told.reduce((all, { times }) => all + times.length - 1, 0)),
    seconds: killed.seconds.toFixed(0),
  };
}

/** Processes that deliver are killed again and again (DELIVERIES, KILLS): what arrived, and how often. */
export async function benchKills(): Promise<Record<string, Record<string, string>>> {
  await using postgres = await startPostgres();
  return {
    'SQLite, one': await rehearse({}, 1),
    'PostgreSQL, three': await rehearse({ DATABASE_URL: await postgres.createDatabase() }, 3),
  };
}
