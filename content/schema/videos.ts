import { z } from 'zod';
import { headingFields, leadCta } from './parts.ts';
import { videoList } from './video.ts';

export const videosSchema = z
  .strictObject({
    ...headingFields,
    videos: videoList.describe('Os vídeos; o primeiro aparece maior.'),
    cta: leadCta,
  })
  .describe('Depoimentos em vídeo.');
export type VideosContent = z.infer<typeof videosSchema>;
