import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { killDeliveries } from '../../testkit/kill-deliveries.ts';
import { makeLead } from '../../testkit/rows.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { addEndpoint } from '../src/deliveries/webhooks/endpoints.ts';
import { createGuard } from '../src/deliveries/webhooks/guard.ts';
import { openDelivering } from './start-delivering.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const LEADS = 240;
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
    await using opened = await openDelivering(kind, postgres);
    const keys = Array.from({ length: LEADS }, () => randomUUID());
    const toll = await killDeliveries({
      env: { ...opened.env, WEBHOOK_ALLOW_PRIVATE: 'true' },
      replicas,
      kills: 5,
      answerAfter: 40,
      lease: LEASE,
      rest: 60,
      async prepare(url) {
        await using database = await opened.open();
        await addEndpoint(database, { url, events: [] }, createGuard({ allowPrivate: true }));
        await Promise.all(keys.map((key) => opened.store('leads', makeLead(), key)));
        return LEADS;
      },
    });
    const subjects = [...toll.ids.values()].map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(keys.toSorted());
    expect(toll.kills).toBeGreaterThan(3);
    const times = [...toll.ids.values()].map((one) => one.times);
    const repeats = times.reduce((all, each) => all + each.length - 1, 0);
    // What was under way, and what had arrived and was not stored yet.
    expect(repeats).toBeLessThanOrEqual(toll.kills * 2 * CONCURRENCY);
    // A repeat comes once the lease of whoever was killed is over, which began before the first arrival.
    const gaps = times.flatMap((each) => each.slice(1).map((time, n) => time - (each[n] ?? 0)));
    expect(Math.min(LEASE, ...gaps)).toBeGreaterThanOrEqual(LEASE / 3);
  },
);
