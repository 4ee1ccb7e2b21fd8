import { z } from 'zod';
import { formatReais, money } from './money.ts';
import { headingFields, leadCta, text, wholeNumber } from './parts.ts';

const priceFields = z.strictObject({
  full: money
    .optional()
    .describe(
      'Preço antes do desconto, riscado, como `3.497,00`. Vira `{preco_cheio}`, já com o R$.',
    ),
  cash: money.describe('Preço à vista, como `1.497,00`. Vira `{preco_a_vista}`, já com o R$.'),
  installments: wholeNumber(z.int().min(2).max(24))
    .optional()
    .describe('Quantas parcelas mensais. Vira `{parcelas}`.'),
  installment: money
    .optional()
    .describe(
      'Valor de uma parcela, como `150,30`. Vira `{valor_da_parcela}`, já com o R$. Dela vêm também o total, `{total_parcelado}`, e os juros, `{juros_ao_mes}` e `{juros_ao_ano}`.',
    ),
});

const priceSchema = priceFields.superRefine((price, context) => {
  const { full, cash, installments, installment } = price;
  const report = (field: keyof typeof price, expected: string) =>
    context.addIssue({ code: 'custom', path: [field], message: expected });
  if (full !== undefined && full < cash) {
    report(
      'full',
      `um preço antes do desconto que não fique abaixo do preço à vista (${formatReais(cash)})`,
    );
  }
  if ((installments === undefined) !== (installment === undefined)) {
    const loneField = installments === undefined ? 'installment' : 'installments';
    report(loneField, 'o número e o valor das parcelas juntos, ou nenhum dos dois');
  }
  const installmentsTotal = (installments ?? 0) * (installment ?? 0);
  if (installmentsTotal > 0 && installmentsTotal < cash) {
    const calculation = `${installments} x ${formatReais(installment ?? 0)} = ${formatReais(installmentsTotal)}`;
    report(
      'installment',
      `um valor de parcela com que o total não fique abaixo do preço à vista (${formatReais(cash)}; ${calculation})`,
    );
  }
});

const receiptSchema = z.strictObject({
  title: text.describe('Título do cartão.'),
  subtitle: text.describe('Linha abaixo dele.'),
  items: z
    .array(
      z.strictObject({
        name: text.describe('O que está incluído.'),
        detail: text.describe('Quanto ou quando, na ponta direita.'),
      }),
    )
    .min(1)
    .max(20)
    .describe('O que está incluído, uma linha por item.'),
  full: z
    .strictObject({
      label: text.describe('Antes do preço.'),
      value: text.describe('O preço.'),
      reason: text.optional().describe('Por que o preço caiu, em uma frase.'),
    })
    .optional()
    .describe('A linha do preço riscado.'),
  cash: z
    .strictObject({
      label: text.describe('Antes do preço.'),
      value: text.describe('O preço, em letras grandes.'),
      after: text.describe('Depois do preço.'),
    })
    .describe('O preço à vista.'),
  installments: z
    .strictObject({ label: text.describe('Antes do valor.'), value: text.describe('O valor.') })
    .optional()
    .describe('A linha das parcelas.'),
  note: text.describe('Letra miúda abaixo dos preços.'),
});

const guaranteeSchema = z.strictObject({
  seal: text.describe('O selo: a primeira palavra aparece grande, como em `7 dias`.'),
  title: text.describe('Título.'),
  text: text.describe('Como funciona.'),
});

export const offerSchema = z
  .strictObject({
    ...headingFields,
    kind: z
      .enum(['course', 'product', 'service'])
      .default('course')
      .meta({ labels: { course: 'Um curso', product: 'Um produto', service: 'Um serviço' } })
      .describe('O que se vende, para os buscadores: curso, produto ou serviço.'),
    price: priceSchema.describe(
      'Os preços. Escreva como se escreve no Brasil, com os centavos (`1.497,00`), ou em centavos inteiros (`149700 centavos`). Nos textos, cite cada preço pelo nome, como `{preco_a_vista}`.',
    ),
    receipt: receiptSchema.describe('O cartão de preço, feito como um recibo.'),
    guarantee: guaranteeSchema.optional().describe('A garantia.'),
    cta: leadCta,
  })
  .describe('O preço e a garantia.');
export type OfferContent = z.infer<typeof offerSchema>;
