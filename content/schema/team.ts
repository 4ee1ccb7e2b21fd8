import { z } from 'zod';
import { leadCta, opening } from './parts.ts';
import { videoList } from './video.ts';

export const teamSchema = z
  .strictObject({
    ...opening,
    videos: videoList.describe('Um vídeo por pessoa da equipe.'),
    cta: leadCta,
  })
  .describe('A equipe em vídeo.');
export type TeamContent = z.infer<typeof teamSchema>;
