import { z } from 'zod';
import { applicationFieldsSchema } from './application-fields.ts';
import { text, title } from './text.ts';
import { toastSchema } from './toast.ts';

/** A step with fields. */
const formStepSchema = z.strictObject({
  /** The step's title. */
  title,
  /** One sentence under it. */
  description: text,
  /** Name under the step's icon in the progress bar: one word. */
  progress: text,
});

/** The six steps, 0 to 5, in order. */
const stepsSchema = z.strictObject({
  /** Step 0. */
  welcome: z.strictObject({
    title,
    description: text,
    /** Says that the process is selective. */
    notice: text,
    /** How many seats remain. */
    badge: text,
    /** The three promises. */
    promises: z.array(text).length(3),
    /** Button to step 1. */
    start: text,
  }),
  /** Step 1: name, e-mail, WhatsApp, Instagram. */
  personal: formStepSchema,
  /** Step 2: company, role, revenue. */
  company: formStepSchema,
  /** Step 3: challenges, timeline. */
  challenges: formStepSchema,
  /** Step 4: previous experience, confirmation card, sending. */
  finalize: formStepSchema.extend({
    /** The card that repeats the programme's promises. */
    confirmation: z.strictObject({ title: text, items: z.array(text).length(3) }),
  }),
  /** Step 5. */
  success: z.strictObject({
    title,
    description: text,
    /** Button that closes the modal. */
    back: text,
  }),
});

/** application-modal.yaml: the six-step application for the mentoring programme. */
export const applicationModalSchema = z.strictObject({
  /** Name of the modal, for screen readers. */
  label: text,
  /** Name of the close button. */
  close: text,
  /** Words after the label of an optional field. */
  optional: text,
  /** The progress bar, for screen readers. */
  progress: z.strictObject({
    /** Name of the bar. */
    label: text,
    /** Before a step's number, e.g. `Etapa` in `Etapa 2`. */
    step: text,
    /** Added to a completed step. */
    done: text,
  }),
  /** The buttons on steps 1 to 4. */
  navigation: z.strictObject({
    back: text,
    next: text,
    /** Sends the application, on step 4. */
    submit: text,
    /** The same button while sending. */
    submitting: text,
  }),
  steps: stepsSchema,
  fields: applicationFieldsSchema,
  /** Small print under the last button. */
  privacy: text,
  /** Link to the privacy text in the footer, after the small print. */
  privacyLink: text,
  /** The notices. */
  toasts: z.strictObject({
    /** Sent with a required field missing or wrong. */
    invalid: toastSchema,
    /** Sending failed. */
    failure: toastSchema.extend({
      /** Stands before the error's own message, where there is one; ends in `: `. */
      prefix: z.string().min(1),
      /** What follows it, by what went wrong. */
      reasons: z.strictObject({
        /** No answer: the network is gone, or too slow. */
        unreachable: text,
        /** Too many from one address in a minute. */
        busy: text,
        /** The server or its database is down. */
        unavailable: text,
        /** A field was not accepted. */
        refused: text,
      }),
    }),
    /** Sent. */
    success: toastSchema,
  }),
  /** Logged when saving step 1 fails without a message. */
  unknownError: text,
});
export type ApplicationModalContent = z.infer<typeof applicationModalSchema>;
