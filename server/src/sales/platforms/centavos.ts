import { type Json, JsonNumber } from './json.ts';

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
const LARGEST_CENTAVOS = 10_000_000_000;
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
  if (centavos > LARGEST_CENTAVOS) return BAD;
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
