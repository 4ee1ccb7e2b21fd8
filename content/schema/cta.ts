import { z } from 'zod';
import { text } from './text.ts';

export const ctaSchema = z.strictObject({
  /** The button's text: says what happens on click. Tracking reports it under this name. */
  label: text,
  /** One short line under the button; leave the field out for none. */
  note: text.optional(),
});
export type CtaContent = z.infer<typeof ctaSchema>;
