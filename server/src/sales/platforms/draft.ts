import { createHash } from 'node:crypto';
import type { Notice, NoticeKind, ReadError, Reading, ReceivedNotice } from '../notice.ts';
import { type Json, type JsonReading, readJson, textOf } from './json.ts';
import { type Amount, type Moment, methodOf } from './values.ts';

type Optional = 'noticeId' | 'refundedCents' | 'subscription' | 'chargeNumber' | 'isTest';

/** A notice as an adapter found it, before it is judged. What the platform does not tell is left out. */
interface Draft
  extends Pick<Notice, 'kind' | 'transaction' | 'tracking'>,
    Partial<Pick<Notice, Optional>> {
  readonly method: Json;
  readonly product: { readonly id: Json; readonly name: Json };
  /** Of several places that may hold a number, the likeliest first. */
  readonly buyer: { readonly name: Json; readonly email: Json; readonly phones: readonly Json[] };
  /** Left out: the transaction. */
  readonly saleKey?: string | null;
  readonly amount: Amount;
  /** Left out or null: the platform sells in reais and does not say so. */
  readonly currency?: string | null;
  readonly occurredAt: Moment;
  /** Left out: when it happened. */
  readonly noticedAt?: Moment;
  readonly paidAt?: Moment;
  /** When a pending payment runs out. */
  readonly expiresAt?: Moment;
}

/** What an adapter finds in a parsed notice; a reason if its form or event is not known. */
export type Description = Draft | 'shape' | 'event';

/** Returns the `read` of a platform: it parses the body, describes it, and judges the draft. Never throws. */
export const readWith =
  (
    describe: (notice: Json, kept: ReceivedNotice) => Description,
    parse: (body: Uint8Array) => JsonReading = readJson,
  ) =>
  (kept: ReceivedNotice): Reading => {
    const json = parse(kept.body);
    if (!json.ok) return json;
    const draft = describe(json.value, kept);
    return typeof draft === 'string' ? refuse(draft) : judge(draft, kept.receivedAt);
  };

/** How far a platform's clock, or a zone misread, may be ahead of ours: ms. */
const MAX_CLOCK_AHEAD_MS = 24 * 60 * 60 * 1000;
const MAX_TRANSACTION_LENGTH = 200;

const refuse = (reason: ReadError): Reading => ({ ok: false, reason });

/**
 * What a notice must have to become a sale: a transaction; a sum where money is asked or paid; moments
 * of the calendar, none later than a day after it came. Where it tells no moment, it happened when it
 * came (`receivedAt`, ISO in UTC). A sum in another currency is not counted, and the sale stands without.
 * A panel's test needs no sum, and happened when it came: its dates are made up, some lie in the future.
 */
function judge(draft: Draft, receivedAt: string): Reading {
  const { amount, currency: told, expiresAt = null, product, buyer, ...rest } = draft;
  const { kind, transaction, saleKey = transaction, isTest = false } = draft;
  const { occurredAt, noticedAt = null, paidAt = null } = isTest ? NO_MOMENTS : draft;
  if (occurredAt === 'bad' || noticedAt === 'bad' || paidAt === 'bad') return refuse('moment');
  const latest = new Date(Date.parse(receivedAt) + MAX_CLOCK_AHEAD_MS).toISOString();
  for (const moment of [occurredAt, noticedAt, paidAt]) {
    if (moment !== null && moment > latest) return refuse('future');
  }
  const currency = told?.toUpperCase() ?? 'BRL';
  if (!/^[A-Z]{3}$/.test(currency)) return refuse('currency');
  if (kind !== 'other') {
    const names = [saleKey ?? '', transaction ?? ''];
    if (names.some((name) => name === '' || name.length > MAX_TRANSACTION_LENGTH)) {
      return refuse('transaction');
    }
    const needsSum = !isTest && (kind === 'paid' || kind === 'pending');
    if (needsSum && amount.kind !== 'centavos') return refuse('value');
  }
  const happened = occurredAt ?? noticedAt ?? receivedAt;
  return {
    ok: true,
    notice: {
      ...{ noticeId: null, refundedCents: null, subscription: null, chargeNumber: null, ...rest },
      ...{ saleKey, isTest, currency },
      method: methodOf(draft.method),
      product: { id: textOf(product.id), name: textOf(product.name) },
      buyer: {
        name: textOf(buyer.name),
        email: textOf(buyer.email),
        phones: [...new Set(buyer.phones.map(textOf).filter((text) => text !== null))],
      },
      // Of money that goes back its size.
      valueCents: 'centavos' in amount && currency === 'BRL' ? amount.centavos : null,
      occurredAt: happened,
      noticedAt: noticedAt ?? happened,
      paidAt,
      expiresAt: expiresAt === 'bad' ? null : expiresAt,
    },
  };
}

const NO_MOMENTS = { occurredAt: null, noticedAt: null, paidAt: null } as const;

export type Kinds = Readonly<Record<string, NoticeKind>>;

/** The kind that a platform's word stands for; null for a word not in the list, `constructor` included. */
export const kindIn = (kinds: Kinds, word: string | null): NoticeKind | null =>
  word !== null && Object.hasOwn(kinds, word) ? (kinds[word] ?? null) : null;

/**
 * A name for a left cart that has no number of its own, made of its address and its buyer, whom the name
 * hides. Null if the notice has neither.
 */
export function cartName(...parts: readonly (string | null)[]): string | null {
  const known = parts.filter((part) => part !== null);
  if (known.length === 0) return null;
  return `cart:${createHash('sha256').update(known.join('\n')).digest('hex').slice(0, 32)}`;
}
