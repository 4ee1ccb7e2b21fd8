import type { SaleState } from '@funil/contract/sales/sale';
import { fillUtms, type UtmField } from '@funil/contract/utm';

/** `partial_refund`: no amount is stated. `other`: the event changes no sale. */
export type NoticeKind = SaleState | 'partial_refund' | 'other';

/** Parameters that the page gave to the checkout. `ref`: the lead's key as 32 hexadecimal digits. */
export type TrackingParameters = Readonly<Record<'ref' | 'src' | 'sck' | UtmField, string | null>>;

export const NO_TRACKING: TrackingParameters = {
  ref: null,
  src: null,
  sck: null,
  ...fillUtms(null),
};

/** Amounts in centavos of the real. Null: unstated, or in another currency. */
export interface ChargeSplit {
  readonly netCents: number | null;
  readonly feeCents: number | null;
  readonly commissionCents: number | null;
  /** The notice does not say which share of a co-production is the account's. */
  readonly coproduction?: Coproduction;
}

/** In centavos of the real; null: unknown. */
export interface Coproduction {
  readonly producerCents: number | null;
  readonly coproducerCents: number | null;
  readonly totalCents: number | null;
}

export const NO_SPLIT: ChargeSplit = { netCents: null, feeCents: null, commissionCents: null };

/** A notice as an adapter reads it. Times are ISO in UTC; null: the notice has no such value. */
export interface Notice {
  readonly noticeId: string | null;
  readonly kind: NoticeKind;
  /** The same in all notices of a sale; null only if the kind is `other`. */
  readonly saleKey: string | null;
  /** The platform shows this id to the seller. */
  readonly transaction: string | null;
  /** Also null if the currency is not the real. */
  readonly valueCents: number | null;
  readonly currency: string;
  readonly split: ChargeSplit;
  readonly installments: number | null;
  /** Kiwify's short reference or, in a file, the first charge of a renewal. */
  readonly alias: string | null;
  /** An id that main product, bumps and upsells of one purchase share; null: the notice names no other sale. */
  readonly orderId: string | null;
  /** `pix`, `boleto`, `credit_card`, or the platform's own word in lower case. */
  readonly method: string | null;
  readonly product: { readonly id: string | null; readonly name: string | null };
  /** `phones`: as the platform writes them, the most reliable first. */
  readonly buyer: {
    readonly name: string | null;
    readonly email: string | null;
    readonly phones: readonly string[];
  };
  readonly tracking: TrackingParameters;
  readonly occurredAt: string;
  /** Later notices take precedence. */
  readonly writtenAt: string;
  /** A notice of any kind may state the time. */
  readonly paidAt: string | null;
  /** The amount of a partial refund; also null for a full refund. */
  readonly refundedCents: number | null;
  readonly expiresAt: string | null;
  readonly paymentCode: string | null;
  readonly subscription: string | null;
  /** The charge's number in the subscription or plan of installments, from 1. */
  readonly chargeNumber: number | null;
  /** Sent by a sandbox or the panel's test button. A test is stored, but no total counts it. */
  readonly isTest: boolean;
}

/** Many notices, and readings of earlier versions, lack these. */
export const UNSTATED_FIELDS = {
  noticeId: null,
  orderId: null,
  alias: null,
  installments: null,
  refundedCents: null,
  expiresAt: null,
  paymentCode: null,
  subscription: null,
  chargeNumber: null,
  split: NO_SPLIT,
} satisfies Partial<Notice>;

/** A sale's report from an API or a file; `notice` has a `saleKey`. */
export interface SaleReport {
  readonly platform: string;
  readonly notice: Notice;
}

/** `fault`: the adapter threw. */
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
  | 'fault';

export type NoticeReading =
  | { readonly ok: true; readonly notice: Notice }
  | { readonly ok: false; readonly reason: ReadError };

export interface ReceivedNotice {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  readonly receivedAt: string;
}

export interface NoticeAdapter {
  readonly name: string;
  /** Increase it when the adapter reads notices differently: stored notices are then read again. */
  readonly adapterVersion: number;
  /** Matches keys in notices and API, but no short reference. Set if the platform's files may have one. */
  readonly saleKeyPattern?: RegExp;
  read(received: ReceivedNotice): NoticeReading;
}

export type NoticeAdapters = Readonly<Record<string, NoticeAdapter>>;
