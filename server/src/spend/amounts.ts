/** The sign before the decimals of a file's numbers; the other one separates thousands. */
export type DecimalSign = '.' | ',';

/**
 * What a number says about its file: its decimal sign; `any`: it reads alike with both; `unclear`: `1.234` is a thousand and
 * more, or one and a fraction; `invalid`: it is no number of zero or more.
 */
export type Evidence = DecimalSign | 'any' | 'unclear' | 'invalid';

/** Currency signs and the spaces within an amount. */
const DECORATION = /[\s\u00a0\u202f]|R\$|US\$|[$€£]/g;

const other = (sign: string | undefined): DecimalSign => (sign === '.' ? ',' : '.');

/** Returns what an amount of money says about its file. */
export function judgeAmount(text: string): Evidence {
  const digits = text.replace(DECORATION, '');
  if (/^\d+$/.test(digits)) return 'any';
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits)) return ',';
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(digits)) return '.';
  const [, thousands] = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})+$/.exec(digits) ?? [];
  if (thousands !== undefined) return other(thousands);
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return 'unclear';
  const [, sign] = /^\d+([.,])\d+$/.exec(digits) ?? [];
  return sign === undefined ? 'invalid' : (sign as DecimalSign);
}

/** Returns what a count says about its file: it has no decimals, so that its sign separates thousands. */
export function judgeCount(text: string): Evidence {
  const digits = text.replace(DECORATION, '');
  const [, thousands] = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.exec(digits) ?? [];
  if (thousands !== undefined) return other(thousands);
  return /^\d+$/.test(digits) ? 'any' : 'invalid';
}

const MAX_DIGITS = 15;

/** Returns an amount in hundredths, rounded half up; null if it is too large. */
export function toCents(text: string, sign: DecimalSign): number | null {
  const [whole = '', decimals = ''] = text
    .replace(DECORATION, '')
    .replaceAll(other(sign), '')
    .split(sign);
  if (whole.length > MAX_DIGITS) return null;
  const [hundredths, next = '0'] = [decimals.slice(0, 2).padEnd(2, '0'), decimals[2]];
  return Number(whole + hundredths) + (next >= '5' ? 1 : 0);
}

/** Returns a count; null if it is too large. */
export function toCount(text: string): number | null {
  const digits = text.replace(DECORATION, '').replace(/[.,]/g, '');
  return digits.length > MAX_DIGITS ? null : Number(digits);
}
