import type { Config } from '../config/config.ts';
import { readSiteInfo } from '../site/site-info.ts';
import { databaseNow } from '../store/clock/database-clock.ts';
import type { Database } from '../store/database.ts';
import { createAddressGuard } from './address-guard.ts';
import { createConversionDestination } from './conversions.ts';
import type { Destination } from './destination.ts';
import { createGa4Receiver } from './ga4/receiver.ts';
import { createMailDestinations } from './mail/destination.ts';
import { createOperatorMailDestinationReader } from './mail/operator-mail.ts';
import { createMetaReceiver } from './meta/receiver.ts';
import { createPushDestinationReader } from './push/destination.ts';
import { createWebhookDestinationReader } from './webhooks/destination.ts';

/** Returns a reader of all destinations, which a job calls every second; connections stay open between calls. */
export function createDestinationReader(
  config: Pick<
    Config,
    'site' | 'mail' | 'console' | 'conversions' | 'webhooks' | 'store' | 'settings'
  >,
): (database: Database) => Promise<readonly Destination[]> {
  const readSite = () => readSiteInfo(config.site.dir);
  const { meta, ga4, purchaseOwner } = config.conversions;
  const reportsPurchases = purchaseOwner === 'funil';
  const receivers = [
    ...(meta === null ? [] : [createMetaReceiver(meta, { reportsPurchases })]),
    ...(ga4 === null ? [] : [createGa4Receiver(ga4, { reportsPurchases })]),
  ];
  const addressGuard = createAddressGuard(config.webhooks);
  const readEndpoints = createWebhookDestinationReader(addressGuard);
  const readPushes = createPushDestinationReader({ ...config, addressGuard });
  const readContext = () => {
    const site = readSite();
    const product = site.ok ? site.info.product : null;
    return { product, consoleUrl: config.console.url, now: Date.now() };
  };
  const mail = createMailDestinations({ mail: config.mail, readContext });
  const readOperatorMail = createOperatorMailDestinationReader({ mail: config.mail, readContext });
  return async (database) => [
    ...(await readEndpoints(database)),
    ...mail,
    ...readOperatorMail(database),
    ...(await readPushes(database)),
    ...receivers.map((receiver) =>
      createConversionDestination({ database, readSite, now: databaseNow }, receiver),
    ),
  ];
}
