// The thread that keeps sales up to date; sales-thread.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from './log/logger.ts';
import { logTrouble } from './log/trouble-log.ts';
import { PLATFORMS } from './public/postbacks/platforms/platforms.ts';
import { startSalesKeeper } from './records/sales-keeper.ts';
import type { SalesThreadConfig } from './sales-thread.ts';
import { openDatabase } from './store/database.ts';

const config = workerData as SalesThreadConfig;
const logger = createLogger({ write: (line) => parentPort?.postMessage(line) });
const keeper = startSalesKeeper({
  open: () => openDatabase(config.store, 'write'),
  adapters: PLATFORMS,
  attributionDays: config.sales.attributionDays,
  now: Date.now,
  reportTrouble: logTrouble(logger, Date.now),
});

parentPort?.on('message', async (message: 'wake' | 'close') => {
  if (message === 'wake') return keeper.wake();
  await keeper.close();
  parentPort?.close();
});
