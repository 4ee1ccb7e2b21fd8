import { MINUTE_MS } from '@funil/contract/durations';
import type { FastifyBaseLogger } from 'fastify';
import { RECOVERED, type ReportError } from '../store/health/report-error.ts';
import { describeCause } from './describe-cause.ts';

/** The gaps between the lines of a failure that lasts. The last gap repeats. */
const FAILURE_REPEAT_GAPS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

/** Logs a failure at once and after growing gaps, and once when it ends. Another cause is another failure. */
export function createErrorReporter(
  logger: Pick<FastifyBaseLogger, 'error' | 'info'>,
  uptime = () => performance.now(),
): ReportError {
  const causesByMessage = new Map<string, Map<string, { count: number; nextAt: number }>>();
  return (message, error) => {
    if (error === RECOVERED) {
      if (causesByMessage.delete(message)) logger.info(`no longer: ${message}`);
      return;
    }
    const causes = causesByMessage.get(message) ?? new Map();
    causesByMessage.set(message, causes);
    const cause = error instanceof Error ? `${error.name} ${describeCause(error)}` : '';
    const { count, nextAt } = causes.get(cause) ?? { count: 0, nextAt: Number.NEGATIVE_INFINITY };
    if (uptime() < nextAt) return;
    const gap = FAILURE_REPEAT_GAPS_MS[Math.min(count, FAILURE_REPEAT_GAPS_MS.length - 1)] ?? 0;
    causes.set(cause, { count: count + 1, nextAt: uptime() + gap });
    logger.error(error instanceof Error ? { err: error } : {}, message);
  };
}
