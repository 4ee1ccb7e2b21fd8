import { z } from 'zod';
import { leadCta, opening } from './parts.ts';
import { videoList } from './video.ts';

export const videosSchema = z
  .strictObject({
    ...opening,
    videos: videoList.describe('Os vídeos; o primeiro aparece maior.'),
    cta: leadCta,
  })
  .describe('Depoimentos em vídeo.');
export type VideosContent = z.infer<typeof videosSchema>;
