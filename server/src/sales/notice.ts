import type { SaleState } from '@funil/contract/sale';

/** What became of a transaction; `other` says nothing of it (a subscription's end, a lesson seen). */
export type NoticeKind = SaleState | 'other';

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

/** As of a checkout to which nothing was given. */
export const NO_TRACKING: Tracking = {
  ref: null,
  src: null,
  sck: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_content: null,
  utm_term: null,
};

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
  /** The part of a paid sale that a `refunded` notice gives back, in centavos; null if it does not say or gives back the full value. */
  readonly refundedCents: number | null;
  /** When a pending Pix or boleto can no longer be paid; null if the notice does not say. */
  readonly expiresAt: string | null;
  /** The platform's own name of the subscription that this charges; null if it is none, or the notice does not say. */
  readonly subscription: string | null;
  /** Which of the subscription's charges it is, from 1; null if the notice does not say. */
  readonly chargeNumber: number | null;
  /** From the panel's test button or a sandbox: kept apart, counts nowhere. */
  readonly isTest: boolean;
}

/** Why a notice was not understood; it is kept, shown, and read again when its adapter is mended. */
export type ReadError =
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
  | { readonly ok: false; readonly reason: ReadError };

/** What the ledger keeps of a notice, and an adapter reads. */
export interface ReceivedNotice {
  /** The headers that its adapter needs, those that came; names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** ISO time in UTC. */
  readonly receivedAt: string;
}

/** Understands the notices of one checkout platform. */
export interface NoticeAdapter {
  readonly name: string;
  /** Rises whenever the adapter reads otherwise than before: kept notices are then read again. */
  readonly version: number;
  /** Never throws: what is not understood is a value that says why. */
  read(kept: ReceivedNotice): Reading;
}

export type NoticeAdapters = Readonly<Record<string, NoticeAdapter>>;
