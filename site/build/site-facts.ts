import { writeFileSync } from 'node:fs';
import type { SiteContent } from '@funil/content/schema/site';
import { SITE_FACTS_FILE, type SiteFacts } from '@funil/contract/site-facts';
import type { AstroIntegration } from 'astro';

/** What the server is told of the page. */
export function gatherFacts({ url, demo, checkout, tracking }: SiteContent): SiteFacts {
  const { gtag, adsConversion, pixel } = tracking;
  return {
    url,
    isDemo: demo,
    checkout: { url: checkout.url, platform: checkout.platform ?? 'other' },
    tracking: { gtag, adsConversion, pixel },
  };
}

/** Leaves those facts where the server finds them. */
export function siteFacts(site: SiteContent): AstroIntegration {
  return {
    name: 'site-facts',
    hooks: {
      'astro:build:done': ({ dir }) =>
        writeFileSync(new URL(SITE_FACTS_FILE, dir), JSON.stringify(gatherFacts(site))),
    },
  };
}
