import { z } from 'zod';
import { text } from './text.ts';

const count = z.int().positive();

/** What the page itself counts with; any other name may stand beside them. */
export const factsSchema = z
  .object({
    seats: count
      .optional()
      .describe('Vagas que restam na mentoria. Não é um cronômetro: diminua à mão.'),
    guaranteeDays: count.optional().describe('Dias de garantia, também para os buscadores.'),
    intensiveWeeks: count.optional().describe('Semanas de curso, também para os buscadores.'),
  })
  .catchall(z.union([z.int(), text], { error: 'um número inteiro ou um texto' }));
export type FactsContent = z.infer<typeof factsSchema>;
