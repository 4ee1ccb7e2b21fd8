import { z } from 'zod';
import { ctaSchema } from './cta.ts';
import { distinctIds, haveDistinctIds } from './distinct-ids.ts';
import { text, title } from './text.ts';

const moduleSchema = z.strictObject({
  /** Short name without spaces, different for each. */
  id: text,
  /** Name of the module. */
  title: text,
  /** What it gives, in one line. */
  subtitle: text,
  /** The lessons. */
  items: z
    .array(
      z.strictObject({
        /** The lesson. */
        text,
        /** `true` puts the badge `exclusiveBadge` on it; leave the field out otherwise. */
        exclusive: z.boolean().optional(),
      }),
    )
    .min(1),
});

const scheduleStepSchema = z.strictObject({
  /** Week range, e.g. `Semanas 1-2`. */
  weeks: text,
  /** Name of the step. */
  title: text,
  /** What is done in it. */
  subtitle: text,
  /** What a project can be worth by then, e.g. `5K`. */
  potentialValue: text,
});

/** curriculum.yaml: nine modules, one open at a time, and the schedule. */
export const curriculumSchema = z.strictObject({
  /** Small line above the title. */
  eyebrow: text,
  /** `**` marks emphasis. */
  title,
  /** One or two sentences under the title. */
  lead: text,
  /** Badge of exclusive lessons. */
  exclusiveBadge: text,
  /** Before a module's number, e.g. `Módulo` in `Módulo 3`. */
  moduleLabel: text,
  /** The nine modules. Texts quote how many there are as `{modules}`. */
  modules: z.array(moduleSchema).length(9).refine(haveDistinctIds, distinctIds),
  /** The schedule: a wire through five nodes. */
  schedule: z.strictObject({
    /** `**` marks emphasis. */
    title,
    /** One or two sentences under the title. */
    lead: text,
    /** Before each step's potential value. */
    valueLabel: text,
    /** The five steps. */
    steps: z.array(scheduleStepSchema).length(5),
    /** Small print: what the values are and are not. */
    note: text,
  }),
  /** Opens the lead dialog. */
  cta: ctaSchema,
});
export type CurriculumContent = z.infer<typeof curriculumSchema>;
