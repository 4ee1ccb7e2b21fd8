import type { AdIdentity } from '@funil/contract/ads/ad-spend';
import type { Generated } from 'kysely';

export interface SpendTables {
  ad_spend: AdIdentity & {
    number: Generated<number>;
    account: string | null;
    day: string;
    /** Hash of network, account, ids, names and currency, by which an import knows the line. */
    line_key: string;
    currency: string;
    spend_cents: number;
    impressions: number | null;
    clicks: number | null;
    source: 'csv' | 'api';
    imported_at: Generated<string>;
    /** The import that added the row; `ended_by`: the one that replaced it. */
    added_by: number;
    ended_by: number | null;
  };
  /** The state of the pulls from Meta's API, one row per ad account. */
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
