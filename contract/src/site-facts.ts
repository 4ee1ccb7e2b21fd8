import { z } from 'zod';
import { CHECKOUT_PLATFORMS } from './checkout.ts';

/** A tag of Google's: Analytics, Ads, or one of both. */
export const GOOGLE_TAG = /^(G|AW|GT)-[A-Z0-9]+$/;
/** A conversion of Google Ads as in `send_to`: account and label. */
export const ADS_CONVERSION = /^AW-\d+\/[\w-]+$/;
/** A pixel of Meta's. */
export const META_PIXEL = /^\d{6,20}$/;

/**
 * What the server needs to know of the page it serves, whose content it never reads. The build leaves it
 * beside the page.
 */
export const siteFactsSchema = z.object({
  /** The page's public address, without a slash at its end. */
  url: z.url(),
  isDemo: z.boolean(),
  checkout: z.object({ url: z.url(), platform: z.enum(CHECKOUT_PLATFORMS) }),
  tracking: z.object({
    gtag: z.string().regex(GOOGLE_TAG).nullable(),
    adsConversion: z.string().regex(ADS_CONVERSION).nullable(),
    pixel: z.string().regex(META_PIXEL).nullable(),
  }),
});
export type SiteFacts = z.infer<typeof siteFactsSchema>;

/** In the built site's folder; the server serves it to nobody. */
export const SITE_FACTS_FILE = 'site-facts.json';
