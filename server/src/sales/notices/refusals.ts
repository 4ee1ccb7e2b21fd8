import { MINUTE_MS } from '@funil/contract/durations';
import type { PlatformName } from '@funil/contract/sales/platforms';
import type { NoticeRefusalReason } from '@funil/contract/sales/refusals';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../store/database.ts';
import { ADAPTER_BY_PATH } from './postback-route.ts';

export interface RefusalCount {
  readonly platform: PlatformName;
  readonly reason: NoticeRefusalReason;
  readonly count: number;
  /** In ms since 1970. */
  readonly lastAt: number;
}

export type CountRefusal = (platform: PlatformName, reason: NoticeRefusalReason) => void;

const REFUSAL_REASON_BY_STATUS: Readonly<Record<number, NoticeRefusalReason>> = {
  401: 'proof',
  404: 'secret',
  413: 'size',
  429: 'failures',
};

export function addRefusalWatch(app: FastifyInstance, countRefusal: CountRefusal) {
  app.addHook('onResponse', (request, reply, done) => {
    const platform = ADAPTER_BY_PATH.get(request.routeOptions.url ?? '');
    const reason = REFUSAL_REASON_BY_STATUS[reply.statusCode];
    if (platform && reason && request.method === 'POST') countRefusal(platform.name, reason);
    done();
  });
}

/** Adds up refusals by platform and reason, so that a flood of notices takes no more memory. */
function createRefusalSums() {
  const countsByKey = new Map<string, RefusalCount>();
  return {
    add(counts: readonly RefusalCount[]) {
      for (const addedCount of counts) {
        const key = `${addedCount.platform} ${addedCount.reason}`;
        const { count = 0, lastAt = 0 } = countsByKey.get(key) ?? {};
        countsByKey.set(key, {
          ...addedCount,
          count: count + addedCount.count,
          lastAt: Math.max(lastAt, addedCount.lastAt),
        });
      }
    },
    take(): RefusalCount[] {
      const counts = [...countsByKey.values()];
      countsByKey.clear();
      return counts;
    },
  };
}

const REFUSAL_SEND_DELAY_MS = 1_000;

/** Counts refusals where notices arrive, and sends the counts at most once a second, so that captures stay fast. */
export function createRefusalCounter(sendCounts: (counts: readonly RefusalCount[]) => void) {
  const refusalSums = createRefusalSums();
  let timer: NodeJS.Timeout | undefined;
  function flush() {
    clearTimeout(timer);
    timer = undefined;
    const counts = refusalSums.take();
    if (counts.length > 0) sendCounts(counts);
  }
  return {
    count(platform: PlatformName, reason: NoticeRefusalReason) {
      refusalSums.add([{ platform, reason, count: 1, lastAt: Date.now() }]);
      timer ??= setTimeout(flush, REFUSAL_SEND_DELAY_MS).unref();
    },
    flush,
  };
}

/** Keeps the counts that were sent until a job stores them. */
export function createRefusalStore() {
  const refusalSums = createRefusalSums();
  return {
    add: refusalSums.add,
    async store(database: Database) {
      const counts = refusalSums.take();
      if (counts.length === 0) return;
      try {
        await storeRefusals(database, counts);
      } catch (error) {
        refusalSums.add(counts);
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
