import { Worker } from 'node:worker_threads';
import type { Config } from './config/config.ts';
import type { LogStream } from './log/logger.ts';
import type { ReportTrouble } from './store/capture-store.ts';

/** What the thread needs to know. */
export type SalesThreadConfig = Pick<Config, 'store' | 'sales'>;

export interface SalesThread {
  /** A notice was kept, and is to be read. */
  wake(): void;
  close(): Promise<void>;
}

/** Until a thread that ended by itself is started again, in ms. */
const RESTART = 5_000;
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

/**
 * Keeps sales up to date in a thread of its own: reading notices and looking for leads holds up no
 * request. Without a platform's secret there are no notices, and no thread.
 */
export function startSales(
  config: Config,
  logStream: LogStream,
  reportTrouble: ReportTrouble,
): SalesThread {
  const isAsked = Object.values(config.postbacks.secrets).some((secret) => secret !== null);
  if (!isAsked) return { wake() {}, async close() {} };
  const workerData: SalesThreadConfig = { store: config.store, sales: config.sales };
  let isClosed = false;
  let worker = start();

  function start(): Worker {
    const started = new Worker(new URL('./sales-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: LIMITS,
    });
    started.on('message', (line: string) => logStream.write(line));
    started.on('error', (error) => reportTrouble('the sales thread ended', error));
    started.on('exit', () => {
      if (!isClosed) setTimeout(() => (worker = start()), RESTART).unref();
    });
    return started;
  }

  return {
    wake: () => worker.postMessage('wake'),
    async close() {
      isClosed = true;
      // It ended by itself, and is to be started again: there is nothing to wait for.
      if (worker.threadId === -1) return;
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      worker.postMessage('close');
      await ended;
    },
  };
}
