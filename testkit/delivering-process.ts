// Finds and tells as the server's thread does, in a process of its own, with a lease as short as LEASE says.
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
  makeDestinations: createDestinations(config),
  sales: { adapters: PLATFORMS, attributionDays: 30, now: Date.now },
  replyHours: () => null,
  reportError: (message, error) => process.stderr.write(`${message}: ${error}\n`),
  lease: Number(process.env.LEASE),
});
