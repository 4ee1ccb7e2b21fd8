import type { SaleSource } from '@funil/contract/sale';
import type { Generated } from 'kysely';

type FoundBy = 'reference' | 'phone' | 'email';

/** One sale. */
export interface SaleRow {
  platform: string;
  sale_key: string;
  transaction: string;
  state: 'pending' | 'paid' | 'refunded' | 'chargeback' | 'canceled' | 'abandoned';
  value_cents: number | null;
  net_cents: number | null;
  fee_cents: number | null;
  commission_cents: number | null;
  currency: string;
  method: string | null;
  product_id: string | null;
  product_name: string | null;
  buyer_name: string | null;
  buyer_email: string | null;
  buyer_phone: string | null;
  begun_at: string;
  pending_at: string | null;
  paid_at: string | null;
  refunded_at: string | null;
  chargeback_at: string | null;
  canceled_at: string | null;
  abandoned_at: string | null;
  /** SQLite stores booleans as numbers. */
  is_test: boolean | number;
  /** `hand`: an operator chose the lead, or that no lead bought. */
  matched_by: FoundBy | 'hand' | null;
  lead_source: 'lead' | 'application' | null;
  lead_ref: string | null;
  lead_id: number | null;
  candidates: number;
  refunded_cents: number | null;
  expires_at: string | null;
  subscription: string | null;
  charge_number: number | null;
  order_id: string;
  installments: number | null;
  source: SaleSource;
  updated_at: string;
}

/** The lead or application that a sale came from. */
export type MatchColumns = Pick<
  SaleRow,
  'matched_by' | 'lead_source' | 'lead_ref' | 'lead_id' | 'candidates'
>;

export interface SaleRefunds {
  platform: string;
  sale_key: string;
  at: string;
  cents: number;
}

/** Tables of sales. Timestamps are ISO text in UTC. */
export interface SalesTables {
  /** Notices as received, and what their adapter read in them. */
  notices: {
    id: Generated<number>;
    received_at: Generated<string>;
    platform: string;
    digest: Uint8Array;
    headers: string;
    body: Uint8Array;
    proof: string;
    read_by: number | null;
    read_error: string | null;
    notice_id: string | null;
    sale_key: string | null;
  };
  sales: SaleRow;
  sale_keys: { kind: FoundBy; key: string; platform: string; sale_key: string };
  sale_refunds: SaleRefunds;
}
