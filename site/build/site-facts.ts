import { writeFileSync } from 'node:fs';
import type { SiteContent } from '@funil/content/schema/site';
import { SITE_FACTS_FILE, type SiteFactsInput, siteFactsSchema } from '@funil/contract/site-facts';

/** What the server may know of the content. */
export function siteFacts(site: SiteContent): Omit<SiteFactsInput, 'policy'> {
  const { gtag, adsConversion, pixel, consent } = site.tracking;
  const { replyHours } = site.facts;
  return {
    sections: ['header', 'hero', ...site.sections, 'footer'],
    product: site.product,
    url: site.url,
    isDemo: site.demo,
    replyHours: typeof replyHours === 'number' && replyHours > 0 ? replyHours : null,
    tracking: { gtag, adsConversion, pixel, consent },
    checkout: { url: site.checkout.url, platform: site.checkout.platform },
  };
}

/** Writes the facts where the server reads them, as the contract has them. */
export function writeSiteFacts(folder: URL, facts: SiteFactsInput) {
  writeFileSync(new URL(SITE_FACTS_FILE, folder), JSON.stringify(siteFactsSchema.parse(facts)));
}
