// Finds and tells as the server's thread does, in a process of its own, with a lease as short as LEASE says.
import { readConfig } from '@funil/server/config/config';
import { DESTINATION_FACTORIES } from '@funil/server/deliveries/destinations';
import { startDeliveries } from '@funil/server/deliveries/start-deliveries';
import { PLATFORMS } from '@funil/server/sales/platforms/platforms';
import { openDatabase } from '@funil/server/store/open-database';

const read = readConfig(process.env);
if (!read.ok) throw new Error(read.message);
const { config } = read;

startDeliveries({
  open: () => openDatabase(config.store, 'write'),
  makeDestinations: async (database) => {
    const made = DESTINATION_FACTORIES.map(({ make }) => make({ database, config }));
    return (await Promise.all(made)).flat();
  },
  sales: { adapters: PLATFORMS, attributionDays: 30, now: Date.now },
  replyHours: () => null,
  reportTrouble: (message, error) => process.stderr.write(`${message}: ${error}\n`),
  lease: Number(process.env.LEASE),
});
