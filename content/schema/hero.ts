import { z } from 'zod';
import { ctaSchema } from './cta.ts';
import { flowSchema } from './flow.ts';
import { imageSchema } from './image.ts';
import { text, title } from './text.ts';

/** hero.yaml: the first screen. On a phone it holds the promise, one line of proof, one button. */
export const heroSchema = z.strictObject({
  /** Small line above the title. */
  eyebrow: text,
  /** The promise; `**` marks emphasis. Short enough for four lines on a phone. */
  title: title.max(80),
  /** Two sentences that make the promise concrete. */
  lead: text,
  /** The line of proof beside the faces. */
  proof: z.strictObject({
    /** One line. */
    text,
    /** The faces beside it: 5 members. */
    avatars: z.array(imageSchema).length(5),
  }),
  /** Opens the lead dialog. */
  cta: ctaSchema,
  /** The automation flow drawn large. */
  flow: flowSchema,
});
export type HeroContent = z.infer<typeof heroSchema>;
