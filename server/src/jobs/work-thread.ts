// Entry point of the background thread, which work.ts starts.
import { parentPort, workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import { createServerSign } from '../doctor/running-servers.ts';
import { createErrorReporter } from '../log/error-reporter.ts';
import { createLogger } from '../log/logger.ts';
import { createRefusalStore } from '../sales/store-refusals.ts';
import type { Database } from '../store/database.ts';
import { openDatabase } from '../store/open-database.ts';
import { listJobs } from './job-list.ts';
import { startJobs } from './start-jobs.ts';
import type { WorkData, WorkMessage } from './work.ts';

const { config, begun } = workerData as WorkData;
const { store } = config;
const reportError = createErrorReporter(
  createLogger({ write: (line) => parentPort?.postMessage(line) }),
);
async function open(): Promise<Database> {
  const database = await openDatabase(store, 'write');
  // The background repeats what a power failure makes it forget.
  if (database.dialect === 'sqlite') await sql`pragma synchronous = normal`.execute(database);
  return database;
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

const refusals = createRefusalStore();
const sign = createServerSign(config);
const jobs = listJobs({ config, refusals, sign }).then((list) =>
  startJobs(list, { open, now: Date.now, reportError }),
);
const deliveries = runDeliveries();

async function stop() {
  const running = await Promise.all([jobs, deliveries]);
  await Promise.all(running.map((one) => one.stop()));
  parentPort?.close();
}

parentPort?.on('message', async (message: WorkMessage) => {
  if (typeof message === 'object') {
    refusals.add(message.refused);
    return (await jobs).wake('refused');
  }
  switch (message) {
    case 'notice':
      return (await jobs).wake('notice');
    case 'row':
      return (await deliveries).wake();
    case 'hidden-visitor':
      if (sign.noteHiddenVisitor(Date.now())) (await jobs).wake('hidden-visitor');
      return;
    case 'stop':
      return stop();
  }
});
