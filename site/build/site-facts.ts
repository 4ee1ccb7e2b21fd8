import type { SiteContent } from '@funil/content/schema/site';
import { type SiteFactsInput, siteFactsSchema } from '@funil/contract/site-facts';

/** What the server may know of the content. */
export type ContentFacts = Omit<SiteFactsInput, 'policy'>;

export function contentFacts(site: SiteContent): ContentFacts {
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

/** The text of the file in which the server reads them, as the contract has it. */
export const renderSiteFacts = (facts: SiteFactsInput): string =>
  JSON.stringify(siteFactsSchema.parse(facts));
