import { z } from 'zod';
import { text } from './text.ts';

export const formFieldSchema = z.strictObject({
  label: text.describe('O rótulo visível.'),
  placeholder: text.describe('O exemplo dentro do campo vazio.'),
  hint: text.optional().describe('Uma linha de ajuda abaixo do campo.'),
});
export type FormFieldContent = z.infer<typeof formFieldSchema>;
