import { z } from 'zod';
import { imageName } from './image.ts';
import { code, text, uniqueIds } from './parts.ts';

export const videoSchema = z.strictObject({
  id: code
    .regex(/^[\w-]{11}$/, {
      error: 'o código de um vídeo do YouTube: o que vem depois de watch?v=',
    })
    .meta({ title: 'Vídeo do YouTube', widget: 'video' })
    .describe(
      'O vídeo no YouTube. No painel, cole o endereço dele; no arquivo, o que o endereço tem depois de `watch?v=`.',
    ),
  title: text.describe('Título do vídeo; é o nome dele nos relatórios.'),
  name: text.describe('Quem fala.'),
  role: text.describe('O que essa pessoa faz, como `Dona de agência em Curitiba`.'),
  quote: text.describe('A frase do vídeo que vale ser lida sozinha, sem aspas em volta.'),
  duration: code
    .regex(/^(?:\d{1,2}:[0-5]\d|\d{1,2}):[0-5]\d$/, {
      error: 'uma duração como "3:42" ou "1:02:33"',
    })
    .optional()
    .describe('Duração como o YouTube a mostra, entre aspas: `"3:42"`, ou `"1:02:33"` com horas.'),
  poster: imageName
    .optional()
    .meta({ title: 'Capa do vídeo', widget: 'picture', shape: [16, 9] })
    .describe(
      'Imagem em `content/images`, 16 × 9, com pelo menos 1280 pixels de largura: fica no lugar da capa até a do YouTube carregar, e quando não há capa. Quem fala à direita: a frase e o botão ficam à esquerda.',
    ),
});
export type VideoContent = z.infer<typeof videoSchema>;

export const videoList = z
  .array(videoSchema)
  .min(1)
  .max(12)
  .refine(...uniqueIds);
