import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StoreConfig } from '../../config/config.ts';
import type { ReportTrouble } from '../../store/capture-store.ts';
import type { VisitsTrouble } from './keep-visits.ts';

/** Longest wait, in ms, for the thread to finish what it is at: what is cut off is read again. */
const PATIENCE = 2_000;

/** Keeps visits up to date in a thread of its own. */
export function startVisits({ dataDir, databaseUrl }: StoreConfig, reportTrouble: ReportTrouble) {
  const thread = new Worker(new URL('./keep-visits.ts', import.meta.url), {
    workerData: { dataDir, databaseUrl },
  });
  let hasEnded = false;
  thread.on('message', ({ message, error }: VisitsTrouble) => reportTrouble(message, error));
  thread.on('error', (error) => reportTrouble('visits are no longer kept up to date', error));
  thread.on('exit', () => {
    hasEnded = true;
  });
  return {
    async stop(): Promise<void> {
      if (hasEnded) return;
      const end = once(thread, 'exit');
      thread.postMessage('stop');
      const timer = setTimeout(() => void thread.terminate(), PATIENCE);
      await end;
      clearTimeout(timer);
    },
  };
}
