import type { PlatformAccountRole } from '@funil/contract/sales/platforms';
import type { NoticeRefusalReason } from '@funil/contract/sales/refusals';
import type {
  MatchedBy,
  SaleBuyer,
  SaleRecord,
  SaleSource,
} from '@funil/contract/sales/sale-record';
import type { Generated } from 'kysely';

export interface SaleRow extends Omit<SaleRecord, 'product'>, SaleBuyer {
  sale_key: string;
  product_id: string | null;
  product_name: string | null;
  begun_at: string;
  chargeback_at: string | null;
  canceled_at: string | null;
  abandoned_at: string | null;
  /** SQLite stores booleans as numbers. */
  is_test: boolean | number;
  lead_source: 'lead' | 'application' | null;
  lead_id: number | null;
  /** The number of leads that may be the buyer's. */
  candidates: number;
  /** When the buyer's Pix or boleto expires. */
  expires_at: string | null;
  payment_code: string | null;
  payment_code_until: string | null;
  updated_at: string;
}

export type MatchColumns = Pick<
  SaleRow,
  'matched_by' | 'lead_source' | 'lead_ref' | 'lead_id' | 'candidates'
>;

export interface SaleRefundRow {
  platform: string;
  sale_key: string;
  at: string;
  cents: number | null;
}

export interface SalesTables {
  notices: {
    id: Generated<number>;
    received_at: Generated<string>;
    platform: string;
    digest: Uint8Array;
    headers: string;
    body: Uint8Array;
    /** How the notice was authenticated; the same as `source` for a row of an API or a file. */
    proof: string;
    /** The version of the adapter that last read the row; 0 if it needs no adapter; null if it is not read yet. */
    read_by: number | null;
    read_error: string | null;
    /** The platform's id of the notice. */
    notice_id: string | null;
    sale_key: string | null;
    source: Generated<SaleSource>;
    import_id: Generated<number | null>;
  };
  refused_notices: {
    minute: string;
    platform: string;
    reason: NoticeRefusalReason;
    count: number;
    last_at: string;
  };
  sales: SaleRow;
  sale_keys: { kind: Exclude<MatchedBy, 'hand'>; key: string; platform: string; sale_key: string };
  sale_refunds: SaleRefundRow;
  sale_matches: {
    platform: string;
    sale_key: string;
    subject: string | null;
    changed_by: string;
    changed_at: string;
  };
  sale_refund_amounts: {
    platform: string;
    sale_key: string;
    cents: number;
    stated_by: string;
    stated_at: string;
  };
  sale_test_marks: { platform: string; sale_key: string; marked_by: string; marked_at: string };
  sale_accounts: { platform: string; role: PlatformAccountRole };
  reconciliations: {
    platform: string;
    requested_days: Generated<number | null>;
    attempted_at: Generated<string | null>;
    succeeded_at: Generated<string | null>;
    failures: Generated<number>;
    error: Generated<string | null>;
    period_from: Generated<string | null>;
    period_until: Generated<string | null>;
    found: Generated<number>;
    new_sales: Generated<number>;
    changed_sales: Generated<number>;
  };
  erased_sales: { key: string; platform: string; kind: 'sale' | 'subscription' };
}
