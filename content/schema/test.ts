import { MAX_TEST_NAME_LENGTH, TESTABLE_FIELD } from '@funil/contract/visits/tested-text';
import { z } from 'zod';
import { text } from './parts.ts';

/** The test of a text that the page shows in two versions. */
export const testSchema = z.strictObject({
  name: text
    .max(MAX_TEST_NAME_LENGTH)
    .describe('Nome do teste nos números. Outro texto pede outro nome: é outro teste.'),
  field: z
    .string()
    .regex(TESTABLE_FIELD, {
      error: 'um texto da primeira tela, da oferta ou de um botão, como "hero.title"',
    })
    .describe(
      'O texto testado: arquivo e campo, como `hero.title`, `offer.intro` ou `faq.cta.label`. O que está no campo é a versão A.',
    ),
  text: text.describe('A versão B, que metade dos visitantes vê.'),
});
