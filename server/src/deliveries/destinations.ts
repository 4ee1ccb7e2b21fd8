import type { Config } from '../config/config.ts';
import type { Database } from '../store/database.ts';
import { ga4Factory, metaFactory } from './conversions/factories.ts';
import type { Destination } from './destination.ts';
import { createMailFactory } from './mail/factory.ts';
import { webhookFactory } from './webhooks/factory.ts';

/** What is known of the settings where deliveries are sent. */
export type DeliveriesConfig = Pick<
  Config,
  'store' | 'sales' | 'site' | 'mail' | 'console' | 'conversions' | 'webhooks'
>;

export interface FactoryParts {
  readonly database: Database;
  readonly config: DeliveriesConfig;
}

/** A kind of destination. */
export interface DestinationFactory {
  /** Those there are now; asked again every second, so that a new one needs no restart. */
  make(parts: FactoryParts): Promise<Destination[]>;
}

/** Every kind there is. */
export const DESTINATION_FACTORIES: readonly DestinationFactory[] = [
  webhookFactory,
  createMailFactory(),
  metaFactory,
  ga4Factory,
];
