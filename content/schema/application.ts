import { z } from 'zod';
import { ctaSchema } from './cta.ts';
import { text, title } from './text.ts';

/** application.yaml: the invitation to the mentoring programme, `#formulario-aplicacao`. */
export const applicationSchema = z.strictObject({
  /** Small line above the title. */
  eyebrow: text,
  /** `**` marks emphasis. */
  title,
  /** What the programme is, in two or three sentences. */
  lead: text,
  /** How many seats remain. */
  badge: text,
  /** Title of the list below. */
  fitTitle: text,
  /** For whom the programme is: 3 or 4 short sentences. */
  fit: z.array(text).min(3).max(4),
  /** Title of the steps below. */
  processTitle: text,
  /** What happens after applying, in order. */
  process: z.array(text).length(3),
  /** Opens the application modal. */
  cta: ctaSchema,
});
export type ApplicationContent = z.infer<typeof applicationSchema>;
