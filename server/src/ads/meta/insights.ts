import { MINUTE_MS } from '@funil/contract/durations';
import type { DayRange } from '@funil/contract/list-page';
import type { MetaAdsConfig } from '../../config/spend.ts';
import { toCents } from '../../csv/amounts.ts';
import { ApiFailure } from '../../http/api-errors.ts';
import { askApi } from '../../http/ask-api.ts';
import { parseJson } from '../../http/parse-json.ts';
import { MAX_AD_NAME_LENGTH, type SpendRow } from '../spend-lines.ts';
import { classifyError } from './errors.ts';

const META_REQUEST_TIMEOUT_MS = MINUTE_MS;
const INSIGHTS_PER_PAGE = 500;
/** No account has this many pages, so a pull that reaches the limit got cursors that form a loop. */
const MAX_INSIGHT_PAGES = 2_000;
const MAX_META_RESPONSE_BYTES = 20_000_000;

/** Once Meta no longer knows one of these fields, every request fails. */
const INSIGHT_FIELDS = [
  ...['ad_id', 'ad_name', 'adset_id', 'adset_name', 'campaign_id', 'campaign_name'],
  ...['spend', 'impressions', 'inline_link_clicks', 'account_currency'],
];

type JsonObject = Readonly<Record<string, unknown>>;

interface AskOptions {
  readonly timeoutMs?: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends a request with the token in a header, because proxies log addresses.
 * @throws ApiFailure
 */
async function requestMeta(
  { apiUrl, token }: MetaAdsConfig,
  path: string,
  query: Readonly<Record<string, string>>,
  { timeoutMs = META_REQUEST_TIMEOUT_MS, signal }: AskOptions,
): Promise<JsonObject> {
  const answer = await askApi(`${apiUrl}/${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
    timeoutMs,
    maxBytes: MAX_META_RESPONSE_BYTES,
  });
  if (!answer.ok) throw new ApiFailure(answer.reason);
  const body = parseBody(answer.body);
  if (answer.status === 200 && body !== null && !('error' in body)) return body;
  throw new ApiFailure(classifyError(answer.status, body));
}

function parseBody(body: Buffer): JsonObject | null {
  const value = parseJson(body.toString());
  return typeof value === 'object' && value !== null ? (value as JsonObject) : null;
}

export interface AdAccount {
  readonly name: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
}

export async function readAccount(config: MetaAdsConfig, options: AskOptions): Promise<AdAccount> {
  const fields = 'name,currency,timezone_name';
  const { name, currency, timezone_name } = await requestMeta(
    config,
    `act_${config.account}`,
    { fields },
    options,
  );
  return { name: textOf(name), currency: textOf(currency), timeZone: textOf(timezone_name) };
}

/**
 * Yields the spend of each ad and day. The next page is asked for by its cursor, because `paging.next` has the token.
 * @param currency for rows without a currency
 * @throws ApiFailure
 */
export async function* readInsights(
  config: MetaAdsConfig,
  { from, until }: DayRange,
  { currency, ...options }: AskOptions & { readonly currency: string | null },
): AsyncGenerator<readonly SpendRow[]> {
  const query = {
    level: 'ad',
    time_increment: '1',
    time_range: JSON.stringify({ since: from, until }),
    fields: INSIGHT_FIELDS.join(','),
    limit: String(INSIGHTS_PER_PAGE),
  };
  let afterCursor: string | null = null;
  for (let page = 0; page < MAX_INSIGHT_PAGES; page += 1) {
    const cursor: Record<string, string> = afterCursor === null ? {} : { after: afterCursor };
    const path = `act_${config.account}/insights`;
    const { data, paging } = await requestMeta(config, path, { ...query, ...cursor }, options);
    if (!Array.isArray(data)) throw new ApiFailure('unexpected');
    yield data.flatMap((row) => readInsightRow(Object(row), { account: config.account, currency }));
    const { next, cursors }: JsonObject = Object(paging);
    if (next === undefined) return;
    const nextCursor = textOf(Object(cursors).after);
    if (nextCursor === null || nextCursor === afterCursor) break;
    afterCursor = nextCursor;
  }
  throw new ApiFailure('unexpected');
}

/** Returns one row, or none for an idle ad, which has no spend. */
function readInsightRow(
  row: JsonObject,
  accountFacts: Pick<SpendRow, 'account'> & { currency: string | null },
) {
  const day = textOf(row.date_start);
  const spend = textOf(typeof row.spend === 'number' ? String(row.spend) : row.spend);
  const currency = textOf(row.account_currency) ?? accountFacts.currency;
  if (spend === null) return [];
  const isDay = day !== null && /^20\d\d-\d\d-\d\d$/.test(day) && (row.date_stop ?? day) === day;
  const isAmount = /^\d{1,9}(?:\.\d+)?$/.test(spend);
  const spend_cents = isAmount ? toCents(spend, '.') : null;
  if (!isDay || spend_cents === null || !/^[A-Z]{3}$/.test(currency ?? '')) {
    throw new ApiFailure('unexpected');
  }
  const spendRow: SpendRow = {
    network: 'meta',
    account: accountFacts.account,
    day,
    campaign_id: idOf(row.campaign_id),
    campaign_name: textOf(row.campaign_name),
    set_id: idOf(row.adset_id),
    set_name: textOf(row.adset_name),
    ad_id: idOf(row.ad_id),
    ad_name: textOf(row.ad_name),
    currency: currency ?? '',
    spend_cents,
    impressions: countOf(row.impressions),
    clicks: countOf(row.inline_link_clicks),
  };
  // The pull replaces the stored spend of its days, so a row that is left out would silently lose spend.
  if (spendRow.campaign_id === null && spendRow.ad_id === null) throw new ApiFailure('unexpected');
  return [spendRow];
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== ''
    ? value.replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_AD_NAME_LENGTH)
    : null;
const idOf = (value: unknown): string | null =>
  /^\d{1,30}$/.test(String(value)) ? String(value) : null;
/** Reads a count, which Meta sends as text, and omits if it is zero. Null: not a count. */
const countOf = (value: unknown): number | null =>
  value === undefined ? 0 : /^\d{1,12}$/.test(String(value)) ? Number(value) : null;
