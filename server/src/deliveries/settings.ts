import type { Config } from '../config/config.ts';
import { readSiteInfo } from '../site/site-info.ts';

export type DeliveriesConfig = Pick<
  Config,
  'store' | 'sales' | 'site' | 'mail' | 'console' | 'conversions' | 'webhooks'
>;

/**
 * Returns whether the settings configure a destination; webhook endpoints are rows. This module imports no sender, so
 * that a server that only captures does not load one.
 */
export const hasConfiguredDestination = ({
  mail,
  conversions: { meta, ga4 },
}: DeliveriesConfig): boolean => mail !== null || meta !== null || ga4 !== null;

/** Reads the product of the published page; null without a page. */
export function readProduct(siteDir: string): string | null {
  const site = readSiteInfo(siteDir);
  return site.ok ? site.info.product : null;
}
