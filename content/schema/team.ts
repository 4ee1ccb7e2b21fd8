import { z } from 'zod';
import { headingFields, leadCta } from './parts.ts';
import { videoList } from './video.ts';

export const teamSchema = z
  .strictObject({
    ...headingFields,
    videos: videoList.describe('Um vídeo por pessoa da equipe.'),
    cta: leadCta,
  })
  .describe('A equipe em vídeo.');
export type TeamContent = z.infer<typeof teamSchema>;
