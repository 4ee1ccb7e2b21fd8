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
/** Leads stored at once. */
const CHUNK = 500;

async function prepare(env: Record<string, string>, url: string, keys: readonly string[]) {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.message);
  const store = await openStore(read.config.store, (message) => console.error(message));
  await store.isReady();
  await using database = await openDatabase(read.config.store, 'write');
  await addEndpoint(database, { url, events: [] }, createGuard({ allowPrivate: true }));
  for (let start = 0; start < keys.length; start += CHUNK) {
    const some = keys.slice(start, start + CHUNK);
    await Promise.all(
      some.map((idempotencyKey) =>
        store.insert({
          table: 'leads',
          rows: [makeLead()],
          idempotencyKey,
          suspect: null,
          bytes: 0,
        }),
      ),
    );
  }
  await store.close();
}

async function rehearse(database: Record<string, string>, replicas: number) {
  using folder = makeFolder();
  const env = { ...database, DATA_DIR: folder.path, WEBHOOK_ALLOW_PRIVATE: 'true' };
  const keys = Array.from({ length: LEADS }, () => randomUUID());
  const toll = await killDeliveries({
    env,
    replicas,
    kills: KILLS,
    answerAfter: 50,
    lease: 3_000,
    rest: 300,
    async prepare(url) {
      await prepare(env, url, keys);
      return LEADS;
    },
  });
  const told = [...toll.ids.values()];
  const subjects = new Set(told.map(({ subject }) => subject));
  return {
    leads: String(LEADS),
    arrived: String(keys.filter((key) => subjects.has(key)).length),
    ids: String(toll.ids.size),
    kills: String(toll.kills),
    repeats: String(told.reduce((all, { times }) => all + times.length - 1, 0)),
    seconds: toll.seconds.toFixed(0),
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
