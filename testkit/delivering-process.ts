// Runs the deliveries in a separate process, with a lease of LEASE ms.
import { readConfig } from '@funil/server/config/config';
import { createDestinations } from '@funil/server/deliveries/destinations';
import { startDeliveries } from '@funil/server/deliveries/start-deliveries';
import { PLATFORMS } from '@funil/server/sales/platforms/platforms';
import { openDatabase } from '@funil/server/store/open-database';

const read = readConfig(process.env);
if (!read.ok) throw new Error(read.message);
const { config } = read;

startDeliveries({
  open: () => openDatabase(config.store, 'write'),
  readDestinations: createDestinations(config),
  sales: { adapters: PLATFORMS, attributionDays: 30 },
  now: Date.now,
  replyHours: () => null,
  reportError: (message, error) => process.stderr.write(`${message}: ${error}\n`),
  lease: Number(process.env.LEASE),
});
