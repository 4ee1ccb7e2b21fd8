import { z } from 'zod';
import { text } from './text.ts';

export const videoSchema = z.strictObject({
  /** YouTube's code for the video, the 11 characters after `watch?v=`. */
  id: z.string().regex(/^[\w-]{11}$/, {
    error: 'o código de 11 caracteres de um vídeo do YouTube',
  }),
  /** Title of the video; tracking reports the video under this name. */
  title: text,
  /** Who speaks. */
  name: text,
  /** What that person does, e.g. `Dona de agência em Curitiba`. */
  role: text,
  /** The sentence of the video worth reading alone, without quotation marks. */
  quote: text,
  /** Length as minutes and seconds, e.g. `'3:42'` (in quotes); leave the field out for none. */
  duration: z
    .string()
    .regex(/^\d{1,2}:[0-5]\d$/, { error: 'uma duração entre aspas, como "3:42"' })
    .optional(),
  /** Day it was published, for search engines, e.g. `'2026-05-12'`; leave the field out for none. */
  published: z.iso.date({ error: 'uma data entre aspas, como "2026-05-12"' }).optional(),
});
export type VideoContent = z.infer<typeof videoSchema>;
