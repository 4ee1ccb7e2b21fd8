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
/** More than are under way at once: a kill finds some that wait. */
const LEADS_PER_KILL = 80;
const LEASE = 1_000;
/** Under way at once at an endpoint, of which a kill may repeat each. */
const CONCURRENCY = 48;

test.each([
  ['SQLite', 1],
  ['PostgreSQL', 3],
])(
  '%s, %i at once: delivers each event under one id while processes are killed',
  { timeout: 90_000 },
  async (kind, replicas) => {
    await using opened = await openDeliveries(kind, postgres);
    const keys: string[] = [];
    const toll = await killDeliveries({
      env: { ...opened.env, WEBHOOK_ALLOW_PRIVATE: 'true' },
      replicas,
      kills: KILLS,
      answerAfter: 40,
      lease: LEASE,
      rest: 60,
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
    const subjects = [...toll.ids.values()].map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(keys.toSorted());
    const times = [...toll.ids.values()].map((one) => one.times);
    const repeats = times.reduce((all, each) => all + each.length - 1, 0);
    // What was under way, and what had arrived and was not stored yet.
    expect(repeats).toBeLessThanOrEqual(KILLS * 2 * CONCURRENCY);
    // A repeat comes once the lease of whoever was killed is over, which began before the first arrival.
    const gaps = times.flatMap((each) => each.slice(1).map((time, n) => time - (each[n] ?? 0)));
    expect(Math.min(LEASE, ...gaps)).toBeGreaterThanOrEqual(LEASE / 3);
  },
);
