import { withoutFormatCharacters } from './characters.ts';

const reaisFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const amountFormat = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Returns centavos as `R$ 1.497,10`, always with two decimals, so that columns line up. */
export const formatCents = (cents: number): string => reaisFormat.format(cents / 100);

/** Returns hundredths of any currency as `1.497,10`, without a symbol. */
export const formatAmount = (cents: number): string => amountFormat.format(cents / 100);

/** Returns hundredths of a currency as `R$ 1.497,10` or `USD 1.497,10`. */
export const formatMoney = (currency: string, cents: number): string =>
  currency === 'BRL' ? formatCents(cents) : `${currency}\u00a0${formatAmount(cents)}`;

/** Matches centavos or reais, in which a point before three digits separates thousands. */
const TYPED_MONEY = /^(?:(\d+)centavos?|(\d{1,3}(?:\.\d{3})+(?=,|$)|\d+)(?:[,.](\d{1,2}))?)$/;
const MAX_TYPED_CENTS = 999_999_999;

/** Returns `997`, `R$ 1.497,00` or `99700 centavos` in centavos, up to 999,999,999; else null. */
export function readCents(typed: string): number | null {
  const match = TYPED_MONEY.exec(withoutFormatCharacters(typed).replace(/^\s*R\$|\s/gi, ''));
  if (match === null) return null;
  const [, centavos, reais = '', fraction = ''] = match;
  const cents = Number(centavos ?? reais.replaceAll('.', '') + fraction.padEnd(2, '0'));
  return cents <= MAX_TYPED_CENTS ? cents : null;
}
