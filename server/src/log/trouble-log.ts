import type { FastifyBaseLogger } from 'fastify';
import type { ReportTrouble } from '../store/capture-store.ts';

/** Shortest time, in ms, between two lines about the same trouble. */
const PAUSE = 1_000;

/**
 * Logs a store's trouble, the same at most once a second: a full disk fails every request.
 * @param uptime in ms, without a jump
 */
export function logTrouble(
  logger: Pick<FastifyBaseLogger, 'error'>,
  uptime = () => performance.now(),
): ReportTrouble {
  const last = new Map<string, number>();
  return (message, error) => {
    const time = uptime();
    if (time - (last.get(message) ?? Number.NEGATIVE_INFINITY) < PAUSE) return;
    last.set(message, time);
    logger.error(error instanceof Error ? { err: error } : {}, message);
  };
}
