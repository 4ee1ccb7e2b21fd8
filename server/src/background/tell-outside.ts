import { DESTINATION_FACTORIES, type DeliveriesConfig } from '../deliveries/destinations.ts';
import type { DeliveryNumbers } from '../deliveries/numbers.ts';
import { type Deliveries, startDeliveries } from '../deliveries/start-deliveries.ts';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { readSiteFacts } from '../site/site-facts.ts';
import type { RowNumbers } from '../store/delivery-tables.ts';
import { openDatabase } from '../store/open-database.ts';
import type { BesideCaptures } from './work.ts';

interface TellingParts extends BesideCaptures {
  readonly onNumbers: (numbers: DeliveryNumbers) => void;
  /** What was stored when the process began: what is captured since is told; null: not known. */
  readonly begun: RowNumbers | null;
}

/** Tells the outside what happened. */
export function startTelling(
  config: DeliveriesConfig,
  { giveWay, reportTrouble, onNumbers, begun }: TellingParts,
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
    begun,
    reportTrouble,
    onNumbers,
  });
}

/** What the page promises may change while this runs. */
function readReplyHours({ site: { dir } }: DeliveriesConfig): number | null {
  const site = readSiteFacts(dir);
  return site.ok ? site.facts.replyHours : null;
}
