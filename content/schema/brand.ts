import { z } from 'zod';
import { markName } from './image.ts';

export const brandSchema = z.strictObject({
  icon: markName.describe(
    'O ícone quadrado da aba do navegador e da tela do celular: um arquivo de `content/images`, em SVG ou com pelo menos 512 × 512 pixels. A construção faz os tamanhos.',
  ),
  logo: markName
    .optional()
    .describe(
      'A marca ao lado do nome: um arquivo de `content/images`. Em SVG, o que for pintado com `currentColor` acompanha a cor de cada fundo. Sem o campo, só o nome.',
    ),
  showName: z
    .boolean()
    .default(true)
    .describe('`false` esconde o nome ao lado da marca, quando ela já o traz escrito.'),
});
export type BrandContent = z.infer<typeof brandSchema>;
