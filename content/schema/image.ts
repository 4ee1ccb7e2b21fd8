import { z } from 'zod';
import { text } from './text.ts';

export const imageSchema = z.strictObject({
  /** File name inside content/images, e.g. `fundador.png`. The build makes the sizes and formats. */
  image: z.string().regex(/^[a-z0-9-]+\.(png|jpe?g|webp|avif)$/, {
    error:
      'o nome de um arquivo de content/images, em minúsculas e sem espaços, como "fundador.png"',
  }),
  /** What the picture shows, for those who do not see it. */
  alt: text,
});
export type ImageContent = z.infer<typeof imageSchema>;
