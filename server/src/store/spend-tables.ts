import type { AdIdentity } from '@funil/contract/ads/ad-spend';
import type { Generated } from 'kysely';

export interface SpendTables {
  ad_spend: AdIdentity & {
    number: Generated<number>;
    account: string | null;
    day: string;
    /** Hash of network, account, ids, names and currency: a later import recognizes the line. */
    line_key: string;
    currency: string;
    spend_cents: number;
    impressions: number | null;
    clicks: number | null;
    source: 'csv' | 'api';
    imported_at: Generated<string>;
    /** Imports; `ended_by` replaced the row. */
    added_by: number;
    ended_by: number | null;
  };
  /** Pulls from Meta's API, one row per ad account. */
  ad_spend_pulls: {
    account: string;
    name: string | null;
    currency: string | null;
    time_zone: string | null;
    pulled_at: string | null;
    pulled_history_on: string | null;
    attempted_at: string | null;
    error: string | null;
    failures: Generated<number>;
  };
}
