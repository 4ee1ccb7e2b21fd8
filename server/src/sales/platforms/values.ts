import { startOfDay } from '@funil/contract/brasilia';
import { MAX_TIME_MS, MIN_TIME_MS } from '@funil/contract/sanitize';
import { detectAmountSeparator, MAX_AMOUNT_CENTS, withDecimalPoint } from '../../csv/amounts.ts';
import { readDate } from '../../csv/dates.ts';
import { type Json, JsonNumber, textOf, valueAt } from './json.ts';

/** Some platforms write a refund as a negative amount; `cents` is its absolute value. */
export type Amount =
  | { readonly kind: 'cents' | 'negative'; readonly cents: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid' };

const JSON_NUMBER_PATTERN = /^(-?)(\d{1,25})(?:\.(\d{1,25}))?(?:[eE]([+-]?\d{1,3}))?$/;

const INVALID_AMOUNT: Amount = { kind: 'invalid' };

/** Allows two decimals at most, so that the point of `1.497` is not read as a decimal point. */
const REAIS_TEXT = /^-?\d+(?:\.\d{1,2})?$/;
/** Allows whole numbers only, because a value with a fraction has another unit. */
const CENTAVOS_TEXT = /^-?\d+$/;
const CENTAVOS_NUMBER = /^-?\d+(?:\.0+)?$/;

/** Reads `1497.1`, `"1497.10"` and `"R$ 1.497,10"` as 149710 cents. Rounds half up. */
export const readReais = (value: Json): Amount =>
  parseNumber(numberSourceOf(typeof value === 'string' ? toDecimal(value) : value, REAIS_TEXT), 2);

function toDecimal(text: string): string {
  const plain = text.replace(/\s/g, '').replace(/^(-?)R\$/, '$1');
  const separator = detectAmountSeparator(plain.replace('-', ''));
  return separator === ',' || separator === '.' ? withDecimalPoint(plain, separator) : plain;
}

export function readCentavos(value: Json): Amount {
  const source = numberSourceOf(value, CENTAVOS_TEXT);
  return source !== null && !CENTAVOS_NUMBER.test(source) ? INVALID_AMOUNT : parseNumber(source, 0);
}

/** Reads a field whose name states its unit, so that a number's fraction is a part of a centavo. Rounds half up. */
export const readRoundedCentavos = (value: Json): Amount =>
  parseNumber(numberSourceOf(value, CENTAVOS_TEXT), 0);

/** Returns null for a missing value, which PHP sends as an empty text; '' for an unreadable one. */
function numberSourceOf(value: Json, pattern: RegExp): string | null {
  if (value instanceof JsonNumber) return value.source;
  const text = textOf(value);
  if (text === null) return value === null || typeof value === 'string' ? null : '';
  return pattern.test(text) ? text : '';
}

function parseNumber(source: string | null, decimals: number): Amount {
  if (source === null) return { kind: 'missing' };
  const [, sign, integer, fraction = '', power = '0'] = JSON_NUMBER_PATTERN.exec(source) ?? [];
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

export function subtractAmounts(amount: Amount, deduction: Amount): Amount {
  if (amount.kind !== 'cents' || deduction.kind === 'missing') return amount;
  if (deduction.kind !== 'cents' || deduction.cents > amount.cents) return INVALID_AMOUNT;
  return { kind: 'cents', cents: amount.cents - deduction.cents };
}

export const centsOf = (amount: Amount | undefined): number | null =>
  amount?.kind === 'cents' ? amount.cents : null;

const ZERO_CENTS: Amount = { kind: 'cents', cents: 0 };

export function sumAmounts(amounts: readonly Amount[]): Amount {
  if (amounts.length === 0) return { kind: 'missing' };
  const cents = amounts.map(centsOf);
  if (cents.includes(null)) return INVALID_AMOUNT;
  return { kind: 'cents', cents: cents.reduce<number>((sum, next) => sum + (next ?? 0), 0) };
}

interface Share {
  readonly recipient: string | null;
  readonly amount: Amount;
}

interface ShareRecipients {
  readonly account: string;
  readonly platform: string;
  /** The recipient of a co-producer's share; left out if the notice says whether the account is one. */
  readonly coproducer?: string;
}

/** @param statedNet what the account receives, if the notice says so beside the shares */
export function splitShares(
  shares: readonly Share[],
  recipients: ShareRecipients,
  statedNet: Amount = INVALID_AMOUNT,
) {
  if (shares.length === 0) return {};
  const {
    producer = [],
    coproducer = [],
    platform = [],
    others = [],
  } = Object.groupBy(shares, ({ recipient }) => {
    if (recipient === recipients.account) return 'producer';
    if (recipient === recipients.platform) return 'platform';
    return recipient === recipients.coproducer ? 'coproducer' : 'others';
  });
  const sumShares = (group: readonly Share[]) => sumAmounts(group.map(({ amount }) => amount));
  const feeCents = sumShares(platform);
  if (producer.length > 0 && coproducer.length > 0) {
    const coproduction = {
      producerCents: sumShares(producer),
      coproducerCents: onlyShareOf(coproducer),
      totalCents: sumShares([...producer, ...coproducer, ...others]),
    };
    return { feeCents, coproduction };
  }
  // Without a producer's share, a single co-producer's share is the account's own.
  const ownShares = [...producer, ...coproducer];
  if (ownShares.length > 1) {
    const allShares = sumShares([...ownShares, ...others]);
    const isKnown = statedNet.kind === 'cents';
    const commissionCents = isKnown ? subtractAmounts(allShares, statedNet) : INVALID_AMOUNT;
    return { netCents: statedNet, feeCents, commissionCents };
  }
  return {
    netCents: onlyShareOf(ownShares),
    feeCents,
    commissionCents: others.length > 0 ? sumShares(others) : ZERO_CENTS,
  };
}

/** Returns an invalid amount for several shares, because the notice does not say which one is the account's. */
const onlyShareOf = ([share, ...others]: readonly Share[]): Amount =>
  share && others.length === 0 ? share.amount : INVALID_AMOUNT;

/** Returns the smaller amount, because interest raises the paid amount above the price, and a coupon lowers it. */
export function smallerAmount(paid: Amount, price: Amount): Amount {
  const isLess = paid.kind === 'cents' && price.kind === 'cents' && price.cents < paid.cents;
  return isLess ? price : paid;
}

/** ISO time in UTC; null: the notice has no such time. */
export type Timestamp = string | null | 'invalid';

/** Brasília has had no summer time since 2019 (Decreto 9.772). */
const BRASILIA_OFFSET = '-03:00';

const ISO_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Reads milliseconds or seconds since 1970, ISO time, or a date such as `3/11/2026 14:05`, in
 * Brasília's time if it names no zone. A date without a time is the end of that day.
 */
export function readTimestamp(value: Json): Timestamp {
  if (value === null) return null;
  if (value instanceof JsonNumber) return timestampFromNumber(value.source);
  if (typeof value !== 'string') return 'invalid';
  const text = textOf(value);
  // MySQL writes a missing date like this.
  if (text === null || text.startsWith('0000-00-00')) return null;
  if (/^\d+(?:\.\d+)?$/.test(text)) return timestampFromNumber(text);
  if (text.length > 80) return 'invalid';
  const [, day, time, zone = BRASILIA_OFFSET] = ISO_TIME.exec(text) ?? [];
  if (day && time) return timestampFromIso(`${day}T${time}${zone}`);
  const date = readDate(text, 'day');
  if (typeof date === 'string') return 'invalid';
  return timestampFromIso(
    `${date.day}T${date.timeOfDay ?? '23:59:59'}${date.zone || BRASILIA_OFFSET}`,
  );
}

export const timestampAt = (value: Json, ...path: readonly (string | number)[]): Timestamp =>
  readTimestamp(valueAt(value, ...path));

function timestampFromNumber(source: string): Timestamp {
  if (/^0+$/.test(source)) return null;
  if (/^\d{13}(?:\.\d+)?$/.test(source)) return timestampFromMs(Math.trunc(Number(source)));
  if (/^\d{10}(?:\.\d+)?$/.test(source)) return timestampFromMs(Math.round(Number(source) * 1000));
  return 'invalid';
}

const timestampFromIso = (text: string): Timestamp =>
  startOfDay(text.slice(0, 10)) === null ? 'invalid' : timestampFromMs(Date.parse(text));

const timestampFromMs = (timeMs: number): Timestamp =>
  timeMs >= MIN_TIME_MS && timeMs <= MAX_TIME_MS ? new Date(timeMs).toISOString() : 'invalid';

const METHOD_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^pix/, 'pix'],
  [/boleto|billet|bank_?slip/, 'boleto'],
  [/cr[eé]dit/, 'credit_card'],
  [/(?:card|cart[aã]o).*d[eé]bit|d[eé]bit.*(?:card|cart[aã]o)/, 'debit_card'],
  [/card|cart[aã]o/, 'credit_card'],
];

export function methodOf(value: Json): string | null {
  const text = textOf(value)?.toLowerCase() ?? null;
  if (text === null) return null;
  return METHOD_PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}
