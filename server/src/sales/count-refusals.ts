import type { PlatformName } from '@funil/contract/platforms';
import type { RefusalReason } from '@funil/contract/refusals';
import type { FastifyInstance } from 'fastify';
import type { Platform } from './platforms/authentication.ts';

/** How often a platform's notices were refused for one reason. */
export interface RefusalCount {
  readonly platform: PlatformName;
  readonly reason: RefusalReason;
  readonly count: number;
  /** When the last one was refused, in ms since 1970. */
  readonly lastAt: number;
}

export type CountRefusal = (platform: PlatformName, reason: RefusalReason) => void;

/** The reasons by the status of the response; every other status is no refusal. */
const REASONS: Readonly<Record<number, RefusalReason>> = {
  401: 'proof',
  404: 'secret',
  413: 'size',
  429: 'failures',
};

/** Calls `count` for each notice that the routes of an app refuse. */
export function addRefusalWatch(
  app: FastifyInstance,
  platforms: Readonly<Record<PlatformName, Platform>>,
  count: CountRefusal,
) {
  const byPath = new Map(Object.values(platforms).map(({ name }) => [`/postbacks/${name}`, name]));
  app.addHook('onResponse', (request, reply, done) => {
    const platform = byPath.get(request.url.split('?', 1)[0] ?? '');
    const reason = REASONS[reply.statusCode];
    if (platform && reason && request.method === 'POST') count(platform, reason);
    done();
  });
}

const SEND_DELAY_MS = 1_000;

/**
 * Counts refusals in memory and sends the counts at most once a second, so that a flood of forged notices costs captures
 * nothing.
 */
export function createRefusalCounter(send: (counts: readonly RefusalCount[]) => void) {
  const counts = new Map<string, RefusalCount>();
  let timer: NodeJS.Timeout | undefined;
  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size > 0) send([...counts.values()]);
    counts.clear();
  }
  return {
    count(platform: PlatformName, reason: RefusalReason) {
      addCount(counts, { platform, reason, count: 1, lastAt: Date.now() });
      timer ??= setTimeout(flush, SEND_DELAY_MS).unref();
    },
    /** Sends the counts at once. */
    flush,
  };
}

/** Adds a count to others by platform and reason: they have at most as many entries as platforms times reasons. */
export function addCount(counts: Map<string, RefusalCount>, added: RefusalCount) {
  const key = `${added.platform} ${added.reason}`;
  const { count = 0, lastAt = 0 } = counts.get(key) ?? {};
  counts.set(key, {
    ...added,
    count: count + added.count,
    lastAt: Math.max(lastAt, added.lastAt),
  });
}
