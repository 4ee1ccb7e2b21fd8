import { z } from 'zod';
import { text } from './text.ts';

/** not-found.yaml: the page for unknown addresses, and the screen for errors. */
export const notFoundSchema = z.strictObject({
  /** Set large. */
  code: text,
  /** The message. */
  message: text,
  /** One sentence more. */
  description: text,
  /** Link to the landing page. */
  back: text,
  /** Shown when the page itself fails. */
  error: z.strictObject({
    title: text,
    /** One sentence: what the visitor can do. */
    description: text,
    /** Link to the landing page. */
    back: text,
  }),
});
export type NotFoundContent = z.infer<typeof notFoundSchema>;
