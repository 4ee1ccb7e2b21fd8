// The thread that tells the outside; deliveries.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import { DESTINATION_FACTORIES, type DeliveriesConfig } from '../deliveries/destinations.ts';
import { startDeliveries } from '../deliveries/start-deliveries.ts';
import { createLogger } from '../log/logger.ts';
import { logTrouble } from '../log/trouble-log.ts';
import { PLATFORMS } from '../public/postbacks/platforms/platforms.ts';
import { readSiteFacts } from '../public/site/site-facts.ts';
import { openDatabase } from '../store/database.ts';

const config = workerData as DeliveriesConfig;
const logger = createLogger({ write: (line) => parentPort?.postMessage(line) });

/** What the page promises may change while this runs. */
function readReplyHours(): number | null {
  const site = readSiteFacts(config.site.dir);
  return site.ok ? site.facts.replyHours : null;
}

const deliveries = startDeliveries({
  open: () => openDatabase(config.store, 'write'),
  makeDestinations: async (database) => {
    const made = DESTINATION_FACTORIES.map(({ make }) => make({ database, config }));
    return (await Promise.all(made)).flat();
  },
  sales: {
    adapters: PLATFORMS,
    attributionDays: config.sales.attributionDays,
    now: Date.now,
  },
  replyHours: readReplyHours,
  // What is captured while this thread is still beginning is told, too.
  since: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
  reportTrouble: logTrouble(logger, Date.now),
  onNumbers: (numbers) => parentPort?.postMessage(numbers),
});

parentPort?.on('message', async (message: 'wake' | 'stop') => {
  if (message === 'wake') return deliveries.wake();
  await deliveries.stop();
  parentPort?.close();
});
