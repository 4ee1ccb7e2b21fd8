import { z } from 'zod';
import { ctaSchema } from './cta.ts';
import { distinctIds, haveDistinctIds } from './distinct-ids.ts';
import { text, title } from './text.ts';
import { videoSchema } from './video.ts';

/** videos.yaml: four members on video. */
export const videosSchema = z.strictObject({
  /** Small line above the title. */
  eyebrow: text,
  /** `**` marks emphasis. */
  title,
  /** One or two sentences under the title. */
  lead: text,
  /** The four videos; the first may be shown larger. */
  videos: z.array(videoSchema).length(4).refine(haveDistinctIds, distinctIds),
  /** Opens the lead dialog. */
  cta: ctaSchema,
});
export type VideosContent = z.infer<typeof videosSchema>;
