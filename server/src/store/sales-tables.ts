import type { Generated } from 'kysely';

/** The ledger: notices as they came, and what reading them told. */
interface Notices {
  id: Generated<number>;
  received_at: Generated<string>;
  platform: string;
  digest: Uint8Array;
  headers: string;
  body: Uint8Array;
  proof: string;
  read_by: number | null;
  trouble: string | null;
  notice_id: string | null;
  sale_key: string | null;
}

type FoundBy = 'reference' | 'phone' | 'email';

/** One row a sale; moments are ISO texts in UTC. */
export interface SaleRow {
  platform: string;
  sale_key: string;
  transaction: string;
  state: 'pending' | 'paid' | 'refunded' | 'chargeback' | 'canceled' | 'abandoned';
  value_cents: number | null;
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
  /** SQLite's truths are numbers. */
  is_test: boolean | number;
  /** By hand: also none, where an operator says so. */
  matched_by: FoundBy | 'hand' | null;
  lead_source: 'lead' | 'application' | null;
  lead_ref: string | null;
  lead_id: number | null;
  candidates: number;
  refunded_cents: number | null;
  expires_at: string | null;
  subscription: string | null;
  charge_number: number | null;
  updated_at: string;
}

/** What a sale's row says of the lead or application that it came from. */
export type MatchColumns = Pick<
  SaleRow,
  'matched_by' | 'lead_source' | 'lead_ref' | 'lead_id' | 'candidates'
>;

interface SaleKeys {
  kind: FoundBy;
  key: string;
  platform: string;
  sale_key: string;
}

export interface SaleRefunds {
  platform: string;
  sale_key: string;
  at: string;
  cents: number;
}

export interface SalesTables {
  sale_refunds: SaleRefunds;
  notices: Notices;
  sales: SaleRow;
  sale_keys: SaleKeys;
}
