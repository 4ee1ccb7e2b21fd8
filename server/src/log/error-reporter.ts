import type { FastifyBaseLogger } from 'fastify';
import type { ReportError } from '../store/report-error.ts';

const REPEAT_INTERVAL_MS = 1_000;

/** A full disk fails every request, so each message is logged at most once a second. */
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
