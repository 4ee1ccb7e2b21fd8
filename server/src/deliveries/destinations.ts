import { readSiteInfo } from '../site/site-info.ts';
import type { Database } from '../store/database.ts';
import type { Destination } from './destination.ts';
import { createGa4Destination } from './ga4/destination.ts';
import { createMailDestinations } from './mail/destination.ts';
import { createMetaDestination } from './meta/destination.ts';
import { type DeliveriesConfig, readProduct } from './settings.ts';
import { createWebhookDestinations } from './webhooks/destination.ts';
import { createGuard } from './webhooks/guard.ts';

/**
 * Returns a function that reads the destinations of settings and database. It is called every second, so that a new
 * endpoint needs no restart; connections stay open between calls.
 */
export function createDestinations(
  config: DeliveriesConfig,
): (database: Database) => Promise<readonly Destination[]> {
  // The page may be published again while the process runs.
  const readSite = () => readSiteInfo(config.site.dir);
  const { meta, ga4, purchaseOwner } = config.conversions;
  const ownsPurchase = purchaseOwner === 'funil';
  const webhooks = createWebhookDestinations(createGuard(config.webhooks));
  const mail = createMailDestinations({
    mail: config.mail,
    readContext: () => ({
      product: readProduct(config.site.dir),
      consoleUrl: config.console.url,
      now: Date.now(),
    }),
  });
  return async (database) => {
    const parts = { database, ownsPurchase, readSite, now: Date.now };
    return [
      ...(await webhooks.read(database)),
      ...mail,
      ...(meta === null ? [] : [createMetaDestination({ ...parts, config: meta })]),
      ...(ga4 === null ? [] : [createGa4Destination({ ...parts, config: ga4 })]),
    ];
  };
}
