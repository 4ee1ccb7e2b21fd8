/** What the build tells the server of the site it made: the file `site.json` beside its pages. */
import * as z from 'zod/mini';
import { CHECKOUT_PLATFORMS } from './platforms.ts';

export const SITE_FACTS_FILE = 'site.json';

/** A tag of Google's: Analytics, Ads, or one of both. */
export const GOOGLE_TAG = /^(G|AW|GT)-[A-Z0-9]+$/;
/** A conversion of Google Ads as in `send_to`: account and label. */
export const ADS_CONVERSION = /^AW-\d+\/[\w-]+$/;
/** A pixel of Meta's. */
export const META_PIXEL = /^\d{6,20}$/;

export const siteFactsSchema = z.object({
  /** Content-Security-Policy of every document: hashes of inline scripts, configured hosts. */
  policy: z.string().check(z.minLength(1)),
  /** `data-section` of each section, in the page's order. */
  sections: z.array(z.string()),
  product: z.string(),
  /** The page's public address, without a slash at its end. */
  url: z.string().check(z.minLength(1)),
  /** Whether the page says of itself that it is a demonstration. */
  isDemo: z.boolean(),
  /** Hours within which an application is answered; null where content does not say. */
  replyHours: z.nullable(z.number().check(z.positive())),
  tracking: z.object({
    /** Ids as the networks give them; null: not configured. */
    gtag: z.nullable(z.string()),
    adsConversion: z.nullable(z.string()),
    pixel: z.nullable(z.string()),
    consent: z.enum(['notice', 'banner']),
  }),
  checkout: z.object({
    url: z.string().check(z.minLength(1)),
    platform: z._default(z.enum(CHECKOUT_PLATFORMS), 'other'),
    /** Null: built by an earlier release. */
    funnel: z._default(z.nullable(z.string()), null),
    refParameter: z._default(z.nullable(z.string()), null),
  }),
});
export type SiteFacts = z.infer<typeof siteFactsSchema>;
/** As the build writes it: what has a default may be left out. */
export type SiteFactsInput = z.input<typeof siteFactsSchema>;
