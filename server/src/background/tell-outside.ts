import { DESTINATION_FACTORIES, type DeliveriesConfig } from '../deliveries/destinations.ts';
import type { DeliveryNumbers } from '../deliveries/numbers.ts';
import { type Deliveries, startDeliveries } from '../deliveries/start-deliveries.ts';
import { PLATFORMS } from '../public/postbacks/platforms/platforms.ts';
import { readSiteFacts } from '../public/site/site-facts.ts';
import { openDatabase } from '../store/database.ts';
import type { BesideCaptures } from './work.ts';

interface TellingParts extends BesideCaptures {
  readonly onNumbers: (numbers: DeliveryNumbers) => void;
}

/** Tells the outside what happened. */
export function startTelling(
  config: DeliveriesConfig,
  { giveWay, reportTrouble, onNumbers }: TellingParts,
): Deliveries {
  return startDeliveries({
    open: () => openDatabase(config.store, 'write', giveWay),
    makeDestinations: async (database) => {
      const made = DESTINATION_FACTORIES.map(({ make }) => make({ database, config }));
      return (await Promise.all(made)).flat();
    },
    sales: {
      adapters: PLATFORMS,
      attributionDays: config.sales.attributionDays,
      now: Date.now,
    },
    replyHours: () => readReplyHours(config),
    // What is captured while this is still beginning is told, too.
    since: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
    reportTrouble,
    onNumbers,
  });
}

/** What the page promises may change while this runs. */
function readReplyHours({ site: { dir } }: DeliveriesConfig): number | null {
  const site = readSiteFacts(dir);
  return site.ok ? site.facts.replyHours : null;
}
