import type { StoreConfig } from '../config/config.ts';
import type { LogStream } from '../log/logger.ts';
import type { ReportTrouble } from '../store/capture-store.ts';
import { startThread, type Thread } from './thread.ts';

/** Nobody waits for visits: a report adds what is in none yet. */
const DELAY = 2_000;

/** Keeps visits up to date in a thread of its own. */
export const startVisits = (
  store: StoreConfig,
  logStream: LogStream,
  reportTrouble: ReportTrouble,
): Thread =>
  startThread({
    file: new URL('./visits-worker.ts', import.meta.url),
    options: { workerData: store },
    work: 'visits',
    delay: DELAY,
    logStream,
    reportTrouble,
  });
