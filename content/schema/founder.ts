import { z } from 'zod';
import { ctaSchema } from './cta.ts';
import { imageSchema } from './image.ts';
import { address, text, title } from './text.ts';

/** founder.yaml: who leads the community and the mentoring, `#fundador`. */
export const founderSchema = z.strictObject({
  /** Small line above the title. */
  eyebrow: text,
  /** `**` marks emphasis. */
  title,
  /** Full name. Texts quote it as `{mentor}`. */
  name: text,
  /** What she or he does, under the name. */
  role: text,
  /** The portrait. */
  portrait: imageSchema,
  /** The story, a paragraph each. */
  bio: z.array(text).min(1),
  /** Facts beside the story, short. */
  credentials: z.array(text).min(2),
  /** One sentence in the founder's own words, without quotation marks. */
  quote: text,
  /** What search engines learn about this person (schema.org Person). */
  person: z.strictObject({
    /** Occupation. */
    jobTitle: text,
    /** Who this is, in one sentence. */
    description: text,
    /** Addresses of profiles elsewhere; `[]` for none. */
    sameAs: z.array(address),
    /** Subjects. */
    knowsAbout: z.array(text).min(1),
  }),
  /** Opens the lead dialog. */
  cta: ctaSchema,
});
export type FounderContent = z.infer<typeof founderSchema>;
