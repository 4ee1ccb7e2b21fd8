import { fillUtms, type UtmField } from '@funil/contract/capture/utm';
import type { SaleState } from '@funil/contract/sales/sale-record';

/** `partial_refund`: the notice states no returned amount. `other`: the event changes no sale. */
export type NoticeKind = SaleState | 'partial_refund' | 'other';

/** The parameters that the page gave to the checkout. `ref` is the lead's key without hyphens. */
export type TrackingParameters = Readonly<Record<'ref' | 'src' | 'sck' | UtmField, string | null>>;

export const NO_TRACKING: TrackingParameters = {
  ref: null,
  src: null,
  sck: null,
  ...fillUtms(null),
};

/** The parts of a charge's value, in centavos of the real. Null: unstated, or in another currency. */
export interface ChargeSplit {
  readonly netCents: number | null;
  readonly feeCents: number | null;
  /** The shares of affiliates and co-producers. */
  readonly commissionCents: number | null;
  /** Present only if the notice does not say which share of a co-production is the account's. */
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
  /** The sale's key, which all its notices share; null only if the kind is `other`. */
  readonly saleKey: string | null;
  /** The platform shows this id to the seller. */
  readonly transaction: string | null;
  /** Null, too, if the currency is not the real. */
  readonly valueCents: number | null;
  readonly currency: string;
  readonly split: ChargeSplit;
  /** The number of the buyer's card payments for this charge. */
  readonly installments: number | null;
  /** Another id: Kiwify's short reference or, in a file, the first charge of a renewal. */
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
  /** When the platform wrote the notice; later notices take precedence. */
  readonly writtenAt: string;
  /** When the sale was paid; a notice of any kind may state it. */
  readonly paidAt: string | null;
  /** The amount of a partial refund; also null for a full refund. */
  readonly refundedCents: number | null;
  readonly expiresAt: string | null;
  /** The Pix code, the boleto's line or the address by which the buyer can pay. */
  readonly paymentCode: string | null;
  readonly subscription: string | null;
  /** The charge's number in the subscription or plan of installments, from 1. */
  readonly chargeNumber: number | null;
  /** Whether a sandbox or the panel's test button sent the notice. A test is stored, but no total counts it. */
  readonly isTest: boolean;
}

/** Fields that many notices, and readings stored by earlier versions, do not have. */
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

/**
 * `deep`: the JSON is nested too deep. `shape`: the notice's format is unknown. `version`: the seller chose a version
 * of the platform's webhook that no adapter reads. `moment`: a time is invalid. `future`: a time is more than a day
 * after both arrival and reading. `fault`: the adapter threw. The others name what is invalid.
 */
export type ReadError =
  | 'encoding'
  | 'json'
  | 'deep'
  | 'shape'
  | 'version'
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
  /** The headers that the adapter needs; names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  readonly receivedAt: string;
}

export interface NoticeAdapter {
  readonly name: string;
  /** Increase it when the adapter reads notices differently: stored notices are then read again. */
  readonly adapterVersion: number;
  /** Matches keys in notices and API, but no short reference. Set if files may name short ones. */
  readonly saleKeyPattern?: RegExp;
  read(received: ReceivedNotice): NoticeReading;
}

export type NoticeAdapters = Readonly<Record<string, NoticeAdapter>>;
