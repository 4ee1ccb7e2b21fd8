import { isEmail, sanitizeEmail } from '@funil/contract/contacts/email';
import { canonicalPhone, findSpacedPhones } from '@funil/contract/contacts/person';
import { countryCodeOf, isForeignCountry, joinPhone } from '@funil/contract/contacts/phone-parts';
import { DAY_MS } from '@funil/contract/durations';
import { type DateOrder, readDate } from '../csv/dates.ts';
import { shortenCell } from '../csv/read-csv.ts';
import { readTimestamp } from '../sales/platforms/values.ts';
import type { FileRow } from './file-rows.ts';

/** Thrown for a row that is not imported; the message is the reason in Portuguese. */
export class RowRefusal extends Error {
  override readonly name = 'RowRefusal';
}

export interface DateFormat {
  readonly order: DateOrder | null;
  /** `HH:MM:SS`, for dates without a time. */
  readonly defaultTime: string;
  readonly now: number;
}

/** How far a time may be in the future, because a platform's clock may be ahead. */
const MAX_AHEAD_MS = DAY_MS;
export const MAX_TEXT_LENGTH = 500;

/**
 * Returns a time (ISO in UTC), read as Brasília's if it has no zone; null for an empty cell.
 * @throws RowRefusal
 */
export function readTime(cell: string, { order, defaultTime, now }: DateFormat): string | null {
  // MySQL writes a missing date as zeros.
  if (cell === '' || /^(?:0000-00-00|00\/00\/0000)/.test(cell)) return null;
  const date = readDate(cell, order);
  if (date === 'unclear') {
    throw new RowRefusal('A data pode ser dia/mês ou mês/dia, e as outras do arquivo não decidem');
  }
  const time =
    date === 'invalid'
      ? date
      : readTimestamp(`${date.day}T${date.timeOfDay ?? defaultTime}${date.zone}`);
  if (time === 'invalid')
    throw new RowRefusal(`“${shortenCell(cell)}” não é uma data como 31/12/2025`);
  if (time !== null && Date.parse(time) > now + MAX_AHEAD_MS)
    throw new RowRefusal('Data no futuro');
  return time;
}

/** Returns the first e-mail address in the cell; without one, the cell's sanitized text. */
export const readEmail = (cell: string): string =>
  sanitizeEmail(
    cell
      .replace(/\s{0,9}@\s{0,9}/g, '@')
      .split(/[,;:\s<>()[\]"|?/]+/)
      .find((part) => isEmail(sanitizeEmail(part))) ?? cell,
  );

/** A number that Excel has rounded, so that its last digits are lost. */
export const ROUNDED_NUMBER = /\d[.,]?\d*E\+\d+$/i;

const isRoundedPhone = (cell: string) => ROUNDED_NUMBER.test(cell) && canonicalPhone(cell) === null;

/** Returns the reason, in Portuguese, if a spreadsheet rounded all phones of the row; else null. */
export const explainLostPhone = (row: FileRow): string | null =>
  row.phones.length > 0 && row.phones.every(isRoundedPhone)
    ? 'O Excel arredondou o telefone'
    : null;

const LANDLINE_PATTERN = /^\d\d[2-5]\d{7}$/;
const isLandline = (phone: string): boolean => LANDLINE_PATTERN.test(canonicalPhone(phone) ?? '');

/**
 * Returns a row's phones, the most reliable first, landlines last. Without any, returns the first
 * cell's text for the refusal, unless it is a number of an unclear country.
 */
export function readPhones(row: FileRow): string[] {
  const cells = row.phones.filter((cell) => !isRoundedPhone(cell));
  const codes = {
    area: row.read('areaCode'),
    country: row.read('countryCode'),
    isAbroad: isForeignCountry(row.read('country')),
  };
  const country = countryCodeOf(row.read('country'));
  const phones = cells.flatMap((number) => {
    const foundPhones = findSpacedPhones(joinPhone({ number, ...codes }));
    // A number of Brazil may be of a Brazilian who lives abroad.
    return foundPhones.length > 0 || country === null
      ? foundPhones
      : findSpacedPhones(joinPhone({ number, country }));
  });
  if (phones.length > 0) {
    return [...new Set(phones)].sort((a, b) => Number(isLandline(a)) - Number(isLandline(b)));
  }
  return cells
    .slice(0, 1)
    .filter((cell) => canonicalPhone(cell) === null)
    .map((cell) => cell.slice(0, MAX_TEXT_LENGTH));
}
