import type { Config } from '../config/config.ts';
import { readSiteInfo } from '../site/site-info.ts';

export type DeliveriesConfig = Pick<
  Config,
  'store' | 'sales' | 'site' | 'mail' | 'console' | 'conversions' | 'webhooks'
>;

/** Reads the product of the published page; null without a page. */
export function readProduct(siteDir: string): string | null {
  const site = readSiteInfo(siteDir);
  return site.ok ? site.info.product : null;
}
