import { z } from 'zod';
import { text } from './text.ts';

/** A short notice in the corner of the page. */
export const toastSchema = z.strictObject({
  title: text.describe('Primeira linha, em negrito.'),
  description: text.describe('Segunda linha: o que o visitante pode fazer agora.'),
});
export type ToastContent = z.infer<typeof toastSchema>;
