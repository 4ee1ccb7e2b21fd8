import type { PriceAdvice } from '@funil/contract/console/page-editor';
import { isFields } from '@funil/contract/contacts/field-values';
import { formatInterest, monthlyInterest } from '../load/placeholders.ts';
import { formatReais, money } from '../schema/money.ts';

/** Interest in percent per month that no checkout asks: the installment is another price's. */
const MAX_INTEREST = 8;

/** Returns what to do about an installment that does not fit the price; null: it fits, or there is none. */
export function advisePrice(price: unknown): PriceAdvice | null {
  if (!isFields(price)) return null;
  const { installments: count, installment: written, ...rest } = price;
  const [cash, installment] = [money.safeParse(rest.cash), money.safeParse(written)];
  if (typeof count !== 'number' || count < 2 || !cash.success || !installment.success) return null;
  const interest = monthlyInterest(cash.data, count, installment.data);
  const isTooLittle = count * installment.data < cash.data;
  if (!isTooLittle && interest <= MAX_INTEREST) return null;
  const fitting = formatReais(Math.ceil(cash.data / count));
  return {
    sentence: isTooLittle
      ? 'As parcelas somam menos que o preço à vista.'
      : `Com esta parcela, os juros são de ${formatInterest(interest)} ao mês: ela é de outro preço?`,
    mends: [
      {
        label: `${count}x de ${fitting}, sem juros`,
        path: ['price', 'installment'],
        value: fitting.replace('R$ ', ''),
      },
      { label: 'Tirar as parcelas', path: ['price'], value: rest },
    ],
  };
}
