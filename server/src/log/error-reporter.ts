import type { FastifyBaseLogger } from 'fastify';
import type { ReportError } from '../store/report-error.ts';

/** Shortest time between two lines with the same message. */
const REPEAT_INTERVAL_MS = 1_000;

/**
 * Returns a function that logs storage errors, each message at most once a second, because a full disk fails every
 * request.
 * @param uptime in ms, monotonic
 */
export function createErrorReporter(
  logger: Pick<FastifyBaseLogger, 'error'>,
  uptime = () => performance.now(),
): ReportError {
  const loggedAt = new Map<string, number>();
  return (message, error) => {
    const time = uptime();
    if (time - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < REPEAT_INTERVAL_MS) return;
    loggedAt.set(message, time);
    logger.error(error instanceof Error ? { err: error } : {}, message);
  };
}
