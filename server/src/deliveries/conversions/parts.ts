import type { SiteFactsResult } from '../../site/site-facts.ts';
import type { Database } from '../../store/database.ts';

/** What conversions are told with, to whichever platform. */
export interface ConversionParts<PlatformConfig> {
  readonly config: PlatformConfig;
  /** Whether sales are told too. */
  readonly ownsPurchase: boolean;
  readonly database: Database;
  /** What the build said of the page, now. */
  readonly readSite: () => SiteFactsResult;
  /** In ms since 1970. */
  readonly now: () => number;
}

/** Longest wait for a platform's answer, in ms. */
export const PATIENCE = 8_000;
