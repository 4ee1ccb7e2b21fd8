import type { SiteFacts } from '@funil/contract/site-facts';
import type { ConversionsConfig } from '../config/conversions.ts';
import { tryGa4, tryMeta } from '../deliveries/conversion-test-event.ts';
import { streamOf } from '../deliveries/ga4/destination.ts';
import type { ConversionFacts } from './check-conversions.ts';

/** Sends what counts nowhere: to Meta where a test code is set, and to Google's validation. */
export async function tryConversions(
  config: ConversionsConfig,
  site: SiteFacts | null,
  now: number,
): Promise<ConversionFacts> {
  const { meta, ga4 } = config;
  const pixel = site?.tracking.pixel ?? null;
  const stream = streamOf(site?.tracking.gtag ?? null);
  const [metaResult, ga4Result] = await Promise.all([
    meta?.testEventCode && pixel !== null && site
      ? tryMeta(meta, { pixel, url: site.url }, now)
      : null,
    ga4 && stream !== null ? tryGa4(ga4, stream, now) : null,
  ]);
  return { config, tracking: site?.tracking ?? null, meta: metaResult, ga4: ga4Result };
}
