import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import { ApiFailure, classifyStatus } from '../../http/api-errors.ts';
import { askApi, readRetryAfter } from '../../http/ask-api.ts';
import type { Notice } from '../notices/notice.ts';
import { type Json, readJson, textAt, valueAt } from './json.ts';
import { type ParseResult, toNoticeReading } from './parsed-notice.ts';

/** Milliseconds since 1970; `until` is excluded. */
export interface SalesPeriod {
  readonly from: number;
  readonly until: number;
}

export interface ApiOptions {
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly timeoutMs?: number | undefined;
}

export interface SalesPage {
  readonly notices: readonly Notice[];
  readonly unreadableCount: number;
  readonly isWithoutPhones?: boolean;
}

export interface SalesApi {
  /**
   * Yields sales that began in the period, and those that changed in it if the platform can list
   * them. A sale may be repeated.
   * @throws ApiFailure
   */
  readSales(period: SalesPeriod, options: ApiOptions): AsyncGenerator<SalesPage>;
}

const REQUEST_TIMEOUT_MS = 60 * SECOND_MS;
const MAX_RESPONSE_BYTES = 5_000_000;
const DEFAULT_QUOTA_WAIT_MS = MINUTE_MS;
const MAX_QUOTA_WAIT_MS = 2 * MINUTE_MS;
const MAX_QUOTA_WAITS = 5;

interface ApiRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Waits and tries again if the quota is used up. */
async function sendApiRequest(
  { url, ...request }: ApiRequest,
  { signal, timeoutMs = REQUEST_TIMEOUT_MS }: ApiOptions,
): Promise<Json> {
  for (let waits = 0; ; waits += 1) {
    const limits = { signal, timeoutMs, maxBytes: MAX_RESPONSE_BYTES };
    const answer = await askApi(url, { ...request, ...limits });
    if (!answer.ok) throw new ApiFailure(answer.reason);
    const { status, headers, body } = answer;
    if (status === 429 && waits < MAX_QUOTA_WAITS) {
      await waitForQuota(headers, signal);
      continue;
    }
    const json = readJson(body);
    if (status === 200 && json.ok) return json.value;
    throw new ApiFailure(classifyStatus(status), status);
  }
}

/** Hotmart says in `RateLimit-Reset` how long to wait. */
async function waitForQuota(headers: Headers, signal: AbortSignal): Promise<void> {
  const delayHeader = headers.get('retry-after') ?? headers.get('ratelimit-reset');
  const ms = readRetryAfter(delayHeader, Date.now()) ?? DEFAULT_QUOTA_WAIT_MS;
  try {
    await pause(Math.min(ms, MAX_QUOTA_WAIT_MS), undefined, { signal });
  } catch {
    throw new ApiFailure('no-answer');
  }
}

interface ApiToken {
  readonly text: string;
  /** In ms since 1970. */
  readonly expiresAt: number;
}

/** A token is renewed this long before it expires, because a request may take as long. */
const TOKEN_MARGIN_MS = 5 * MINUTE_MS;

/** @throws ApiFailure */
export async function requestToken(request: ApiRequest, options: ApiOptions): Promise<ApiToken> {
  const body = await sendApiRequest({ ...request, method: 'POST' }, options).catch(
    (error: unknown) => {
      // Token endpoints answer wrong credentials also with 400 or 403.
      const isRefused = error instanceof ApiFailure && [400, 403].includes(error.status ?? 0);
      throw isRefused ? new ApiFailure('credentials') : error;
    },
  );
  const text = tokenAt(body, 'access_token');
  const lifetimeSeconds = Number(textAt(body, 'expires_in') ?? 0);
  if (text === null || Number.isNaN(lifetimeSeconds)) throw new ApiFailure('unexpected');
  return { text, expiresAt: options.now() + lifetimeSeconds * SECOND_MS - TOKEN_MARGIN_MS };
}

/** Returns the whole token; {@link textAt} would cut a long one. */
export function tokenAt(body: Json, ...path: readonly string[]): string | null {
  const token = valueAt(body, ...path);
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : null;
}

interface ClientOptions {
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorize: (options: ApiOptions) => Promise<ApiToken>;
}

type ApiQuery = readonly (readonly [name: string, value: string])[];
export type ApiClient = (path: string, query: ApiQuery, options: ApiOptions) => Promise<Json>;

/** Keeps a token until it expires; renews a refused token once. */
export function createApiClient({ baseUrl, headers = {}, authorize }: ClientOptions): ApiClient {
  let token: ApiToken | null = null;
  return async (path, query, options) => {
    const url = `${baseUrl}${path}?${new URLSearchParams(query.map((pair) => [...pair]))}`;
    const isNewToken = token === null || token.expiresAt <= options.now();
    if (token === null || isNewToken) token = await authorize(options);
    const sendRequest = (text: string) =>
      sendApiRequest({ url, headers: { ...headers, authorization: `Bearer ${text}` } }, options);
    try {
      return await sendRequest(token.text);
    } catch (error) {
      const isRefused = error instanceof ApiFailure && error.reason === 'credentials';
      if (!isRefused || isNewToken) throw error;
      token = await authorize(options);
      return sendRequest(token.text);
    }
  };
}

export function toSalesPage(
  rows: readonly Json[],
  parse: (row: Json) => ParseResult,
  now: number,
): SalesPage {
  const readAt = new Date(now).toISOString();
  const notices = rows
    .map((row) => toNotice(parse(row), readAt))
    .filter((notice) => notice !== null);
  return {
    notices: notices.filter(({ kind }) => kind !== 'other'),
    unreadableCount: rows.length - notices.length,
  };
}

/**
 * Returns the notice; null if a field is missing or invalid. A state counts as written now, because a chargeback, or
 * the end of one, is later than the payment. A pending sale keeps its time, by which it expires.
 */
function toNotice(parsed: ParseResult, readAt: string): Notice | null {
  if (typeof parsed === 'string' || parsed.occurredAt === null) return null;
  const { kind, occurredAt } = parsed;
  const writtenAt = kind === 'pending' ? occurredAt : readAt;
  const reading = toNoticeReading({ writtenAt, ...parsed }, readAt);
  return reading.ok ? reading.notice : null;
}

export const ROWS_PER_PAGE = '100';
/** No real list is this long. An API that sends more pages repeats them. */
const MAX_SALE_PAGES = 2_000;

interface ApiPage {
  readonly rows: Json;
  /** Number of rows on all pages; undefined if the API has tokens for pages. */
  readonly total?: string | null;
  /** The next page's token, if the API has tokens for pages; null: this is the last page. */
  readonly next?: string | null;
}

/**
 * @param readPage receives the page's number, and the token from the page before it
 * @throws ApiFailure if the pages repeat
 */
export async function* readApiPages(
  readPage: (page: string, pageToken: string | null) => Promise<ApiPage>,
): AsyncGenerator<readonly Json[]> {
  let rowCount = 0;
  let previousPageJson = '';
  let pageToken: string | null = null;
  for (let page = 1; page <= MAX_SALE_PAGES; page += 1) {
    const { rows, total, next = null }: ApiPage = await readPage(String(page), pageToken);
    const isCounted = total === undefined || /^\d+$/.test(total ?? '');
    const pageJson = JSON.stringify(rows);
    if (!Array.isArray(rows) || !isCounted || pageJson === previousPageJson) break;
    yield rows;
    rowCount += rows.length;
    const isLast = total === undefined ? next === null : rowCount >= Number(total);
    if (isLast || rows.length === 0) return;
    [pageToken, previousPageJson] = [next, pageJson];
  }
  throw new ApiFailure('unexpected');
}
