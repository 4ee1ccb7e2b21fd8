import { parentPort, workerData } from 'node:worker_threads';
import type { DeliveryMetrics } from '../deliveries/metrics.ts';
import { createErrorReporter } from '../log/error-reporter.ts';
import { createLogger } from '../log/logger.ts';
import { createRefusalStore } from '../sales/notices/refusals.ts';
import { databaseNow } from '../store/clock/database-clock.ts';
import { openWithRelaxedDurability } from '../store/open-database.ts';
import { createHeartbeat } from '../store/running-servers.ts';
import { readCountedUntil } from '../visits/visit-totals.ts';
import { listJobs } from './job-list.ts';
import type { JobThreadData, JobThreadMessage } from './start-job-thread.ts';
import { startJobs } from './start-jobs.ts';

const { config, changesAfter, hiddenVisitorAt } = workerData as JobThreadData;
const reportError = createErrorReporter(
  createLogger({ write: (line) => parentPort?.postMessage(line) }),
);

const refusals = createRefusalStore();
const heartbeat = createHeartbeat(config, hiddenVisitorAt);
const onMetrics = (metrics: DeliveryMetrics) => parentPort?.postMessage(metrics);
const jobs = listJobs({ config, changesAfter, refusals, heartbeat, reportError, onMetrics }).then(
  (list) =>
    startJobs(list, {
      open: () => openWithRelaxedDurability(config.store),
      readLastTime: readCountedUntil,
      now: databaseNow,
      reportError,
    }),
);

async function stop() {
  await (await jobs).stop();
  parentPort?.close();
}

parentPort?.on('message', async (message: JobThreadMessage) => {
  if (typeof message === 'object') {
    refusals.add(message.refused);
    return (await jobs).wake('refused');
  }
  switch (message) {
    case 'notice':
    case 'row':
      return (await jobs).wake(message);
    case 'hidden-visitor-address':
      if (heartbeat.noteHiddenVisitorAddress(databaseNow()))
        (await jobs).wake('hidden-visitor-address');
      return;
    case 'restart':
      heartbeat.keepRow();
      return stop();
    case 'stop':
      return stop();
  }
});
