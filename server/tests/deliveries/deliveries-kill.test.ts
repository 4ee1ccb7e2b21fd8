import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { killDeliveries } from '../../../testkit/kill-deliveries.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { createAddressGuard } from '../../src/deliveries/webhooks/address-guard.ts';
import { addEndpoint } from '../../src/deliveries/webhooks/endpoints.ts';
import { usePostgres } from '../store/open-test-store.ts';
import { openDeliveries } from './open-deliveries.ts';

const postgres = await usePostgres();

/** A kill of each replica. */
const KILLS = 3;
/** More than the concurrent attempts, so that some wait at each kill. */
const LEADS_PER_KILL = 80;

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
      leaseMs: 1_000,
      maxPauseMs: 60,
      async prepare(url) {
        await using database = await opened.open();
        await addEndpoint(
          database,
          { url, events: [] },
          createAddressGuard({ allowPrivate: true }),
        );
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
  },
);
