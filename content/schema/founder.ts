import { z } from 'zod';
import { imageSchema } from './image.ts';
import { address, headingFields, leadCta, text } from './parts.ts';

const personSchema = z.strictObject({
  jobTitle: text.describe('Ocupação.'),
  description: text.describe('Quem é, em uma frase.'),
  sameAs: z.array(address).describe('Endereços de perfis em outros sites; `[]` para nenhum.'),
  knowsAbout: z.array(text).min(1).describe('Assuntos.'),
});

export const founderSchema = z
  .strictObject({
    eyebrow: headingFields.eyebrow,
    title: headingFields.title,
    name: text.describe('Nome completo. Os textos o citam como `{mentor}`.'),
    role: text.describe('O que faz, abaixo do nome.'),
    portrait: imageSchema.describe('O retrato.'),
    bio: z.array(text).min(1).describe('A história, um parágrafo por item.'),
    credentials: z.array(text).min(1).describe('Fatos curtos ao lado da história.'),
    quote: text.describe('Uma frase nas palavras dessa pessoa, sem aspas em volta.'),
    person: personSchema.describe('O que os buscadores leem sobre essa pessoa.'),
    cta: leadCta,
  })
  .describe('Quem conduz. Um link que termina em `#fundador` leva até aqui.');
export type FounderContent = z.infer<typeof founderSchema>;
