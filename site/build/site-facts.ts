import type { SiteContent } from '@funil/content/schema/site';
import { type SiteFactsInput, siteFactsSchema } from '@funil/contract/site-facts';

/** What the server may know of the content. */
export type ContentFacts = Omit<SiteFactsInput, 'policy'>;

export function contentFacts(site: SiteContent): ContentFacts {
  const { gtag, adsConversion, pixel, consent } = site.tracking;
  const { replyHours } = site.facts;
  const { url, funnel, platform, refParameter = null } = site.checkout;
  return {
    sections: ['header', 'hero', ...site.sections, 'footer'],
    product: site.product,
    url: site.url,
    isDemo: site.demo,
    replyHours: typeof replyHours === 'number' && replyHours > 0 ? replyHours : null,
    tracking: { gtag, adsConversion, pixel, consent },
    checkout: { url, funnel, platform, refParameter },
  };
}

/** The text of the file in which the server reads them, as the contract has it. */
export const renderSiteFacts = (facts: SiteFactsInput): string =>
  JSON.stringify(siteFactsSchema.parse(facts));
