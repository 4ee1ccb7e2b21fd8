import { z } from 'zod';
import { ctaSchema } from './cta.ts';
import { text, title } from './text.ts';

/** problem.yaml: a counter runs from 0 to 4 and lights one problem per step. */
export const problemSchema = z.strictObject({
  /** Small line above the title. */
  eyebrow: text,
  /** `**` marks emphasis. */
  title,
  /** One or two sentences under the title. */
  lead: text,
  /** Caption beside the counter's number, which ends at 4. */
  counterCaption: text,
  /** The four problems, in the order they light up. */
  problems: z
    .array(
      z.strictObject({
        /** The problem, as the visitor would say it. */
        title: text,
        /** What it costs. */
        description: text,
      }),
    )
    .length(4),
  /** The turn: one sentence that leads to the button. */
  closing: text,
  /** Opens the lead dialog. */
  cta: ctaSchema,
});
export type ProblemContent = z.infer<typeof problemSchema>;
