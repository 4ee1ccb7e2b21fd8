import { z } from 'zod';
import { ctaSchema } from './cta.ts';
import { distinctIds, haveDistinctIds } from './distinct-ids.ts';
import { text, title } from './text.ts';
import { videoSchema } from './video.ts';

/** team.yaml: three people of the team on video. */
export const teamSchema = z.strictObject({
  /** Small line above the title. */
  eyebrow: text,
  /** `**` marks emphasis. */
  title,
  /** One or two sentences under the title. */
  lead: text,
  /** The three videos. */
  videos: z.array(videoSchema).length(3).refine(haveDistinctIds, distinctIds),
  /** Opens the lead dialog. */
  cta: ctaSchema,
});
export type TeamContent = z.infer<typeof teamSchema>;
