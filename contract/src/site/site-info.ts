/** Information about the built site that the server needs: the file `site.json` beside the pages. */
import * as z from 'zod/mini';
import { CHECKOUT_PLATFORMS } from '../sales/platforms.ts';

export const SITE_INFO_FILE = 'site.json';

/** Whether a text names the demonstration's brand. */
export const namesDemoBrand = (text: string): boolean => /\bEngrena\b/.test(text);

/** The demonstration's cash price. */
export const DEMO_PRICE_CENTS = 149_700;

/** A Meta pixel. */
export const META_PIXEL = /^\d{6,20}$/;

const questionSchema = z.object({
  key: z.string(),
  kind: z.enum([
    ...(['text', 'longText', 'choice', 'choices'] as const),
    ...(['number', 'email', 'phone', 'instagram'] as const),
  ]),
  required: z.boolean(),
  label: z.string(),
  options: z.array(z.object({ key: z.string(), label: z.string() })),
});

export const siteInfoSchema = z.object({
  /** Content-Security-Policy of every document: hashes of inline scripts, configured hosts. */
  policy: z.string().check(z.minLength(1)),
  /** `data-section` of each section, in the page's order. */
  sections: z.array(z.string()),
  product: z.string(),
  /** The page's public address, without a slash at its end. */
  url: z.string().check(z.minLength(1)),
  /** The cash price. Null: the page has no offer; undefined: built by an earlier release. */
  priceCents: z.optional(z.nullable(z.number())),
  /** Whether the content is marked as a demonstration. */
  isDemo: z.boolean(),
  /** Hours within which the page promises to answer an application; null: it promises none. */
  replyHours: z.nullable(z.number().check(z.positive())),
  /**
   * All seats, and the product whose buyers take them; without a product, approved applications take them. Null:
   * content says how many remain.
   */
  seats: z._default(
    z.nullable(z.object({ total: z.number(), product: z.nullable(z.string()) })),
    null,
  ),
  /**
   * The application's questions in their order. Empty: the page has no application, or was built by an earlier release.
   */
  questions: z._default(z.array(questionSchema), []),
  /** The short form's questions in their order, name and phone included. Empty: built by an earlier release. */
  leadQuestions: z._default(z.array(questionSchema), []),
  tracking: z.object({
    /** The networks' ids; null: not configured. */
    gtag: z.nullable(z.string()),
    adsConversion: z.nullable(z.string()),
    pixel: z.nullable(z.string()),
    consent: z.enum(['notice', 'banner']),
  }),
  checkout: z.object({
    url: z.string().check(z.minLength(1)),
    /** Null: neither content nor the address's host tells the platform. */
    platform: z._default(z.nullable(z.enum(CHECKOUT_PLATFORMS)), null),
    /** Null: built by an earlier release. */
    funnel: z._default(z.nullable(z.string()), null),
    refParameter: z._default(z.nullable(z.string()), null),
    /** Other names of the page's own product, besides `product`. */
    names: z._default(z.array(z.string()), []),
  }),
  /** The products beside the page's own offer. */
  products: z._default(
    z.array(
      z.object({
        names: z.array(z.string()),
        platform: z.enum(CHECKOUT_PLATFORMS),
        url: z.string().check(z.minLength(1)),
      }),
    ),
    [],
  ),
});
export type SiteInfo = z.infer<typeof siteInfoSchema>;
/** The information as the build writes it: defaults may be missing. */
export type SiteInfoInput = z.input<typeof siteInfoSchema>;

/**
 * Returns the questions of both forms. If both have a question with one key, the application's wording is returned.
 * @param site null or undefined: no page is built
 */
export function publishedQuestions(
  site: Pick<SiteInfo, 'questions' | 'leadQuestions'> | null | undefined,
): SiteInfo['questions'] {
  const { questions, leadQuestions } = site ?? { questions: [], leadQuestions: [] };
  const asked = new Set(questions.map(({ key }) => key));
  return [...questions, ...leadQuestions.filter(({ key }) => !asked.has(key))];
}
