import { z } from 'zod';
import { factsSchema } from './facts.ts';
import { imageSchema } from './image.ts';
import {
  autoSaveSchema,
  consentTextsSchema,
  pageTextsSchema,
  videoPlayerSchema,
} from './page-texts.ts';
import { address, text } from './text.ts';
import { trackingSchema } from './tracking.ts';

/** site.yaml: the brand and everything that is not one section's. */
export const siteSchema = z.strictObject({
  /** The product's name. Texts quote it as `{product}`. */
  product: text,
  /** Follows the product's name in the browser's title and in analytics; starts with a space. */
  titleSuffix: z.string().min(1),
  /** Two sentences for search engines and shared links, up to 200 characters. */
  description: text.max(200),
  /** The site's public address, without a slash at the end. */
  url: address.refine((value) => !value.endsWith('/'), {
    error: 'um endereço sem barra no final',
  }),
  /** Language of the texts. */
  locale: z.literal('pt-BR'),
  /** `true` shows the demonstration notice in the footer. Set to `false` when the facts are yours. */
  demo: z.boolean(),
  /** Colour of the browser's bar on phones, as `'#rrggbb'` in quotes. */
  themeColor: z.string().regex(/^#[0-9a-f]{6}$/, { error: 'uma cor como "#0b0d10", entre aspas' }),
  /** The picture of shared links, 1200 × 630. */
  share: imageSchema,
  /** How visitors reach you. */
  contact: z.strictObject({
    /** Shown in the footer and in the privacy text. Texts quote it as `{email}`. */
    email: z.email(),
  }),
  /** What search engines learn about the organisation. */
  organization: z.strictObject({
    /** Addresses of its profiles elsewhere; `[]` for none. */
    sameAs: z.array(address),
  }),
  /** Where a saved lead goes next. The page adds `ra` and the UTM parameters. */
  checkout: z.strictObject({
    /** The checkout's address. */
    url: address,
    /** Value of the query parameter `funnel`. */
    funnel: text,
  }),
  /** Analytics and advertising. */
  tracking: trackingSchema,
  /** Texts of the whole page. */
  page: pageTextsSchema,
  /** Texts of the auto-save indicator. */
  autoSave: autoSaveSchema,
  /** Texts around every video. */
  videoPlayer: videoPlayerSchema,
  /** Texts of the privacy notice or consent banner. */
  consent: consentTextsSchema,
  /** Shared numbers and values. */
  facts: factsSchema,
});
export type SiteContent = z.infer<typeof siteSchema>;
