// The thread that keeps sales up to date; sales.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '../log/logger.ts';
import { logTrouble } from '../log/trouble-log.ts';
import { PLATFORMS } from '../public/postbacks/platforms/platforms.ts';
import { startSalesKeeper } from '../records/sales-keeper.ts';
import { openDatabase } from '../store/database.ts';
import type { SalesWorkerConfig } from './sales.ts';

const config = workerData as SalesWorkerConfig;
const logger = createLogger({ write: (line) => parentPort?.postMessage(line) });
const keeper = startSalesKeeper({
  open: () => openDatabase(config.store, 'write'),
  adapters: PLATFORMS,
  attributionDays: config.sales.attributionDays,
  now: Date.now,
  reportTrouble: logTrouble(logger, Date.now),
});

parentPort?.on('message', async (message: 'wake' | 'stop') => {
  if (message === 'wake') return keeper.wake();
  await keeper.close();
  parentPort?.close();
});
