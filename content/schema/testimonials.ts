import { z } from 'zod';
import { ctaSchema } from './cta.ts';
import { distinctIds, haveDistinctIds } from './distinct-ids.ts';
import { imageSchema } from './image.ts';
import { text, title } from './text.ts';

const testimonialSchema = imageSchema.extend({
  /** Short name without spaces, different for each. */
  id: text,
  /** Who wrote. */
  name: text,
  /** The words of the chat worth reading alone, without quotation marks. */
  highlight: text,
  /** One sentence of context. */
  description: text,
});

/** testimonials.yaml: seven chat screenshots in a loop. */
export const testimonialsSchema = z.strictObject({
  /** Small line above the title. */
  eyebrow: text,
  /** `**` marks emphasis. */
  title,
  /** One or two sentences under the title. */
  lead: text,
  /** Names of the carousel's controls, for screen readers. */
  carousel: z.strictObject({
    /** The carousel itself. */
    label: text,
    /** What kind of thing it is, in one word. */
    role: text,
    /** What kind of thing one item is, in one word. */
    slideRole: text,
    /** The position, as in `Conversa 2 de 7`: before the number, and between the two. */
    position: text,
    of: text,
    /** Button to the one before. */
    previous: text,
    /** Button to the one after. */
    next: text,
    /** Button to one conversation, followed by its number. */
    goTo: text,
    /** Button that opens the full picture, followed by the person's name. */
    open: text,
    /** Name of the dialog with the full picture. */
    dialog: text,
    /** Button that closes the full picture. */
    close: text,
  }),
  /** The seven conversations. */
  items: z.array(testimonialSchema).length(7).refine(haveDistinctIds, distinctIds),
  /** Opens the lead dialog. */
  cta: ctaSchema,
});
export type TestimonialsContent = z.infer<typeof testimonialsSchema>;
export type TestimonialContent = z.infer<typeof testimonialSchema>;
