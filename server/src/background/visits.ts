import type { Config, StoreConfig } from '../config/config.ts';
import type { LogStream } from '../log/logger.ts';
import type { ReportTrouble } from '../store/capture-store.ts';
import { startThread, type Thread } from './thread.ts';

/** Nobody waits for visits: a report adds what is in none yet. */
const DELAY = 2_000;

/** What the thread needs to know. */
export interface VisitsWorkerConfig {
  readonly store: StoreConfig;
  /** Days until what conversions know of a visit is erased. */
  readonly contextDays: number;
}

/** Keeps visits up to date in a thread of its own, and what is known of them no longer than it may be. */
export function startVisits(
  { store, conversions }: Pick<Config, 'store' | 'conversions'>,
  logStream: LogStream,
  reportTrouble: ReportTrouble,
): Thread {
  const workerData: VisitsWorkerConfig = { store, contextDays: conversions.contextDays };
  return startThread({
    file: new URL('./visits-worker.ts', import.meta.url),
    options: { workerData },
    work: 'visits',
    delay: DELAY,
    logStream,
    reportTrouble,
  });
}
