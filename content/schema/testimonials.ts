import { z } from 'zod';
import { imageSchema } from './image.ts';
import { headingFields, leadCta, text, uniqueIds } from './parts.ts';

const testimonialSchema = imageSchema.extend({
  id: text.meta({ widget: 'key' }).describe('Nome curto sem espaços, diferente em cada uma.'),
  name: text.describe('Quem escreveu.'),
  highlight: text.describe('As palavras que valem ser lidas sozinhas, sem aspas em volta.'),
  description: text.describe('Uma frase de contexto.'),
});

const carouselSchema = z.strictObject({
  label: text.describe('O carrossel.'),
  role: text.describe('Que tipo de coisa é, em uma palavra.'),
  slideRole: text.describe('Que tipo de coisa é cada item, em uma palavra.'),
  position: text.describe('Antes do número, em `Conversa 2 de 7`.'),
  of: text.describe('Entre os números, em `Conversa 2 de 7`.'),
  previous: text.describe('Botão que volta uma.'),
  next: text.describe('Botão que avança uma.'),
  goTo: text.describe('Botão de uma conversa, seguido do número dela.'),
  open: text.describe('Botão que amplia a imagem, seguido do nome da pessoa.'),
  dialog: text.describe('A janela com a imagem ampliada.'),
  close: text.describe('Botão que fecha a imagem ampliada.'),
});

export const testimonialsSchema = z
  .strictObject({
    ...headingFields,
    carousel: carouselSchema.describe('Nomes dos controles, para leitores de tela.'),
    items: z
      .array(testimonialSchema)
      .min(1)
      .max(60)
      .refine(...uniqueIds)
      .describe('As conversas, cada uma com a imagem em pé.'),
    cta: leadCta,
  })
  .describe('Conversas em imagem, em carrossel.');
export type TestimonialsContent = z.infer<typeof testimonialsSchema>;
export type TestimonialContent = z.infer<typeof testimonialSchema>;
