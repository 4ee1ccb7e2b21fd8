import type { Amount } from './centavos.ts';
import type { Moment } from './moment.ts';

/** What became of a transaction; `other` says nothing of it (a subscription's end, a lesson seen). */
export type NoticeKind =
  | 'pending'
  | 'paid'
  | 'refunded'
  | 'chargeback'
  | 'canceled'
  | 'abandoned'
  | 'other';

/** What came back from the checkout. */
export interface Tracking {
  /** Our reference: 32 hexadecimal digits in lower case, the lead's key without its hyphens. */
  readonly ref: string | null;
  readonly src: string | null;
  readonly sck: string | null;
  readonly utm_source: string | null;
  readonly utm_medium: string | null;
  readonly utm_campaign: string | null;
  readonly utm_content: string | null;
  readonly utm_term: string | null;
}

export interface Buyer {
  readonly name: string | null;
  readonly email: string | null;
  /** As the platform writes them, the likeliest first: several fields may each hold one. */
  readonly phones: readonly string[];
}

export interface Product {
  readonly id: string | null;
  readonly name: string | null;
}

/** One notice of a platform, understood. Moments are ISO times in UTC. */
export interface Notice {
  /** The platform's own identifier of this notice, where it has one. */
  readonly noticeId: string | null;
  readonly kind: NoticeKind;
  /** What all notices of one sale share; null only where the kind is `other`. */
  readonly saleKey: string | null;
  /** The transaction as the platform shows it to the seller. */
  readonly transaction: string | null;
  /** Null where the notice does not tell it, or the currency is not the real. */
  readonly valueCents: number | null;
  /** Three capital letters. */
  readonly currency: string;
  /** `pix`, `boleto`, `credit_card`, or the platform's own word in lower case. */
  readonly method: string | null;
  readonly product: Product;
  readonly buyer: Buyer;
  readonly tracking: Tracking;
  /** When that happened. */
  readonly occurredAt: string;
  /** When the platform wrote the notice: what came after what. */
  readonly noticedAt: string;
  /** When it was paid, where a notice of any kind tells it. */
  readonly paidAt: string | null;
  /** From the panel's test button or a sandbox: kept apart, counts nowhere. */
  readonly isTest: boolean;
}

/** Why a notice was not understood; it is kept, shown, and read again when its adapter is mended. */
export type Misreading =
  | 'encoding'
  | 'json'
  | 'deep'
  | 'shape'
  | 'event'
  | 'transaction'
  | 'value'
  | 'currency'
  | 'moment'
  | 'future'
  /** The adapter itself failed. */
  | 'fault';

export type Reading =
  | { readonly ok: true; readonly notice: Notice }
  | { readonly ok: false; readonly reason: Misreading };

/** A notice as an adapter found it, before it is judged. */
export interface Draft extends Omit<Notice, 'valueCents' | 'currency' | Moments> {
  readonly amount: Amount;
  /** Null: the platform sells in reais and does not say so. */
  readonly currency: string | null;
  readonly occurredAt: Moment;
  readonly noticedAt: Moment;
  readonly paidAt: Moment;
}
type Moments = 'occurredAt' | 'noticedAt' | 'paidAt';

/** How far a platform's clock, or a zone misread, may be ahead of ours: ms. */
const AHEAD = 24 * 60 * 60 * 1000;
const LONGEST_TRANSACTION = 200;

const refuse = (reason: Misreading): Reading => ({ ok: false, reason });

/**
 * What a notice must have to become a sale: a transaction; a sum where money is asked or paid; moments
 * of the calendar, none later than a day after it came. Where it tells no moment, it happened when it
 * came (`receivedAt`, ISO in UTC). A sum in another currency is not counted, and the sale stands without.
 */
export function judge(draft: Draft, receivedAt: string): Reading {
  const { amount, currency: told, ...rest } = draft;
  const { kind, saleKey, transaction, occurredAt, noticedAt, paidAt } = draft;
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
    if (amount.kind === 'bad') return refuse('value');
    if (amount.kind === 'none' && (kind === 'paid' || kind === 'pending')) return refuse('value');
  }
  const isReal = amount.kind === 'centavos' && currency === 'BRL';
  const happened = occurredAt ?? noticedAt ?? receivedAt;
  return {
    ok: true,
    notice: {
      ...rest,
      currency,
      valueCents: isReal ? amount.centavos : null,
      occurredAt: happened,
      noticedAt: noticedAt ?? happened,
      paidAt,
    },
  };
}
