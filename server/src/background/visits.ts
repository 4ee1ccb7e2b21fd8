import type { StoreConfig } from '../config/config.ts';
import type { ReportTrouble } from '../store/capture-store.ts';
import { startThread, type Thread } from './thread.ts';
import type { VisitsTrouble } from './visits-worker.ts';

/** Keeps visits up to date in a thread of its own. */
export const startVisits = (store: StoreConfig, reportTrouble: ReportTrouble): Thread =>
  startThread({
    file: new URL('./visits-worker.ts', import.meta.url),
    options: { workerData: store },
    work: 'visits',
    onMessage: (told) => {
      const { message, error } = told as VisitsTrouble;
      reportTrouble(message, error);
    },
    reportTrouble,
  });
