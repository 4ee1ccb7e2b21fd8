import { z } from 'zod';
import { ctaSchema } from './cta.ts';
import { text } from './text.ts';

/** header.yaml: the bar that appears after scrolling. */
export const headerSchema = z.strictObject({
  /** Name of the link around the brand, which goes back to the top. */
  home: text,
  /** Opens the application modal. */
  cta: ctaSchema,
});
export type HeaderContent = z.infer<typeof headerSchema>;
