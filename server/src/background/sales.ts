import type { Config } from '../config/config.ts';
import type { LogStream } from '../log/logger.ts';
import type { ReportTrouble } from '../store/capture-store.ts';
import { SMALL, startThread } from './thread.ts';

/** What the thread needs to know. */
export type SalesWorkerConfig = Pick<Config, 'store' | 'sales'>;

export interface SalesKeeping {
  /** A notice was kept, and is to be read. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Keeps sales up to date in a thread of its own: reading notices and looking for leads holds up no
 * request. Without a platform's secret there are no notices, and no thread.
 */
export function startSales(
  config: Config,
  logStream: LogStream,
  reportTrouble: ReportTrouble,
): SalesKeeping {
  const isAsked = Object.values(config.postbacks.secrets).some((secret) => secret !== null);
  if (!isAsked) return { wake() {}, async stop() {} };
  const workerData: SalesWorkerConfig = { store: config.store, sales: config.sales };
  const thread = startThread({
    file: new URL('./sales-worker.ts', import.meta.url),
    options: { workerData, resourceLimits: SMALL },
    work: 'sales',
    logStream,
    reportTrouble,
  });
  return { wake: () => thread.tell('wake'), stop: thread.stop };
}
