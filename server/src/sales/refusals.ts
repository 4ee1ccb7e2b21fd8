import { MINUTE_MS } from '@funil/contract/durations';
import type { PlatformName } from '@funil/contract/sales/platforms';
import type { RefusalReason } from '@funil/contract/sales/refusals';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../store/database.ts';
import type { PlatformAdapter } from './platforms/authentication.ts';
import { mapPlatforms } from './postback-route.ts';

export interface RefusalCount {
  readonly platform: PlatformName;
  readonly reason: RefusalReason;
  readonly count: number;
  /** In ms since 1970. */
  readonly lastAt: number;
}

export type CountRefusal = (platform: PlatformName, reason: RefusalReason) => void;

const REASONS_BY_STATUS: Readonly<Record<number, RefusalReason>> = {
  401: 'proof',
  404: 'secret',
  413: 'size',
  429: 'failures',
};

export function addRefusalWatch(
  app: FastifyInstance,
  platforms: Readonly<Record<PlatformName, PlatformAdapter>>,
  count: CountRefusal,
) {
  const byPath = mapPlatforms(platforms);
  app.addHook('onResponse', (request, reply, done) => {
    const platform = byPath.get(request.routeOptions.url ?? '');
    const reason = REASONS_BY_STATUS[reply.statusCode];
    if (platform && reason && request.method === 'POST') count(platform.name, reason);
    done();
  });
}

/** Keeps one count per platform and reason, so that a flood of notices takes no more memory. */
function collectRefusals() {
  const byPlatformAndReason = new Map<string, RefusalCount>();
  return {
    add(counts: readonly RefusalCount[]) {
      for (const added of counts) {
        const key = `${added.platform} ${added.reason}`;
        const { count = 0, lastAt = 0 } = byPlatformAndReason.get(key) ?? {};
        const total = count + added.count;
        byPlatformAndReason.set(key, {
          ...added,
          count: total,
          lastAt: Math.max(lastAt, added.lastAt),
        });
      }
    },
    take(): RefusalCount[] {
      const counts = [...byPlatformAndReason.values()];
      byPlatformAndReason.clear();
      return counts;
    },
  };
}

const SEND_DELAY_MS = 1_000;

/** Sends at most once a second, so that forged notices do not slow captures. */
export function createRefusalCounter(send: (counts: readonly RefusalCount[]) => void) {
  const collected = collectRefusals();
  let timer: NodeJS.Timeout | undefined;
  function flush() {
    clearTimeout(timer);
    timer = undefined;
    const counts = collected.take();
    if (counts.length > 0) send(counts);
  }
  return {
    count(platform: PlatformName, reason: RefusalReason) {
      collected.add([{ platform, reason, count: 1, lastAt: Date.now() }]);
      timer ??= setTimeout(flush, SEND_DELAY_MS).unref();
    },
    flush,
  };
}

export function createRefusalStore() {
  const collected = collectRefusals();
  return {
    add: collected.add,
    async store(database: Database) {
      const counts = collected.take();
      if (counts.length === 0) return;
      try {
        await storeRefusals(database, counts);
      } catch (error) {
        collected.add(counts);
        throw error;
      }
    },
  };
}

export async function storeRefusals(database: Database, counts: readonly RefusalCount[]) {
  const rows = counts.map(({ platform, reason, count, lastAt }) => ({
    minute: new Date(lastAt - (lastAt % MINUTE_MS)).toISOString(),
    platform,
    reason,
    count,
    last_at: new Date(lastAt).toISOString(),
  }));
  await database
    .insertInto('refused_notices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['minute', 'platform', 'reason']).doUpdateSet((eb) => ({
        count: eb(eb.ref('refused_notices.count'), '+', eb.ref('excluded.count')),
        last_at: eb.ref('excluded.last_at'),
      })),
    )
    .execute();
}
