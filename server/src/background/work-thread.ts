// The thread of all work beside captures; work.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '../log/logger.ts';
import { logTrouble } from '../log/trouble-log.ts';
import { giveWayTo } from '../store/right-of-way.ts';
import type { WorkConfig, WorkMessage } from './work.ts';

const config = workerData as WorkConfig;
const logger = createLogger({ write: (line) => parentPort?.postMessage(line) });
const parts = {
  giveWay: giveWayTo(config.captures),
  reportTrouble: logTrouble(logger),
};

// Each part imports its own code, so that unused parts stay out of memory.
async function runVisits() {
  const { startVisits } = await import('./keep-visits.ts');
  return startVisits(config.visits, parts);
}

async function runSales() {
  if (config.sales === null) return null;
  const { store, sales } = config.sales;
  const { openDatabase } = await import('../store/open-database.ts');
  const { PLATFORMS } = await import('../sales/platforms/platforms.ts');
  const { startSalesKeeper } = await import('../sales/update-sales.ts');
  const keeper = startSalesKeeper({
    open: () => openDatabase(store, 'write', parts.giveWay),
    adapters: PLATFORMS,
    attributionDays: sales.attributionDays,
    now: Date.now,
    reportTrouble: parts.reportTrouble,
  });
  return { wake: keeper.wake, stop: keeper.close };
}

async function runDeliveries() {
  const { deliveries, begun } = config;
  const { openDatabase } = await import('../store/open-database.ts');
  const { createDestinations } = await import('../deliveries/destinations.ts');
  const { PLATFORMS } = await import('../sales/platforms/platforms.ts');
  const { startDeliveries } = await import('../deliveries/start-deliveries.ts');
  const { readSiteFacts } = await import('../site/site-facts.ts');
  return startDeliveries({
    open: () => openDatabase(deliveries.store, 'write', parts.giveWay),
    makeDestinations: createDestinations(deliveries),
    sales: {
      adapters: PLATFORMS,
      attributionDays: deliveries.sales.attributionDays,
      now: Date.now,
    },
    // Read each time, because the site may be rebuilt meanwhile.
    replyHours() {
      const site = readSiteFacts(deliveries.site.dir);
      return site.ok ? site.facts.replyHours : null;
    },
    begun,
    reportTrouble: parts.reportTrouble,
    onNumbers: (numbers) => parentPort?.postMessage(numbers),
  });
}

async function runCheckpoints() {
  const { dataDir, databaseUrl } = config.visits.store;
  if (databaseUrl !== null) return null;
  const { startCheckpoints } = await import('./keep-checkpoints.ts');
  return startCheckpoints(dataDir, parts);
}

const checkpoints = runCheckpoints();
const visits = runVisits();
const sales = runSales();
let deliveries = config.isDelivering ? runDeliveries() : null;

async function stop() {
  const running = await Promise.all([checkpoints, visits, sales, deliveries]);
  await Promise.all(running.map((one) => one?.stop()));
  parentPort?.close();
}

parentPort?.on('message', async (message: WorkMessage) => {
  switch (message) {
    case 'notice':
      return (await sales)?.wake();
    case 'row':
      return (await deliveries)?.wake();
    case 'deliver':
      deliveries ??= runDeliveries();
      return;
    case 'stop':
      return stop();
  }
});
