import { createHash } from 'node:crypto';
import { sanitizeEmail } from '@funil/contract/contacts/email';
import { findSpacedPhones } from '@funil/contract/contacts/person';
import { DAY_MS } from '@funil/contract/durations';
import { MAX_SALE_KEY_LENGTH } from '@funil/contract/sales/sale-subject';
import { decodeEntities } from '../../markup/html.ts';
import { EARLIEST_TIME_MS } from '../../store/clock/database-clock.ts';
import {
  type ChargeSplit,
  type Coproduction,
  NO_SPLIT,
  type Notice,
  type NoticeKind,
  type NoticeReading,
  type ReadError,
  type ReceivedNotice,
  UNSTATED_FIELDS,
} from '../notices/notice.ts';
import { type Json, type JsonReading, readJson, smallIntegerOf, textOf } from './json.ts';
import { type Amount, centsOf, methodOf, type Timestamp } from './values.ts';

type NoticeAmounts<Cents> = { readonly [Part in keyof Cents]?: Amount };

type OptionalField =
  | Exclude<keyof typeof UNSTATED_FIELDS, 'split' | 'expiresAt' | 'paymentCode'>
  | 'isTest';

/** A notice that an adapter has read, before validation. Fields that the platform does not send are left out. */
interface ParsedNotice
  extends Pick<Notice, 'kind' | 'transaction' | 'tracking'>,
    Partial<Pick<Notice, OptionalField>> {
  readonly method: Json;
  readonly product: { readonly id: Json; readonly name: Json };
  readonly buyer: { readonly name: Json; readonly email: Json; readonly phones: readonly Json[] };
  /** The transaction is the key if this is left out. */
  readonly saleKey?: string | null;
  /** Identifies an abandoned cart, which may have no transaction yet. */
  readonly cartId?: string | null;
  readonly amount: Amount;
  /** Left out or null: reais. */
  readonly currency?: string | null;
  readonly split?: NoticeAmounts<Omit<ChargeSplit, 'coproduction'>> & {
    readonly coproduction?: NoticeAmounts<Coproduction>;
  };
  readonly occurredAt: Timestamp;
  /** Equals `occurredAt` if left out. */
  readonly writtenAt?: Timestamp;
  readonly paidAt?: Timestamp;
  readonly expiresAt?: Timestamp;
  /** Codes and addresses by which the buyer can pay, the best first. */
  readonly paymentCodes?: readonly Json[];
}

/** For the texts, see {@link ReadError}. */
export type ParseResult = ParsedNotice | 'shape' | 'version' | 'event';

/** Returns a reader of a platform's notices, which never throws. */
export const createNoticeReader =
  (
    parseNotice: (notice: Json, received: ReceivedNotice) => ParseResult,
    parseBody: (body: Uint8Array) => JsonReading = readJson,
  ) =>
  (received: ReceivedNotice): NoticeReading => {
    const json = parseBody(received.body);
    if (!json.ok) return json;
    const parsed = parseNotice(json.value, received);
    return typeof parsed === 'string'
      ? refuseReading(parsed)
      : toNoticeReading(parsed, received.receivedAt);
  };

/** A platform's clock may be ahead, or its time zone may be misread. */
const MAX_CLOCK_AHEAD_MS = DAY_MS;

const refuseReading = (reason: ReadError): NoticeReading => ({ ok: false, reason });

/**
 * Turns a parsed notice into a notice. Missing times become `receivedAt` (ISO in UTC). A panel's test needs no amount,
 * and its invented times are ignored.
 */
export function toNoticeReading(parsed: ParsedNotice, receivedAt: string): NoticeReading {
  const {
    amount,
    currency: statedCurrency,
    split,
    expiresAt = null,
    paymentCodes = [],
    product,
    buyer,
    cartId,
    ...otherFields
  } = parsed;
  const { kind, isTest = false } = parsed;
  const times = readTimes(parsed, receivedAt);
  if (typeof times === 'string') return refuseReading(times);
  const currency = statedCurrency?.toUpperCase() ?? 'BRL';
  if (!/^[A-Z]{3}$/.test(currency)) return refuseReading('currency');
  const keys = readNoticeKeys(parsed);
  if (kind !== 'other' && !areValidKeys(keys)) return refuseReading('transaction');
  const needsAmount = !isTest && (kind === 'paid' || kind === 'pending');
  if (needsAmount && amount.kind !== 'cents') return refuseReading('value');
  return {
    ok: true,
    notice: {
      ...UNSTATED_FIELDS,
      split: {
        netCents: centsOf(split?.netCents),
        feeCents: centsOf(split?.feeCents),
        commissionCents: centsOf(split?.commissionCents),
        ...(split?.coproduction && { coproduction: coproductionOf(split.coproduction) }),
      },
      ...otherFields,
      ...keys,
      ...times,
      isTest,
      currency,
      ...(kind === 'abandoned' && { split: NO_SPLIT, installments: null }),
      method: methodOf(parsed.method),
      product: { id: textOf(product.id), name: nameOf(product.name) },
      buyer: {
        name: nameOf(buyer.name),
        email: sanitizeEmail(textOf(buyer.email) ?? '') || null,
        phones: [...new Set(buyer.phones.map(textOf).flatMap(phonesOf))],
      },
      valueCents: 'cents' in amount && currency === 'BRL' ? amount.cents : null,
      expiresAt: expiresAt === 'invalid' ? null : expiresAt,
      paymentCode: kind === 'pending' || kind === 'abandoned' ? findCode(paymentCodes) : null,
    },
  };
}

const nameOf = (value: Json) => textOf(decodeEntities(textOf(value) ?? ''));

const TEST_NOTICE_TIMES = { occurredAt: null, writtenAt: null, paidAt: null };

function readTimes(parsed: ParsedNotice, receivedAt: string) {
  const times = parsed.isTest ? TEST_NOTICE_TIMES : parsed;
  const { occurredAt, writtenAt = null, paidAt = null } = times;
  if (occurredAt === 'invalid' || writtenAt === 'invalid' || paidAt === 'invalid') return 'moment';
  const receivedMs = Date.parse(receivedAt);
  // A notice that arrived while the machine's clock was behind is read again later.
  const maxTime = new Date(Math.max(receivedMs, Date.now()) + MAX_CLOCK_AHEAD_MS).toISOString();
  const isFuture = [occurredAt, writtenAt, paidAt].some((time) => time !== null && time > maxTime);
  // A machine may start in 1970, before its clock is set, and no platform sends an answered notice again.
  if (isFuture && receivedMs >= EARLIEST_TIME_MS) return 'future';
  const knownOccurredAt = occurredAt ?? writtenAt ?? receivedAt;
  return { occurredAt: knownOccurredAt, writtenAt: writtenAt ?? knownOccurredAt, paidAt };
}

function readNoticeKeys({ kind, cartId, saleKey, ...parsed }: ParsedNotice) {
  const cartKey = kind === 'abandoned' && cartId ? `cart:${cartId}` : null;
  const transaction = parsed.transaction ?? cartKey;
  return { transaction, saleKey: saleKey === undefined ? transaction : saleKey };
}

const areValidKeys = ({ transaction, saleKey }: ReturnType<typeof readNoticeKeys>): boolean =>
  [transaction ?? '', saleKey ?? ''].every(
    (key) => key !== '' && key.length <= MAX_SALE_KEY_LENGTH,
  );

/** A longer code counts as missing, because a buyer cannot pay with a cut one. */
const PAYMENT_CODE_PATTERN = /^\P{C}{1,1000}$/u;

const findCode = (codes: readonly Json[]): string | null =>
  codes
    .map((code) => (typeof code === 'string' && textOf(code) !== null ? code.trim() : ''))
    .find((code) => PAYMENT_CODE_PATTERN.test(code)) ?? null;

/** A text without a phone is returned whole, so that an operator can read it. */
function phonesOf(text: string | null): readonly string[] {
  if (text === null) return [];
  const phones = findSpacedPhones(text);
  return phones.length > 0 ? phones : [text];
}

const coproductionOf = (amounts: NoticeAmounts<Coproduction>): Coproduction => ({
  producerCents: centsOf(amounts.producerCents),
  coproducerCents: centsOf(amounts.coproducerCents),
  totalCents: centsOf(amounts.totalCents),
});

export const mapKinds = (
  wordsByKind: Partial<Record<NoticeKind, readonly string[]>>,
): ReadonlyMap<string | null, NoticeKind> =>
  new Map(
    Object.entries(wordsByKind).flatMap(([kind, words]) =>
      words.map((word) => [word, kind as NoticeKind]),
    ),
  );

/** Returns null for a plan's first payment, because the plan may itself renew a subscription. */
export function readLaterPaymentNumber(value: Json): number | null {
  const number = smallIntegerOf(value);
  return number === 1 ? null : number;
}

/** Returns an id for a cart that has none. Null: the notice has neither the cart's address nor a buyer. */
export function hashCart(...traits: readonly (string | null)[]): string | null {
  const statedTraits = traits.filter((trait) => trait !== null);
  if (statedTraits.length === 0) return null;
  return createHash('sha256').update(statedTraits.join('\n')).digest('hex').slice(0, 32);
}
