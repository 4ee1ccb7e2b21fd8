// Entry point of the background thread, which work.ts starts.
import { parentPort, workerData } from 'node:worker_threads';
import { hasConversions } from '../config/conversions.ts';
import { hasReconciliation } from '../config/reconcile.ts';
import { createServerSign } from '../doctor/running-servers.ts';
import { listJobs } from '../jobs/job-list.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { createErrorReporter } from '../log/error-reporter.ts';
import { createLogger } from '../log/logger.ts';
import { createRefusalStore } from '../sales/store-refusals.ts';
import { createYieldToCaptures } from '../store/capture-priority.ts';
import { openDatabase } from '../store/open-database.ts';
import { startVisitUpdates } from './visit-updates.ts';
import { hasSales, type WorkData, type WorkMessage } from './work.ts';

const { config, captures, begun, isDelivering } = workerData as WorkData;
const { store, conversions } = config;
const reportError = createErrorReporter(
  createLogger({ write: (line) => parentPort?.postMessage(line) }),
);
const yieldToCaptures = createYieldToCaptures(captures);
const open = () => openDatabase(store, 'write', yieldToCaptures);

// Each part imports its own code, so that unused parts use no memory.
async function runSales() {
  if (!hasSales(config)) return null;
  const { PLATFORMS } = await import('../sales/platforms/platforms.ts');
  const { startSalesUpdater } = await import('../sales/update-sales.ts');
  const { attributionDays } = config.sales;
  const parts = { adapters: PLATFORMS, attributionDays, now: Date.now };
  const { accounts } = config.postbacks;
  const keeper = startSalesUpdater({ ...parts, accounts, open, reportError });
  return { wake: keeper.wake, stop: keeper.close };
}

async function runDeliveries() {
  const { createDestinations } = await import('../deliveries/destinations.ts');
  const { PLATFORMS } = await import('../sales/platforms/platforms.ts');
  const { startDeliveries } = await import('../deliveries/start-deliveries.ts');
  const site = await readSite();
  const { attributionDays } = config.sales;
  return startDeliveries({
    open,
    readDestinations: createDestinations(config),
    sales: { adapters: PLATFORMS, attributionDays },
    now: Date.now,
    replyHours: () => site()?.replyHours ?? null,
    questions: () => site()?.questions ?? [],
    startAfter: begun,
    reportError,
    onMetrics: (metrics) => parentPort?.postMessage(metrics),
  });
}

const readSite = async () => {
  const { readSiteInfo } = await import('../site/site-info.ts');
  return () => {
    // Read at each call, because the site may be rebuilt meanwhile.
    const site = readSiteInfo(config.site.dir);
    return site.ok ? site.info : null;
  };
};

async function runSpend() {
  const { meta } = config.spend;
  if (meta === null) return null;
  const { startSpendPuller } = await import('../spend/meta/pull.ts');
  return startSpendPuller({ config: meta, open, reportError, now: Date.now });
}

async function runReconciler() {
  if (!hasReconciliation(config.reconcile)) return null;
  const { PLATFORMS } = await import('../sales/platforms/platforms.ts');
  const { createSalesApis } = await import('../sales/reconcile/apis.ts');
  const { startReconciler } = await import('../sales/reconcile/schedule.ts');
  const { attributionDays } = config.sales;
  const parts = { adapters: PLATFORMS, attributionDays, now: Date.now, open, reportError };
  return startReconciler({ ...parts, apis: createSalesApis(config.reconcile) });
}

async function runImports() {
  const { startUndoingDeadImports } = await import('../imports/undo-dead-imports.ts');
  const { attributionDays } = config.sales;
  const { uploadFolder } = await import('../imports/uploads.ts');
  const uploadDir = uploadFolder(store.dataDir);
  return startUndoingDeadImports({ open, attributionDays, now: Date.now, reportError, uploadDir });
}

async function runCheckpoints() {
  if (store.databaseUrl !== null) return null;
  const { startCheckpoints } = await import('./checkpoints.ts');
  return startCheckpoints(store.dataDir, reportError);
}

const visits = startVisitUpdates({
  store,
  open,
  yieldToCaptures,
  reportError,
  contextDays: conversions.contextDays,
  isConverting: hasConversions(conversions),
});
const checkpoints = runCheckpoints();
const sales = runSales();
const refusals = createRefusalStore();
const sign = createServerSign(config);
const jobs = startJobs(listJobs(config, refusals, sign), { open, now: Date.now, reportError });
const spend = runSpend();
const reconciler = runReconciler();
const imports = runImports();
let deliveries = isDelivering ? runDeliveries() : null;

async function stop() {
  const running = await Promise.all([
    jobs,
    checkpoints,
    visits,
    sales,
    spend,
    reconciler,
    imports,
    deliveries,
  ]);
  await Promise.all(running.map((one) => one?.stop()));
  parentPort?.close();
}

parentPort?.on('message', async (message: WorkMessage) => {
  if (typeof message === 'object') {
    refusals.add(message.refused);
    return jobs.wake('refused');
  }
  switch (message) {
    case 'notice':
      return (await sales)?.wake();
    case 'row':
      return (await deliveries)?.wake();
    case 'deliver':
      deliveries ??= runDeliveries();
      return;
    case 'hidden-visitor':
      if (sign.noteHiddenVisitor(Date.now())) jobs.wake('hidden-visitor');
      return;
    case 'stop':
      return stop();
  }
});
