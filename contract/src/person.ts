/**
 * When two contacts are one person. Keys are compared and stored, never shown. Browser code may read
 * this file, so it knows no zod.
 */

import { digitsOf } from './phone.ts';

/** Fewest digits of a number that tells a person from another: area code and eight. */
const FEWEST_DIGITS = 10;
/** Area code without a zero, then eight digits, or the ninth digit and eight. */
const BRAZILIAN = /^([1-9][1-9])9?(\d{8})$/;
/** What may stand before the area code: country, long-distance zero, or zero and a carrier. */
const PREFIXES = [/^55/, /^550/, /^0/, /^0\d\d/];

/**
 * Area code and last eight digits, so that a number with and without the ninth digit, `+55` or a
 * leading zero is one: `1187654321`. Any other number is taken for a foreign one: `+` and its digits.
 * Null: too short to know a person by.
 */
export function phoneKey(text: string): string | null {
  const digits = digitsOf(text);
  if (digits.length < FEWEST_DIGITS) return null;
  const isInternational = /^[^0-9]*\+/.test(text) || digits.startsWith('00');
  const significant = digits.replace(/^00/, '');
  const prefixes = isInternational ? PREFIXES.slice(0, 2) : [/^/, ...PREFIXES];
  for (const prefix of prefixes) {
    if (!prefix.test(significant)) continue;
    const [, area, number] = BRAZILIAN.exec(significant.replace(prefix, '')) ?? [];
    if (area && number) return area + number;
  }
  return `+${significant}`;
}

/** An address as it is compared: without spaces around, in lower case. */
export const emailKey = (text: string): string => text.trim().toLowerCase();
