/** The file `site.json`, which a build writes for the server. */
import * as z from 'zod/mini';
import { QUESTION_KINDS } from '../contacts/questions/question.ts';
import { CHECKOUT_PLATFORMS } from '../sales/platforms.ts';

export const SITE_INFO_FILE = 'site.json';

export const namesDemoBrand = (text: string): boolean => /\bEngrena\b/.test(text);

export const DEMO_PRICE_CENTS = 149_700;

export const META_PIXEL = /^\d{6,20}$/;

const questionSchema = z.object({
  key: z.string(),
  kind: z.enum(QUESTION_KINDS),
  required: z.boolean(),
  label: z.string(),
  options: z.array(z.object({ key: z.string(), label: z.string() })),
});

export const siteInfoSchema = z.object({
  /** Content-Security-Policy of every document. */
  policy: z.string().check(z.minLength(1)),
  /** The values of `data-section`, in the page's order. */
  sections: z.array(z.string()),
  product: z.string(),
  /** The address without a slash at its end. */
  url: z.string().check(z.minLength(1)),
  /** The price in centavos; null if the page has no offer, undefined in a build of an earlier release. */
  priceCents: z.optional(z.nullable(z.number())),
  /** True if the content marks the page as the demonstration. */
  isDemo: z.boolean(),
  /** Hours within which the page promises to answer an application; null if it promises nothing. */
  replyHours: z.nullable(z.number().check(z.positive())),
  /**
   * The buyers of `product` take the seats; if `product` is null, approved applications do. Null if the content states
   * how many seats remain.
   */
  seats: z._default(
    z.nullable(z.object({ total: z.number(), product: z.nullable(z.string()) })),
    null,
  ),
  /** The application's questions; empty if the page has no application, or in a build of an earlier release. */
  questions: z._default(z.array(questionSchema), []),
  /** The short form's questions with name and phone; empty in a build of an earlier release. */
  leadQuestions: z._default(z.array(questionSchema), []),
  tracking: z.object({
    /** Google's tag; this field and the next two are null if the content does not configure them. */
    gtag: z.nullable(z.string()),
    adsConversion: z.nullable(z.string()),
    pixel: z.nullable(z.string()),
    consent: z.enum(['notice', 'banner']),
  }),
  checkout: z.object({
    url: z.string().check(z.minLength(1)),
    /** Null if neither content nor the address's host tells the platform. */
    platform: z._default(z.nullable(z.enum(CHECKOUT_PLATFORMS)), null),
    /** Null in a build of an earlier release. */
    funnel: z._default(z.nullable(z.string()), null),
    refParameter: z._default(z.nullable(z.string()), null),
    /** Names of the page's own offer, besides `product`. */
    names: z._default(z.array(z.string()), []),
  }),
  /** Products beside the page's own offer. */
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
/** Site info in which fields that have a default may be missing. */
export type SiteInfoInput = z.input<typeof siteInfoSchema>;

/** Returns the questions of both forms. Of two with the same key, the application's counts. */
export function publishedQuestions(
  site: Pick<SiteInfo, 'questions' | 'leadQuestions'> | null | undefined,
): SiteInfo['questions'] {
  const { questions, leadQuestions } = site ?? { questions: [], leadQuestions: [] };
  const applicationKeys = new Set(questions.map(({ key }) => key));
  return [...questions, ...leadQuestions.filter(({ key }) => !applicationKeys.has(key))];
}
