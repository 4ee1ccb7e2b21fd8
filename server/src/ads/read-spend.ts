import type { AdIdentity, AdNetwork, SpendGroup } from '@funil/contract/ads/ad-spend';
import type { SpendItem } from '@funil/contract/ads/spend';
import type { DayRange } from '@funil/contract/list-page';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { AdTaxRate } from '../config/spend.ts';
import type { Queryable, Tables } from '../store/database.ts';
import { readPages, toPage } from '../store/queries/read-pages.ts';
import { IDENTITY_COLUMNS, IS_IN_EFFECT } from './spend-lines.ts';
import { costOf } from './tax.ts';

/** Days in the ad accounts' time zones, both included. Undefined: no limit on that side. */
interface SpendPeriod {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

const isInEffectDuring = ({ from, until }: SpendPeriod) => sql<SqlBool>`${IS_IN_EFFECT}
  ${from === undefined ? sql`` : sql`and day >= ${from}`} ${until === undefined ? sql`` : sql`and day <= ${until}`}`;

/** Spend without tax and its cost with the tax of its day, in centavos. */
export interface SpendAmounts {
  readonly spend_cents: number;
  readonly cost_cents: number;
}

export interface DailySpend extends SpendAmounts {
  readonly line: string;
  readonly day: string;
}

/** Returns spend in reais, by day and line. {@link readSpendLines} names the lines. */
export async function readDailySpend(
  database: Queryable,
  { tax, ...period }: SpendPeriod & { readonly tax: readonly AdTaxRate[] },
): Promise<DailySpend[]> {
  const { rows } = await sql<DailySpend>`
    select line_key as line, cast(day as text) as day,
      cast(sum(spend_cents) as bigint) as spend_cents, cast(sum(${costOf(tax)}) as bigint) as cost_cents
    from ${sql.table('ad_spend')} where ${isInEffectDuring(period)} and currency = 'BRL'
    group by line_key, day order by line_key, day`.execute(database);
  return rows.map(({ spend_cents, cost_cents, ...row }) => ({
    ...row,
    spend_cents: Number(spend_cents),
    cost_cents: Number(cost_cents),
  }));
}

export async function readSpendLines(
  database: Queryable,
  period: SpendPeriod,
): Promise<ReadonlyMap<string, AdIdentity>> {
  const { rows } = await sql<AdIdentity & { line: string }>`
    select line_key as line, ${IDENTITY_COLUMNS}
    from ${sql.table('ad_spend')} where ${isInEffectDuring(period)} group by line_key order by line_key
  `.execute(database);
  return new Map(rows.map(({ line, ...ad }) => [line, ad]));
}

const CAMPAIGN_LABEL = sql`coalesce(campaign_name, campaign_id)`;
const NO_AD_NAME = sql`cast(null as text)`;

const SPEND_GROUPS = {
  ad: {
    key: sql`line_key`,
    names: [CAMPAIGN_LABEL, sql`coalesce(set_name, set_id)`, sql`coalesce(ad_name, ad_id)`],
  },
  campaign: {
    key: sql`coalesce(campaign_id, campaign_name)`,
    names: [CAMPAIGN_LABEL, NO_AD_NAME, NO_AD_NAME],
  },
  day: { key: sql`cast(day as text)`, names: [NO_AD_NAME, NO_AD_NAME, NO_AD_NAME] },
} as const;

interface SummaryQuery extends SpendPeriod {
  readonly by: SpendGroup;
  readonly network?: AdNetwork | undefined;
  readonly tax: readonly AdTaxRate[];
}

type SpendSummary = SpendItem & { readonly ids: string };

/** Sums spend by group. The highest spend comes first; of days, the newest. */
export async function summarizeSpend(
  database: Queryable,
  { by, network, tax, ...period }: SummaryQuery,
): Promise<readonly SpendSummary[]> {
  const { key, names } = SPEND_GROUPS[by];
  const [campaign, set, ad] = names;
  const { rows } = await sql<SpendSummary>`
    select concat_ws(' ', ${key}, network, currency) as key, network, max(${campaign}) as campaign, max(${set}) as "set",
      max(${ad}) as ad, concat_ws(' ', max(campaign_id), max(set_id), max(ad_id)) as ids,
      cast(min(day) as text) as "from", cast(max(day) as text) as "until", currency,
      cast(sum(spend_cents) as bigint) as spend_cents, cast(sum(${costOf(tax)}) as bigint) as cost_cents,
      cast(sum(impressions) as bigint) as impressions, cast(sum(clicks) as bigint) as clicks
    from ${sql.table('ad_spend')}
    where ${isInEffectDuring(period)} ${network === undefined ? sql`` : sql`and network = ${network}`}
    group by ${key}, network, currency
    order by ${by === 'day' ? sql`max(day) desc` : sql`sum(spend_cents) desc`}, ${key}, network, currency
  `.execute(database);
  return rows;
}

export async function readSpendDays(database: Queryable): Promise<DayRange | null> {
  const { rows } = await sql<{ from: string | null; until: string | null }>`
    select cast(min(day) as text) as "from", cast(max(day) as text) as "until"
    from ${sql.table('ad_spend')} where ${IS_IN_EFFECT}`.execute(database);
  const { from = null, until = null } = rows[0] ?? {};
  return from === null || until === null ? null : { from, until };
}

export const SPEND_FIELDS = [
  'network',
  'account',
  'day',
  'campaign_id',
  'campaign_name',
  'set_id',
  'set_name',
  'ad_id',
  'ad_name',
  'currency',
  'spend_cents',
  'cost_cents',
  'impressions',
  'clicks',
  'source',
  'imported_at',
] as const;

export type SpendRecord = Pick<
  Selectable<Tables['ad_spend']> & SpendAmounts,
  (typeof SPEND_FIELDS)[number]
>;

const SPEND_ROWS_PER_READ = 2_000;

export const readSpendPages = (database: Queryable, tax: readonly AdTaxRate[]) =>
  readPages(async (last: number | null) => {
    const { rows } = await sql<SpendRecord & { number: number }>`
      select number, network, account, cast(day as text) as day, campaign_id, campaign_name, set_id, set_name,
        ad_id, ad_name, currency, spend_cents, ${costOf(tax)} as cost_cents, impressions, clicks, source, imported_at
      from ${sql.table('ad_spend')} where number > ${last ?? 0} and ${IS_IN_EFFECT}
      order by number limit ${sql.lit(SPEND_ROWS_PER_READ)}`.execute(database);
    const { next } = toPage(rows, SPEND_ROWS_PER_READ);
    return { items: rows.map(({ number: _, ...record }) => record), next: next?.number ?? null };
  });
