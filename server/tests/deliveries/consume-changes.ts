import { setTimeout as pause } from 'node:timers/promises';
import {
  type ConsumerDependencies,
  consumeChanges as consumeBatch,
} from '../../src/deliveries/outbox/consume-changes.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import type { Database } from '../../src/store/database.ts';

const CONSUMER_DEPS: ConsumerDependencies = {
  sales: { adapters: ADAPTERS, attributionDays: 30 },
  now: Date.now,
  replyHours: () => null,
};

export async function consumeChanges(database: Database, deps: Partial<ConsumerDependencies> = {}) {
  while ((await consumeBatch(database, { ...CONSUMER_DEPS, ...deps })).hasMore);
}

export function keepConsuming(
  open: () => Promise<Database>,
  deps: Partial<ConsumerDependencies> = {},
) {
  let isStopped = false;
  async function consume() {
    await using database = await open();
    while (!isStopped) {
      await consumeChanges(database, deps);
      await pause(10);
    }
  }

  async function run() {
    while (!isStopped) {
      // After an error the changes stay in the log, until a locked or stopped database answers again.
      await consume().catch(() => pause(10));
    }
  }
  const running = run();
  return {
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
