import { startOfDay } from '@funil/contract/brasilia';
import { detectAmountSeparator, MAX_AMOUNT_CENTS, withDecimalPoint } from '../../csv/amounts.ts';
import { readDate } from '../../csv/dates.ts';
import { at, type Json, JsonNumber, textOf } from './json.ts';

/**
 * An amount in a notice. `negative`: some platforms write a refund like this; `cents` is its absolute value. `invalid`:
 * the value is no amount of money.
 */
export type Amount =
  | { readonly kind: 'cents' | 'negative'; readonly cents: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid' };

/** JSON's number: sign, integer part, decimals, power of ten. */
const JSON_NUMBER = /^(-?)(\d{1,25})(?:\.(\d{1,25}))?(?:[eE]([+-]?\d{1,3}))?$/;

const INVALID_AMOUNT: Amount = { kind: 'invalid' };

/** A text with at most two decimals after a point, so that a thousands separator is never read as reais. */
const REAIS_TEXT = /^-?\d+(?:\.\d{1,2})?$/;
/** A fraction in centavos means that the value has another unit. */
const CENTAVOS_TEXT = /^-?\d+$/;
const CENTAVOS_NUMBER = /^-?\d+(?:\.0+)?$/;

/**
 * Reads reais, a decimal JSON number or the same as a text: `1497.1`, `"1497.10"` and `"R$ 1.497,10"` are 149710 cents.
 * Fractions of a cent are rounded half up.
 */
export const readReais = (value: Json): Amount =>
  readAmount(sourceOf(typeof value === 'string' ? toDecimal(value) : value, REAIS_TEXT), 2);

/** Returns a text without the sign of reais, and with a point before its decimals if it is clear which they are. */
function toDecimal(text: string): string {
  const plain = text.replace(/\s/g, '').replace(/^(-?)R\$/, '$1');
  const separator = detectAmountSeparator(plain.replace('-', ''));
  return separator === ',' || separator === '.' ? withDecimalPoint(plain, separator) : plain;
}

/** Reads centavos, an integral JSON number or the same as a text. */
export function readCentavos(value: Json): Amount {
  const source = sourceOf(value, CENTAVOS_TEXT);
  return source !== null && !CENTAVOS_NUMBER.test(source) ? INVALID_AMOUNT : readAmount(source, 0);
}

/**
 * Returns a number's source, or a text that matches `pattern`. Null: the value is missing, or the empty text that PHP
 * sends for a missing value. Other values are returned as an empty text.
 */
function sourceOf(value: Json, pattern: RegExp): string | null {
  if (value instanceof JsonNumber) return value.source;
  const text = typeof value === 'string' ? value.trim() : null;
  if (value === null || text === '') return null;
  return text !== null && pattern.test(text) ? text : '';
}

function readAmount(source: string | null, decimals: number): Amount {
  if (source === null) return { kind: 'missing' };
  const [, sign, integer, fraction = '', power = '0'] = JSON_NUMBER.exec(source) ?? [];
  if (integer === undefined) return INVALID_AMOUNT;
  const digits = BigInt(integer + fraction);
  if (digits === 0n) return { kind: 'cents', cents: 0 };
  const shift = decimals - fraction.length + Number(power);
  if (Math.abs(shift) > 60) return INVALID_AMOUNT;
  const cents = shift >= 0 ? digits * 10n ** BigInt(shift) : roundHalfUp(digits, -shift);
  if (cents > MAX_AMOUNT_CENTS) return INVALID_AMOUNT;
  return { kind: sign === '-' && cents > 0n ? 'negative' : 'cents', cents: Number(cents) };
}

function roundHalfUp(digits: bigint, places: number): bigint {
  const unit = 10n ** BigInt(places);
  return (digits + unit / 2n) / unit;
}

/** Subtracts a discount or fee; the result is invalid if it would be negative. */
export function minus(amount: Amount, deduction: Amount): Amount {
  if (amount.kind !== 'cents' || deduction.kind === 'missing') return amount;
  if (deduction.kind !== 'cents' || deduction.cents > amount.cents) return INVALID_AMOUNT;
  return { kind: 'cents', cents: amount.cents - deduction.cents };
}

/** Returns null for any amount but a valid one that is not negative. */
export const centsOf = (amount: Amount | undefined): number | null =>
  amount?.kind === 'cents' ? amount.cents : null;

const ZERO_CENTS: Amount = { kind: 'cents', cents: 0 };

/** Adds up amounts. No amounts make a missing sum; a missing, negative or invalid amount makes the sum invalid. */
export function sumAmounts(amounts: readonly Amount[]): Amount {
  if (amounts.length === 0) return { kind: 'missing' };
  const cents = amounts.map(centsOf);
  if (cents.includes(null)) return INVALID_AMOUNT;
  return { kind: 'cents', cents: cents.reduce<number>((sum, next) => sum + (next ?? 0), 0) };
}

/** A recipient's share of a charge. */
interface Share {
  readonly recipient: string | null;
  readonly amount: Amount;
}

interface RecipientNames {
  readonly own: string;
  readonly platform: string;
  /** Set if the notice does not say whether the account is the `own` recipient or a co-producer. */
  readonly coproducer?: string;
}

/** Adds up shares: the account's own, the platform's, and all others, which are commissions. */
export function splitShares(shares: readonly Share[], names: RecipientNames) {
  if (shares.length === 0) return {};
  const {
    producer = [],
    coproducer = [],
    platform = [],
    others = [],
  } = Object.groupBy(shares, ({ recipient }) => {
    if (recipient === names.own) return 'producer';
    if (recipient === names.platform) return 'platform';
    return recipient === names.coproducer ? 'coproducer' : 'others';
  });
  const sumShares = (group: readonly Share[]) => sumAmounts(group.map(({ amount }) => amount));
  const feeCents = sumShares(platform);
  if (producer.length > 0 && coproducer.length > 0) {
    const coproduction = {
      producerCents: sumShares(producer),
      coproducerCents: onlyOf(coproducer),
      totalCents: sumShares([...producer, ...coproducer, ...others]),
    };
    return { feeCents, coproduction };
  }
  return {
    // A notice with one co-producer's share and no producer's share was sent to that co-producer.
    netCents: onlyOf([...producer, ...coproducer]),
    feeCents,
    commissionCents: others.length > 0 ? sumShares(others) : ZERO_CENTS,
  };
}

/** Returns the amount of the only share; invalid for several, because the notice does not say whose account it is. */
const onlyOf = ([share, ...others]: readonly Share[]): Amount =>
  share && others.length === 0 ? share.amount : INVALID_AMOUNT;

/**
 * Returns the price if the paid amount is higher, because of the buyer's interest; else the paid amount, which a coupon
 * may have reduced.
 */
export function smaller(paid: Amount, price: Amount): Amount {
  const isLess = paid.kind === 'cents' && price.kind === 'cents' && price.cents < paid.cents;
  return isLess ? price : paid;
}

/** ISO time in UTC; null if the notice has none; `invalid` if the value is no time. */
export type Timestamp = string | null | 'invalid';

/** Brasília has had no summer time since 2019 (Decreto 9.772). */
const BRASILIA_OFFSET = '-03:00';
const MIN_TIME_MS = Date.UTC(2000, 0, 1);
const MAX_TIME_MS = Date.UTC(2100, 0, 1);

const ISO_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Reads milliseconds or seconds since 1970, ISO time, or a date as files write it, in Brasília's time if it has no zone
 * (`3/11/2026 14:05`). A date without a time is the end of that day.
 */
export function readTimestamp(value: Json): Timestamp {
  if (value === null) return null;
  if (value instanceof JsonNumber) return fromNumber(value.source);
  if (typeof value !== 'string') return 'invalid';
  const text = value.trim();
  // MySQL writes a missing date like this.
  if (text === '' || text.startsWith('0000-00-00')) return null;
  if (/^\d+(?:\.\d+)?$/.test(text)) return fromNumber(text);
  if (text.length > 80) return 'invalid';
  const [, day, time, zone = BRASILIA_OFFSET] = ISO_TIME.exec(text) ?? [];
  if (day && time) return fromIso(`${day}T${time}${zone}`);
  const date = readDate(text, 'day');
  if (typeof date === 'string') return 'invalid';
  return fromIso(`${date.day}T${date.timeOfDay ?? '23:59:59'}${date.zone || BRASILIA_OFFSET}`);
}

export const timestampAt = (value: Json, ...path: readonly (string | number)[]): Timestamp =>
  readTimestamp(at(value, ...path));

function fromNumber(source: string): Timestamp {
  if (/^0+$/.test(source)) return null;
  if (/^\d{13}(?:\.\d+)?$/.test(source)) return fromTime(Math.trunc(Number(source)));
  if (/^\d{10}(?:\.\d+)?$/.test(source)) return fromTime(Math.round(Number(source) * 1000));
  return 'invalid';
}

const fromIso = (text: string): Timestamp =>
  startOfDay(text.slice(0, 10)) === null ? 'invalid' : fromTime(Date.parse(text));

const fromTime = (time: number): Timestamp =>
  time >= MIN_TIME_MS && time < MAX_TIME_MS ? new Date(time).toISOString() : 'invalid';

const METHOD_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^pix/, 'pix'],
  [/boleto|billet|bank_?slip/, 'boleto'],
  [/credit|card|cart[aã]o/, 'credit_card'],
];

/** Returns `pix`, `boleto`, `credit_card`, or the platform's own word in lower case. */
export function methodOf(value: Json): string | null {
  const text = textOf(value)?.toLowerCase() ?? null;
  if (text === null) return null;
  return METHOD_PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}
