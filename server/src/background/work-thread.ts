// The thread of all that happens beside captures; work.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '../log/logger.ts';
import { logTrouble } from '../log/trouble-log.ts';
import { giveWayTo } from '../store/right-of-way.ts';
import type { WorkConfig, WorkWord } from './work.ts';

const config = workerData as WorkConfig;
const logger = createLogger({ write: (line) => parentPort?.postMessage(line) });
const parts = {
  giveWay: giveWayTo(config.captures),
  reportTrouble: logTrouble(logger),
};

// What is not needed stays out of memory.
async function keepVisits() {
  const { startVisits } = await import('./keep-visits.ts');
  return startVisits(config.visits, parts);
}

async function keepSales() {
  if (config.sales === null) return null;
  const { startSales } = await import('./keep-sales.ts');
  return startSales(config.sales, parts);
}

async function tellOutside() {
  const { startTelling } = await import('./tell-outside.ts');
  return startTelling(config.deliveries, {
    ...parts,
    begun: config.begun,
    onNumbers: (numbers) => parentPort?.postMessage(numbers),
  });
}

async function keepCheckpoints() {
  const { dataDir, databaseUrl } = config.visits.store;
  if (databaseUrl !== null) return null;
  const { startCheckpoints } = await import('./keep-checkpoints.ts');
  return startCheckpoints(dataDir, parts);
}

const checkpoints = keepCheckpoints();
const visits = keepVisits();
const sales = keepSales();
let telling = config.isTelling ? tellOutside() : null;

async function stop() {
  const running = await Promise.all([checkpoints, visits, sales, telling]);
  await Promise.all(running.map((one) => one?.stop()));
  parentPort?.close();
}

parentPort?.on('message', async (word: WorkWord) => {
  switch (word) {
    case 'notice':
      return (await sales)?.wake();
    case 'row':
      return (await telling)?.wake();
    case 'tell':
      telling ??= tellOutside();
      return;
    case 'stop':
      return stop();
  }
});
