import { z } from 'zod';
import { formFieldSchema } from './form-field.ts';
import { text } from './text.ts';

const inOptions = (value: string) => text.describe(`Rótulo do valor \`${value}\`.`);
const optionsNote = 'O rótulo de cada valor; os valores são fixos.';

/** The form's fields, by the names they are saved under. */
export const applicationFieldsSchema = z.strictObject({
  nome: formFieldSchema.describe('Nome completo.'),
  email: formFieldSchema.describe('E-mail.'),
  whatsapp: formFieldSchema.describe('WhatsApp.'),
  instagram: formFieldSchema.describe('Instagram; opcional para o visitante.'),
  empresa: formFieldSchema.describe('Empresa.'),
  cargo: formFieldSchema.describe('Cargo.'),
  faturamento: formFieldSchema
    .extend({
      options: z
        .strictObject({
          'menos-5k': inOptions('menos-5k'),
          '5k-10k': inOptions('5k-10k'),
          '10k-30k': inOptions('10k-30k'),
          '30k-50k': inOptions('30k-50k'),
        })
        .describe(optionsNote),
    })
    .describe('Faturamento mensal. `placeholder` é a primeira linha, vazia, da lista.'),
  principais_desafios: formFieldSchema.describe('Principais desafios.'),
  cronograma: formFieldSchema
    .extend({
      options: z
        .strictObject({
          '6meses': inOptions('6meses'),
          '1ano': inOptions('1ano'),
          '2anos': inOptions('2anos'),
          '3anos+': inOptions('3anos+'),
        })
        .describe(optionsNote),
    })
    .describe('Prazo. `placeholder` é a primeira linha, vazia, da lista.'),
  experiencia_anterior: formFieldSchema.describe(
    'Consultoria ou mentoria anterior; opcional para o visitante.',
  ),
});
export type ApplicationFieldsContent = z.infer<typeof applicationFieldsSchema>;
