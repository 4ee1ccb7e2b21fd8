import { z } from 'zod';
import { ctaSchema } from './cta.ts';
import { flowSchema } from './flow.ts';
import { text, title } from './text.ts';

const caseSchema = z.strictObject({
  /** What was automated and for whom. */
  title: text,
  /** The situation before and what the automation does. */
  description: text,
  /** Average value such a project sells for, e.g. `R$ 8.000`. */
  averageValue: text,
  /** How long it takes to put in place, e.g. `2-3 semanas`. */
  implementationTime: text,
  /** What changed for the client. */
  benefit: text,
  /** Tools and trades: 2 to 4. */
  tags: z.array(text).min(2).max(4),
  /** The automation, drawn small. */
  flow: flowSchema,
});

/** cases.yaml: three projects members sell. */
export const casesSchema = z.strictObject({
  /** Small line above the title. */
  eyebrow: text,
  /** `**` marks emphasis. */
  title,
  /** One or two sentences under the title. */
  lead: text,
  /** The labels in front of each case's facts. */
  labels: z.strictObject({
    /** Before the average value. */
    averageValue: text,
    /** Before the implementation time. */
    implementationTime: text,
    /** Before the benefit. */
    benefit: text,
  }),
  /** The three cases. */
  cases: z.array(caseSchema).length(3),
  /** Opens the lead dialog. */
  cta: ctaSchema,
});
export type CasesContent = z.infer<typeof casesSchema>;
export type CaseContent = z.infer<typeof caseSchema>;
