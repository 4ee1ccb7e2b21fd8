/** What the build tells the server of the site it made: the file `site.json` beside its pages. */
import * as z from 'zod/mini';

export const SITE_FACTS_FILE = 'site.json';

export const CHECKOUT_PLATFORMS = [
  'hotmart',
  'kiwify',
  'eduzz',
  'hubla',
  'ticto',
  'tmb',
  'other',
] as const;

export const siteFactsSchema = z.object({
  /** Content-Security-Policy of every document: hashes of inline scripts, configured hosts. */
  policy: z.string().check(z.minLength(1)),
  /** `data-section` of each section, in the page's order. */
  sections: z.array(z.string()),
  product: z.string(),
  /** Hours within which an application is answered; null where content does not say. */
  replyHours: z.nullable(z.number().check(z.positive())),
  tracking: z.object({
    /** Ids as the networks give them; null: not configured. */
    gtag: z.nullable(z.string()),
    adsConversion: z.nullable(z.string()),
    pixel: z.nullable(z.string()),
    consent: z.enum(['notice', 'banner']),
  }),
  checkout: z.object({ platform: z._default(z.enum(CHECKOUT_PLATFORMS), 'other') }),
});
export type SiteFacts = z.infer<typeof siteFactsSchema>;
/** As the build writes it: what has a default may be left out. */
export type SiteFactsInput = z.input<typeof siteFactsSchema>;
