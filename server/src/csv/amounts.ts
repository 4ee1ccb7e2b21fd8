/** A file uses one of `.` and `,` before decimals and the other between thousands. */
export type DecimalSeparator = '.' | ',';

/** `any`: no separator. `unclear`: `1.234` may have decimals or thousands. `invalid`: no number, or a negative one. */
type ImpliedSeparator = DecimalSeparator | 'any' | 'unclear' | 'invalid';

const CURRENCY_SIGNS = [
  ['BRL', /(?<![a-z])(?:R\$|(?:BRL|REAL|REAIS)(?![a-z]))/i],
  ['USD', /US\$|(?<![a-z])USD(?![a-z])/i],
  ['EUR', /€|(?<![a-z])EUR(?![a-z])/i],
  ['GBP', /(?<![a-z])£|(?<![a-z])GBP(?![a-z])/i],
] as const;

/** Includes a `$` alone, although it names no currency. */
const CURRENCY_SIGNS_AND_SPACES = new RegExp(
  [/\s|\$/, ...CURRENCY_SIGNS.map(([, sign]) => sign)].map(({ source }) => source).join('|'),
  'gi',
);

export const findCurrencySign = (text: string): string | null =>
  CURRENCY_SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? null;

export function readCurrencyCell(cell: string): string | null {
  const text = cell.trim().toUpperCase();
  return findCurrencySign(text) ?? (/^[A-Z]{3}$/.test(text) ? text : null);
}

const otherSeparator = (separator: string): DecimalSeparator => (separator === '.' ? ',' : '.');

export function detectAmountSeparator(text: string): ImpliedSeparator {
  const digits = text.replace(CURRENCY_SIGNS_AND_SPACES, '');
  if (/^\d+$/.test(digits)) return 'any';
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits)) return ',';
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(digits)) return '.';
  const [, thousands] = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})+$/.exec(digits) ?? [];
  if (thousands !== undefined) return otherSeparator(thousands);
  // After a 0 or four digits, three digits are decimals; with a currency's sign, an amount has at most two, unless a
  // formula computed it, as `R$ 12,475`.
  const [, unclear] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(digits) ?? [];
  if (unclear !== undefined) {
    const isPrice = /[\p{L}\p{Sc}]/u.test(text) && !(unclear === ',' && text.includes('R$'));
    return isPrice ? otherSeparator(unclear) : 'unclear';
  }
  const [, decimal] = /^\d+([.,])\d+$/.exec(digits) ?? [];
  return decimal === undefined ? 'invalid' : (decimal as DecimalSeparator);
}

/** Returns the decimal separator, which the count lacks, because in a count separators are for thousands. */
export function detectCountSeparator(text: string): ImpliedSeparator {
  const digits = text.replace(CURRENCY_SIGNS_AND_SPACES, '');
  const [, thousands] = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.exec(digits) ?? [];
  if (thousands !== undefined) return otherSeparator(thousands);
  return /^\d+$/.test(digits) ? 'any' : 'invalid';
}

/** Whether the amount is negative. A spreadsheet may write it in brackets, or the sign at the end. */
export const isNegative = (amount: string): boolean => /^[^\d+]*[-−(]|[-−]$/.test(amount);

/** Returns the amount without its sign, because some tools write fees and refunds as negative numbers. */
export const withoutSign = (amount: string): string =>
  amount.replace(/^(?:R\$)?\s*[-−+(]\s*|[-−)]$/g, '');

/** Returns `1234.5` for `1.234,5`. */
export const withDecimalPoint = (digits: string, separator: DecimalSeparator): string =>
  digits.replaceAll(otherSeparator(separator), '').replace(separator, '.');

/** A hundred million reais: more than the price of any course and the spend of any day. */
export const MAX_AMOUNT_CENTS = 10_000_000_000;

/** With more digits before the decimals, the cents might exceed the safe integers. */
const MAX_INTEGER_DIGITS = 11;

/** Returns the amount in cents, rounded half up; null if it is too large. */
export function toCents(text: string, separator: DecimalSeparator): number | null {
  const digits = text.replace(CURRENCY_SIGNS_AND_SPACES, '');
  const [integer = '', decimals = ''] = withDecimalPoint(digits, separator).split('.');
  if (integer.length > MAX_INTEGER_DIGITS) return null;
  const [hundredths, next = '0'] = [decimals.slice(0, 2).padEnd(2, '0'), decimals[2]];
  return Number(integer + hundredths) + (next >= '5' ? 1 : 0);
}

export function toCount(text: string): number | null {
  const digits = text.replace(CURRENCY_SIGNS_AND_SPACES, '').replace(/[.,]/g, '');
  return digits.length > MAX_INTEGER_DIGITS ? null : Number(digits);
}
