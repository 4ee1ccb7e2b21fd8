import type { Misreading, Notice, NoticeKind, Reading } from '../notice.ts';
import type { Amount } from './centavos.ts';
import type { Moment } from './moment.ts';

/** A notice as an adapter found it, before it is judged. */
export interface Draft extends Omit<Notice, 'valueCents' | 'currency' | Optional | Timestamps> {
  readonly amount: Amount;
  /** The part that a partial refund gives back; absent for every other notice. */
  readonly refunded?: Amount;
  /** When a pending payment runs out; absent if the platform does not say. */
  readonly expiresAt?: Moment;
  /** The subscription that is charged; absent if the platform names none. */
  readonly subscription?: string | null;
  readonly chargeNumber?: number | null;
  /** Null: the platform sells in reais and does not say so. */
  readonly currency: string | null;
  readonly occurredAt: Moment;
  readonly noticedAt: Moment;
  readonly paidAt: Moment;
}
type Optional = 'refundedCents' | 'expiresAt' | 'subscription' | 'chargeNumber';
type Timestamps = 'occurredAt' | 'noticedAt' | 'paidAt';

/** How far a platform's clock, or a zone misread, may be ahead of ours: ms. */
const AHEAD = 24 * 60 * 60 * 1000;
const LONGEST_TRANSACTION = 200;

const refuse = (reason: Misreading): Reading => ({ ok: false, reason });

/**
 * What a notice must have to become a sale: a transaction; a sum where money is asked or paid; moments
 * of the calendar, none later than a day after it came. Where it tells no moment, it happened when it
 * came (`receivedAt`, ISO in UTC). A sum in another currency is not counted, and the sale stands without.
 * A panel's test needs no sum, and happened when it came: its dates are made up, some lie in the future.
 */
export function judge(draft: Draft, receivedAt: string): Reading {
  const { amount, refunded, expiresAt, currency: told, ...rest } = draft;
  const { kind, saleKey, transaction, isTest } = draft;
  const { occurredAt, noticedAt, paidAt } = isTest ? NO_MOMENTS : draft;
  if (occurredAt === 'bad' || noticedAt === 'bad' || paidAt === 'bad') return refuse('moment');
  const latest = new Date(Date.parse(receivedAt) + AHEAD).toISOString();
  for (const moment of [occurredAt, noticedAt, paidAt]) {
    if (moment !== null && moment > latest) return refuse('future');
  }
  const currency = told?.toUpperCase() ?? 'BRL';
  if (!/^[A-Z]{3}$/.test(currency)) return refuse('currency');
  if (kind !== 'other') {
    const names = [saleKey ?? '', transaction ?? ''];
    if (names.some((name) => name === '' || name.length > LONGEST_TRANSACTION)) {
      return refuse('transaction');
    }
    const needsSum = !isTest && (kind === 'paid' || kind === 'pending');
    if (needsSum && amount.kind !== 'centavos') return refuse('value');
  }
  const happened = occurredAt ?? noticedAt ?? receivedAt;
  return {
    ok: true,
    notice: {
      ...rest,
      currency,
      valueCents: realCents(amount, currency),
      occurredAt: happened,
      noticedAt: noticedAt ?? happened,
      paidAt,
      refundedCents: refunded ? realCents(refunded, currency) : null,
      expiresAt: expiresAt === 'bad' ? null : (expiresAt ?? null),
      subscription: draft.subscription ?? null,
      chargeNumber: draft.chargeNumber ?? null,
    },
  };
}

const NO_MOMENTS = { occurredAt: null, noticedAt: null, paidAt: null } as const;

/** Centavos of an amount in reais, of money that goes back its size. */
const realCents = (amount: Amount, currency: string): number | null =>
  'centavos' in amount && currency === 'BRL' ? amount.centavos : null;

export type Kinds = Readonly<Record<string, NoticeKind>>;

/** The kind that a platform's word stands for; null for a word not in the list, `constructor` included. */
export const kindIn = (kinds: Kinds, word: string | null): NoticeKind | null =>
  word !== null && Object.hasOwn(kinds, word) ? (kinds[word] ?? null) : null;
