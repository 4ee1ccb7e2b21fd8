import { z } from 'zod';
import { ctaSchema } from './cta.ts';
import { text, title } from './text.ts';

/** authority.yaml: numbers set large. */
export const authoritySchema = z.strictObject({
  /** Small line above the title. */
  eyebrow: text,
  /** `**` marks emphasis. */
  title,
  /** One or two sentences under the title. */
  lead: text,
  /** The four numbers. */
  cards: z
    .array(
      z.strictObject({
        /** The number, as short as it can be, e.g. `300+`. */
        number: text,
        /** What the number counts. */
        label: text,
        /** One sentence behind the number. */
        description: text,
      }),
    )
    .length(4),
  /** Further values, as a quiet list below the cards. */
  highlights: z
    .array(
      z.strictObject({
        /** The value, e.g. `12 semanas`. */
        value: text,
        /** What it means. */
        label: text,
      }),
    )
    .min(1),
  /** Opens the lead dialog. */
  cta: ctaSchema,
});
export type AuthorityContent = z.infer<typeof authoritySchema>;
