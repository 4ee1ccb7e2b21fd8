import type { Config } from '../config/config.ts';
import { readSiteInfo } from '../site/site-info.ts';
import type { Database } from '../store/database.ts';
import { createConversionDestination } from './conversion.ts';
import type { Destination } from './destination.ts';
import { ga4Receiver } from './ga4/destination.ts';
import { createMailDestinations } from './mail/destination.ts';
import { createOperatorMail } from './mail/operator-mail.ts';
import { metaReceiver } from './meta/destination.ts';
import { createPushReader } from './push/destination.ts';
import { createEndpointReader } from './webhooks/destination.ts';
import { createGuard } from './webhooks/guard.ts';

/**
 * Returns a function that lists the current destinations: those in the settings and the endpoints in the database. The
 * caller calls it every second, so that a new endpoint needs no restart. Webhook and mail destinations are created
 * once, because they hold open connections.
 */
export function createDestinations(
  config: Pick<
    Config,
    'site' | 'mail' | 'console' | 'conversions' | 'webhooks' | 'store' | 'settings'
  >,
): (database: Database) => Promise<readonly Destination[]> {
  // The page may be published again while the process runs.
  const readSite = () => readSiteInfo(config.site.dir);
  const { meta, ga4, purchaseOwner } = config.conversions;
  const reportsPurchases = purchaseOwner === 'funil';
  const receivers = [
    ...(meta === null ? [] : [metaReceiver(meta, reportsPurchases)]),
    ...(ga4 === null ? [] : [ga4Receiver(ga4, reportsPurchases)]),
  ];
  const guard = createGuard(config.webhooks);
  const endpoints = createEndpointReader(guard);
  const readPushes = createPushReader({ ...config, guard });
  const readContext = () => {
    const site = readSite();
    const product = site.ok ? site.info.product : null;
    return { product, consoleUrl: config.console.url, now: Date.now() };
  };
  const mail = createMailDestinations({ mail: config.mail, readContext });
  const operatorMail = createOperatorMail({ mail: config.mail, readContext });
  return async (database) => {
    return [
      ...(await endpoints.read(database)),
      ...mail,
      ...operatorMail(database),
      ...(await readPushes(database)),
      ...receivers.map((receiver) =>
        createConversionDestination({ database, readSite, now: Date.now }, receiver),
      ),
    ];
  };
}
