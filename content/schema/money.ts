import { formatCents } from '@funil/contract/money';
import { z } from 'zod';
import { trimPasted } from './parts.ts';

/** Returns centavos as `R$ 1.497,00` with an ordinary space, which may be copied into YAML. */
export const formatReais = (centavos: number): string =>
  formatCents(centavos).replace('\u00a0', ' ');

const MAX_CENTAVOS = 999_999_999;

const isAmount = (centavos: number) => centavos > 0 && centavos <= MAX_CENTAVOS;

/** The message for an invalid amount; explain-issue.ts adds its possible meanings. */
export const moneyDescription = 'um valor em reais com centavos, como "1.497,00"';

/** An amount in reais, or in centavos with that word; parsed into centavos. */
export const money = z
  .string({ error: moneyDescription })
  .overwrite(trimPasted)
  .regex(/^([Rr]\$\s*)?(\d{1,3}(\.\d{3})+|\d+),\d{2}$|^\d+\scentavos?$/, {
    error: moneyDescription,
    abort: true,
  })
  // Either format contains exactly the digits of the amount in centavos.
  .transform((written) => Number(written.replace(/\D/g, '')))
  .refine(isAmount, 'um valor entre 0,01 e 9.999.999,99')
  .meta({ widget: 'money' });

/** Possible meanings of a format, in reais. */
const FORMAT_MEANINGS: readonly [pattern: RegExp, toReais: (digits: string) => string][] = [
  // Brazilian thousands: 1.497
  [/^\d{1,3}(\.\d{3})+$/, (digits) => digits.replaceAll('.', '')],
  // Decimals of YAML and English: 1.497, 1497.5
  [/^\d+\.\d+$/, (digits) => digits],
  // Decimals with more or fewer than two digits: 1497,5
  [/^\d{1,3}(\.\d{3})+,\d+$|^\d+,\d+$/, (digits) => digits.replaceAll('.', '').replace(',', '.')],
  // English thousands: 1,497 and 1,497.00
  [/^\d{1,3}(,\d{3})+(\.\d+)?$/, (digits) => digits.replaceAll(',', '')],
  // Reais or centavos.
  [/^\d+$/, (digits) => digits],
  [/^\d+$/, (digits) => String(Number(digits) / 100)],
];

/** Returns the amounts that an ambiguous text may mean, as `R$ 1.497,00`. */
export function findPossibleAmounts(written: string): string[] {
  const digits = trimPasted(written).replace(/^R\$\s*/i, '');
  const amounts = FORMAT_MEANINGS.filter(([pattern]) => pattern.test(digits))
    .map(([, toReais]) => Math.round(Number(toReais(digits)) * 100))
    .filter(isAmount);
  return [...new Set(amounts)].map(formatReais);
}
