import { z } from 'zod';
import { formFieldSchema } from './form-field.ts';
import { text } from './text.ts';

/** The form's fields, by the names they are saved under. */
export const applicationFieldsSchema = z.strictObject({
  nome: formFieldSchema,
  email: formFieldSchema,
  whatsapp: formFieldSchema,
  /** Starts as `@`; optional. */
  instagram: formFieldSchema,
  empresa: formFieldSchema,
  cargo: formFieldSchema,
  /** Monthly revenue. The placeholder is the list's empty first line. */
  faturamento: formFieldSchema.extend({
    /** The label of each value; the values themselves are fixed. */
    options: z.strictObject({
      'menos-5k': text,
      '5k-10k': text,
      '10k-30k': text,
      '30k-50k': text,
    }),
  }),
  principais_desafios: formFieldSchema,
  /** Timeline. The placeholder is the list's empty first line. */
  cronograma: formFieldSchema.extend({
    /** The label of each value; the values themselves are fixed. */
    options: z.strictObject({ '6meses': text, '1ano': text, '2anos': text, '3anos+': text }),
  }),
  /** Previous consulting or mentoring; optional. */
  experiencia_anterior: formFieldSchema,
});
export type ApplicationFieldsContent = z.infer<typeof applicationFieldsSchema>;
