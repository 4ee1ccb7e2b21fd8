// The thread of all work beside captures; work.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import { hasConversions } from '../config/conversions.ts';
import { createLogger } from '../log/logger.ts';
import { logTrouble } from '../log/trouble-log.ts';
import { openDatabase } from '../store/open-database.ts';
import { giveWayTo } from '../store/right-of-way.ts';
import { startVisits } from './keep-visits.ts';
import { hasSales, type WorkData, type WorkMessage } from './work.ts';

const { config, captures, begun, isDelivering } = workerData as WorkData;
const { store, conversions } = config;
const reportTrouble = logTrouble(createLogger({ write: (line) => parentPort?.postMessage(line) }));
const giveWay = giveWayTo(captures);
const open = () => openDatabase(store, 'write', giveWay);

// Each part imports its own code, so that unused parts stay out of memory.
async function runSales() {
  if (!hasSales(config)) return null;
  const { PLATFORMS } = await import('../sales/platforms/platforms.ts');
  const { startSalesUpdater } = await import('../sales/update-sales.ts');
  const { attributionDays } = config.sales;
  const parts = { adapters: PLATFORMS, attributionDays, now: Date.now };
  const keeper = startSalesUpdater({ ...parts, open, reportTrouble });
  return { wake: keeper.wake, stop: keeper.close };
}

async function runDeliveries() {
  const { createDestinations } = await import('../deliveries/destinations.ts');
  const { PLATFORMS } = await import('../sales/platforms/platforms.ts');
  const { startDeliveries } = await import('../deliveries/start-deliveries.ts');
  const { readSiteFacts } = await import('../site/site-facts.ts');
  const { attributionDays } = config.sales;
  return startDeliveries({
    open,
    makeDestinations: createDestinations(config),
    sales: { adapters: PLATFORMS, attributionDays, now: Date.now },
    // Read each time, because the site may be rebuilt meanwhile.
    replyHours() {
      const site = readSiteFacts(config.site.dir);
      return site.ok ? site.facts.replyHours : null;
    },
    begun,
    reportTrouble,
    onNumbers: (numbers) => parentPort?.postMessage(numbers),
  });
}

async function runCheckpoints() {
  if (store.databaseUrl !== null) return null;
  const { startCheckpoints } = await import('./keep-checkpoints.ts');
  return startCheckpoints(store.dataDir, reportTrouble);
}

const visits = startVisits({
  store,
  open,
  giveWay,
  reportTrouble,
  contextDays: conversions.contextDays,
  isConverting: hasConversions(conversions),
});
const checkpoints = runCheckpoints();
const sales = runSales();
let deliveries = isDelivering ? runDeliveries() : null;

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
