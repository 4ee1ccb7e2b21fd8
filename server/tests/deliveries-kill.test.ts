import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { killDeliveries } from '../../testkit/kill-deliveries.ts';
import { makeLead } from '../../testkit/rows.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { addEndpoint } from '../src/deliveries/webhooks/endpoints.ts';
import { createGuard } from '../src/deliveries/webhooks/guard.ts';
import { openDeliveries } from './open-deliveries.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const KILLS = 5;
/** More than the concurrent attempts, so that some wait at each kill. */
const LEADS_PER_KILL = 80;
const LEASE_MS = 1_000;
/** Concurrent attempts at an endpoint; a kill may repeat each. */
const CONCURRENCY = 48;

test.each([
  ['SQLite', 1],
  ['PostgreSQL', 3],
])(
  '%s, %i processes: delivers each event under one id while processes are killed',
  async (kind, replicas) => {
    await using opened = await openDeliveries(kind, postgres);
    const keys: string[] = [];
    const { ids } = await killDeliveries({
      env: { ...opened.env, WEBHOOK_ALLOW_PRIVATE: 'true' },
      replicas,
      kills: KILLS,
      answerDelayMs: 40,
      leaseMs: LEASE_MS,
      maxPauseMs: 60,
      async prepare(url) {
        await using database = await opened.open();
        await addEndpoint(database, { url, events: [] }, createGuard({ allowPrivate: true }));
      },
      async store() {
        const added = Array.from({ length: LEADS_PER_KILL }, () => randomUUID());
        await Promise.all(added.map((key) => opened.store('leads', makeLead(), key)));
        keys.push(...added);
        return added.length;
      },
    });
    const subjects = [...ids.values()].map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(keys.toSorted());
    const times = [...ids.values()].map((one) => one.times);
    const repeats = times.reduce((all, each) => all + each.length - 1, 0);
    // Attempts under way, and results that were not stored yet.
    expect(repeats).toBeLessThanOrEqual(KILLS * 2 * CONCURRENCY);
    // A repeat follows the end of the killed process's lease, which began before the first arrival.
    const gaps = times.flatMap((each) => each.slice(1).map((time, n) => time - (each[n] ?? 0)));
    expect(Math.min(LEASE_MS, ...gaps)).toBeGreaterThanOrEqual(LEASE_MS / 3);
  },
);
