import { type Json, JsonNumber, textOf } from './json.ts';

/**
 * An amount in a notice. `none`: the platform does not tell it here. `negative`: money that goes back, some
 * platforms write a refund so; `centavos` is its size. `bad`: what stands there is no amount of money (a text,
 * beyond any price), and must never be counted as one.
 */
export type Amount =
  | { readonly kind: 'centavos'; readonly centavos: number }
  | { readonly kind: 'negative'; readonly centavos: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'bad' };

/** A hundred million reais: what is beyond is no price of a course. */
const MAX_CENTAVOS = 10_000_000_000;
/** JSON's number: sign, whole part, decimals, power of ten. */
const DECIMAL = /^(-?)(\d{1,25})(?:\.(\d{1,25}))?(?:[eE]([+-]?\d{1,3}))?$/;

const NONE: Amount = { kind: 'none' };
const BAD: Amount = { kind: 'bad' };

/** Reais as a decimal JSON number: `1497.1` is 149710. What is below a centavo is rounded, half up. */
export const fromReais = (value: Json): Amount => read(value, 2);

/** Centavos as a whole JSON number: `149710`. */
export function fromCentavos(value: Json): Amount {
  const amount = read(value, 0);
  // Half a centavo is no rounding of the platform's, but another unit.
  return value instanceof JsonNumber && !isWhole(value.source) ? BAD : amount;
}

const isWhole = (source: string) => /^-?\d+(?:\.0+)?$/.test(source);

function read(value: Json, decimals: number): Amount {
  if (value === null) return NONE;
  if (!(value instanceof JsonNumber)) return BAD;
  const [, sign, whole, fraction = '', power = '0'] = DECIMAL.exec(value.source) ?? [];
  if (whole === undefined) return BAD;
  const shift = decimals - fraction.length + Number(power);
  if (Math.abs(shift) > 60) return Number(whole + fraction) === 0 ? zero : BAD;
  const digits = BigInt(whole + fraction);
  const centavos = shift >= 0 ? digits * 10n ** BigInt(shift) : roundHalfUp(digits, -shift);
  if (centavos > MAX_CENTAVOS) return BAD;
  const kind = sign === '-' && centavos > 0n ? 'negative' : 'centavos';
  return { kind, centavos: Number(centavos) };
}

const zero: Amount = { kind: 'centavos', centavos: 0 };

function roundHalfUp(digits: bigint, places: number): bigint {
  const unit = 10n ** BigInt(places);
  return (digits + unit / 2n) / unit;
}

/** `amount` less what `less` says; below nothing it is no amount. */
export function minus(amount: Amount, less: Amount): Amount {
  if (amount.kind !== 'centavos') return amount;
  if (less.kind === 'none') return amount;
  if (less.kind !== 'centavos' || less.centavos > amount.centavos) return BAD;
  return { kind: 'centavos', centavos: amount.centavos - less.centavos };
}

/** The price, where the amount paid holds the buyer's interest besides; under a coupon the amount paid. */
export function smaller(paid: Amount, price: Amount): Amount {
  const isLess = paid.kind === 'centavos' && price.kind === 'centavos';
  return isLess && price.centavos < paid.centavos ? price : paid;
}

/**
 * A number that a platform writes as a text: `"1497.10"`. At most two decimals after a point, so that no
 * thousands are taken for reais; every other text stays a text, which is no amount.
 */
export const numberOf = (value: Json): Json =>
  typeof value === 'string' && /^-?\d+(?:\.\d{1,2})?$/.test(value.trim())
    ? new JsonNumber(value.trim())
    : value;

/** What a notice says of when: ISO time in UTC, nothing, or something that is no moment. */
export type Moment = string | null | 'bad';

/** Brasília keeps no summer time any more (2019, Decreto 9.772). */
const BRASILIA = '-03:00';
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const AFTER_LATEST_MS = Date.UTC(2100, 0, 1);

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?$/;
const BRAZILIAN = /^(\d\d)\/(\d\d)\/(\d{4})(?:,? (\d\d:\d\d(?::\d\d)?))?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Milliseconds or seconds since 1970, also as a text; ISO time with its zone; or a local time (`2026-11-03 14:05:09`,
 * `03/11/2026 14:05`), which is Brasília's. A day alone is its end, since all of it lies before.
 */
export function momentOf(value: Json): Moment {
  if (value === null) return null;
  if (value instanceof JsonNumber) return fromNumber(value.source);
  if (typeof value !== 'string') return 'bad';
  const text = value.trim();
  // MySQL's way to write that there is none.
  if (text === '' || text.startsWith('0000-00-00')) return null;
  if (/^\d+$/.test(text)) return fromNumber(text);
  if (text.length > 40) return 'bad';
  if (DAY.test(text)) return fromIso(`${text}T23:59:59${BRASILIA}`);
  const [, day, time, zone = BRASILIA] = ISO.exec(text) ?? [];
  if (day && time) return fromIso(`${day}T${time}${zone}`);
  const [, date, month, year, clock = '23:59:59'] = BRAZILIAN.exec(text) ?? [];
  if (date && month && year) return fromIso(`${year}-${month}-${date}T${clock}${BRASILIA}`);
  return 'bad';
}

function fromNumber(source: string): Moment {
  if (/^0+$/.test(source)) return null;
  if (/^\d{13}$/.test(source)) return fromTime(Number(source));
  if (/^\d{10}$/.test(source)) return fromTime(Number(source) * 1000);
  return 'bad';
}

function fromIso(text: string): Moment {
  const day = text.slice(0, 10);
  const noon = Date.parse(`${day}T12:00:00Z`);
  // Date.parse takes 30 February for 1 March.
  const isOfCalendar = !Number.isNaN(noon) && new Date(noon).toISOString().startsWith(day);
  return isOfCalendar ? fromTime(Date.parse(text)) : 'bad';
}

function fromTime(time: number): Moment {
  return time >= EARLIEST_MS && time < AFTER_LATEST_MS ? new Date(time).toISOString() : 'bad';
}

/** The first of several places that says something, be it no moment. */
export function firstMoment(...values: readonly Json[]): Moment {
  for (const value of values) {
    const moment = momentOf(value);
    if (moment !== null) return moment;
  }
  return null;
}

const METHODS: readonly (readonly [RegExp, string])[] = [
  [/^pix/, 'pix'],
  [/boleto|billet|bank_?slip/, 'boleto'],
  [/credit|card|cart[aã]o/, 'credit_card'],
];

/** How it was paid: `pix`, `boleto`, `credit_card`, else the platform's own word in lower case. */
export function methodOf(value: Json): string | null {
  const text = textOf(value)?.toLowerCase() ?? null;
  if (text === null) return null;
  return METHODS.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}
