import { z } from 'zod';
import { formFieldSchema } from './form-field.ts';
import { text, title } from './text.ts';
import { toastSchema } from './toast.ts';

/** lead-dialog.yaml: name and WhatsApp, then the checkout. */
export const leadDialogSchema = z.strictObject({
  /** `**` marks emphasis. */
  title,
  /** Why the two fields are asked and what comes next. */
  description: text,
  /** The fields, by the names they are saved under. */
  fields: z.strictObject({ nome: formFieldSchema, telefone: formFieldSchema }),
  /** The submit button. */
  submit: text,
  /** The submit button while saving. */
  submitting: text,
  /** Small print under the button. */
  privacy: text,
  /** Link to the privacy text in the footer, after the small print. */
  privacyLink: text,
  /** Name of the close button. */
  close: text,
  /** The notices. */
  toasts: z.strictObject({
    /** Sent with a field missing or wrong. */
    invalid: toastSchema,
    /** The backend answered with an error; the fields are kept. */
    saveError: toastSchema,
    /** Something else failed; the fields are kept. */
    unexpected: toastSchema,
    /** Saved; the same words confirm inside the dialog. */
    saved: toastSchema,
  }),
});
export type LeadDialogContent = z.infer<typeof leadDialogSchema>;
