import { z } from 'zod';
import { text } from './text.ts';

export const formFieldSchema = z.strictObject({
  /** The visible label. */
  label: text,
  /** The example inside the empty field. */
  placeholder: text,
  /** One line of help under the field; leave it out for none. */
  hint: text.optional(),
});
export type FormFieldContent = z.infer<typeof formFieldSchema>;
