// Runs the deliveries in a separate process, with a lease of LEASE ms.

import { createDestinationReader } from '@funil/server/deliveries/destinations';
import { listDeliveryJobs } from '@funil/server/jobs/delivery-jobs';
import { startJobs } from '@funil/server/jobs/start-jobs';
import { ADAPTERS } from '@funil/server/sales/platforms/adapters';
import { openDatabase } from '@funil/server/store/open-database';
import { configOf } from './config-of.ts';

const config = configOf(process.env);

const deps = {
  now: Date.now,
  reportError: (message: string, error: unknown) => process.stderr.write(`${message}: ${error}\n`),
};
const jobs = listDeliveryJobs({
  ...deps,
  uptime: () => performance.now(),
  readDestinations: createDestinationReader(config),
  sales: { adapters: ADAPTERS, attributionDays: 30 },
  replyHours: () => null,
  leaseMs: Number(process.env.LEASE),
  changesAfter: null,
});
startJobs(jobs, { ...deps, open: () => openDatabase(config.store, 'write') });
