import { z } from 'zod';
import { text } from './parts.ts';

const wanted = 'o nome de um arquivo de content/images, em minúsculas e sem espaços, como';

/** A photograph or drawing; the build makes its sizes and formats, without the camera's data. */
export const imageName = z.string().regex(/^[a-z0-9-]+\.(png|jpe?g|webp|avif)$/, {
  error: `${wanted} "fundador.png"`,
});

/** A mark or icon, which may also be drawn in SVG. */
export const markName = z.string().regex(/^[a-z0-9-]+\.(svg|png|jpe?g|webp|avif)$/, {
  error: `${wanted} "marca.svg"`,
});

export const imageSchema = z.strictObject({
  image: imageName.describe(
    'Nome do arquivo em `content/images`, como `fundador.png` (PNG, JPEG, WebP ou AVIF). A construção faz os tamanhos e tira os dados da câmera.',
  ),
  alt: text.describe('O que a imagem mostra, para quem não a vê.'),
});
export type ImageContent = z.infer<typeof imageSchema>;

/** The fields, in any file, whose value is the name of a picture. */
export const pictureFields: readonly PropertyKey[] = ['image', 'poster', 'logo', 'icon'];
