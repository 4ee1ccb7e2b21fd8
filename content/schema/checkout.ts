import { CHECKOUT_PLATFORMS } from '@funil/contract/platforms';
import { z } from 'zod';
import { address, text } from './text.ts';

/** What the page writes there itself: a reference in its place would spoil the visit's origin. */
const takenParameters = [
  'funnel',
  'ra',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
] as const;
const isTaken = (name: string) => takenParameters.some((taken) => taken === name);

const refParameter = z
  .string()
  .regex(/^[A-Za-z][\w.-]{0,63}$/, { error: 'o nome de um parâmetro, como "aff_sub"' })
  .refine((name) => !isTaken(name), {
    error: `um parâmetro que a página não usa (ela usa ${takenParameters.join(', ')})`,
  });

/** Fields that are left out stay so: the page, which carries this along, does not grow by defaults. */
export const checkoutSchema = z
  .strictObject({
    url: address.describe('O endereço do checkout.'),
    funnel: text.describe('Valor do parâmetro `funnel`.'),
    platform: z
      .enum(CHECKOUT_PLATFORMS)
      .optional()
      .describe(
        'De quem é o checkout. Diz em que parâmetro segue a referência do lead, que a plataforma devolve com a venda; sem o campo, `other`: não segue nenhuma. Veja docs/sales.md.',
      ),
    refParameter: refParameter
      .optional()
      .describe(
        'Só com `platform: other`: o parâmetro que recebe a referência do lead, como `aff_sub`.',
      ),
    prefill: z
      .boolean()
      .optional()
      .describe(
        '`true` leva nome e telefone no endereço, para o checkout já vir preenchido, onde a plataforma os recebe: Hotmart e Kiwify; a Ticto, só o nome. Sem o campo, `false`.',
      ),
  })
  .superRefine(({ platform = 'other', refParameter }, context) => {
    if (platform === 'other' || refParameter === undefined) return;
    context.addIssue({
      code: 'custom',
      path: ['refParameter'],
      message: `este campo só com "platform: other" (com "${platform}" o parâmetro já é conhecido; tire o campo)`,
    });
  });
