import { z } from 'zod';
import { text } from './text.ts';

/** footer.yaml: links, privacy, legal text, `#footer`. */
export const footerSchema = z.strictObject({
  /** One line under the brand. */
  tagline: text,
  /** Name of the list of links, for screen readers. */
  linksLabel: text,
  /** Links within the page or to other sites. */
  links: z.array(
    z.strictObject({
      /** Visible text. */
      label: text,
      /** `#fundador` and the like, or an address with https:// */
      href: z.string().regex(/^(#[\w-]+|https:\/\/\S+)$/, {
        error: 'uma âncora como "#fundador" ou um endereço com https://',
      }),
    }),
  ),
  /** Contact: words before the e-mail address of site.yaml. */
  contactLabel: text,
  /** Small print shown while site.yaml says `demo: true`. */
  demoNotice: text,
  /** The privacy text, opened by its title. */
  privacy: z.strictObject({
    /** Title; the forms and the consent notice link here. */
    title: text,
    /** Button back to the form that the text was opened from. */
    back: text,
    /** Its parts. */
    parts: z
      .array(
        z.strictObject({
          /** The question answered. */
          title: text,
          /** The answer. */
          text,
        }),
      )
      .min(1),
  }),
  /** Legal small print. */
  legal: text,
  /** Last line; the page puts `© year` in front. */
  copyright: text,
  /** Link back to the top. */
  backToTop: text,
});
export type FooterContent = z.infer<typeof footerSchema>;
