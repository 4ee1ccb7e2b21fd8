import { z } from 'zod';
import { text } from './parts.ts';

const EXPECTED_NAME = 'de nome em minúsculas, sem pasta, espaços, acentos nem _, como';

export const imageName = z.string().regex(/^[a-z0-9-]+\.(png|jpe?g|webp|avif)$/, {
  error: `uma imagem em PNG, JPEG, WebP ou AVIF, ${EXPECTED_NAME} "fundador.png"`,
});

export const logoName = z.string().regex(/^[a-z0-9-]+\.(svg|png|jpe?g|webp|avif)$/, {
  error: `uma imagem em SVG, PNG, JPEG, WebP ou AVIF, ${EXPECTED_NAME} "marca.svg"`,
});

export const imageSchema = z.strictObject({
  image: imageName.meta({
    title: 'Imagem',
    widget: 'picture',
    description:
      'Nome do arquivo em `content/images`, como `fundador.png` (PNG, JPEG, WebP ou AVIF). A construção faz os tamanhos e tira os dados da câmera.',
  }),
  alt: text.describe('O que a imagem mostra, para quem não a vê.'),
});

/** An image that is cropped when it is uploaded, to the width and height of `shape`. */
export const imageOfShape = (shape: readonly [number, number]) =>
  imageSchema.extend({
    image: imageSchema.shape.image.meta({ ...imageSchema.shape.image.meta(), shape }),
  });
export type ImageContent = z.infer<typeof imageSchema>;

/** Fields of any content file whose value is the name of a picture. */
export const pictureFields: readonly PropertyKey[] = ['image', 'poster', 'logo', 'icon'];
