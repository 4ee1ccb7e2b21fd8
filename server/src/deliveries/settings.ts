import type { Config } from '../config/config.ts';
import { readSiteFacts } from '../site/site-facts.ts';

/** The settings that deliveries read. */
export type DeliveriesConfig = Pick<
  Config,
  'store' | 'sales' | 'site' | 'mail' | 'console' | 'conversions' | 'webhooks'
>;

/**
 * Returns whether settings alone name a destination; webhook endpoints stand in the database. This module
 * imports no sender, since a server that only captures must not load one.
 */
export const hasConfiguredDestination = ({
  mail,
  conversions: { meta, ga4 },
}: DeliveriesConfig): boolean => mail !== null || meta !== null || ga4 !== null;

/** Returns the product of the published page, read anew at each call; null without a page. */
export function readProduct(siteDir: string): string | null {
  const site = readSiteFacts(siteDir);
  return site.ok ? site.facts.product : null;
}
