import type { ServerResponse } from 'node:http';
import { DAY_MS } from '@funil/contract/durations';
import { startReceiver } from './receiver.ts';

/** A row of Meta's insights, as documented: numbers are texts, and idle ads lack some fields. */
export interface InsightsRow {
  readonly date_start: string;
  readonly ad_id: string;
  readonly ad_name?: string;
  readonly adset_id?: string;
  readonly adset_name?: string;
  readonly campaign_id?: string;
  readonly campaign_name?: string;
  readonly spend?: string;
  readonly impressions?: string;
  readonly inline_link_clicks?: string;
  readonly account_currency?: string;
}

// https://developers.facebook.com/docs/graph-api/guides/error-handling and …/marketing-api/insights/error-codes
const error = (status: number, code: number, message: string, error_subcode?: number) => ({
  status,
  body: {
    error: {
      message,
      type: 'OAuthException',
      code,
      ...(error_subcode !== undefined && { error_subcode }),
      fbtrace_id: 'AbCdEfGhIjKlMnOp',
    },
  },
});

export const META_ADS_ERRORS = {
  expired: error(400, 190, 'Error validating access token: Session has expired.', 463),
  invalid: error(400, 190, 'Error validating access token.', 467),
  session: error(400, 102, 'Session key invalid or no longer valid.'),
  denied: error(403, 200, '(#200) Ad account owner has NOT grant ads_read permission'),
  noPermission: error(400, 10, '(#10) Application does not have permission for this action'),
  unconfirmed: error(400, 294, '(#294) Managing advertisements requires ads_management'),
  appLimit: error(400, 4, '(#4) Application request limit reached', 1_504_022),
  userLimit: error(400, 17, '(#17) User request limit reached', 2_446_079),
  accountLimit: error(400, 80_000, '(#80000) There have been too many calls from this ad-account.'),
  callLimit: error(400, 613, '(#613) Calls to this api have exceeded the rate limit.'),
  removedField: error(400, 100, '(#100) inline_link_clicks is not valid for fields param.'),
  // https://github.com/facebook/facebook-nodejs-business-sdk/issues/239
  oldVersion: error(
    400,
    2635,
    '(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version: v15.0.',
  ),
  noObject: error(
    400,
    100,
    "Unsupported get request. Object with ID '1' does not exist, cannot be loaded due to missing permissions, or does not support this operation",
    33,
  ),
  tooMuch: error(400, 100, 'Your request timed out.', 1_504_018),
  // Meta sends no subcode with this error: https://github.com/facebook/facebook-python-business-sdk/issues/470
  tooMuchData: error(
    500,
    1,
    "Please reduce the amount of data you're asking for, then retry your request",
  ),
  // A code that the documentation does not list.
  newLimit: error(429, 9_999, 'Too many requests'),
  unknown: error(500, 1, 'An unknown error occurred'),
  temporary: error(500, 2, 'An unexpected error has occurred. Please retry your request later.'),
} as const;

/** How requests fail. `html` means a proxy's web page as the response, and `hang` no response. */
type Failure = keyof typeof META_ADS_ERRORS | 'html' | 'hang' | 'redirect';

const INSIGHTS_FIELDS = [
  'ad_id',
  'ad_name',
  'adset_id',
  'adset_name',
  'campaign_id',
  'campaign_name',
  'spend',
  'impressions',
  'inline_link_clicks',
  'account_currency',
];

const ROWS_PER_PAGE = 2;

interface Options {
  readonly token: string;
  /** Digits of the ad account. */
  readonly account: string;
  readonly timeZone?: string;
}

export async function startFakeMetaAds({
  token,
  account,
  timeZone = 'America/Sao_Paulo',
}: Options) {
  let rows: readonly InsightsRow[] = [];
  let failure: Failure | null = null;

  function answer(
    response: ServerResponse,
    path: string,
    authorization: string | undefined,
  ): unknown {
    const { pathname, searchParams: query } = new URL(path, 'http://meta');
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const refuse = ({ status, body }: { status: number; body: unknown }) => send(status, body);
    if (failure === 'hang') return undefined;
    if (failure === 'html') return response.writeHead(502).end('<html>Bad Gateway</html>');
    if (failure === 'redirect') {
      return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    }
    if (failure !== null) return refuse(META_ADS_ERRORS[failure]);
    if (authorization !== `Bearer ${token}`) return refuse(META_ADS_ERRORS.invalid);
    if (pathname === `/act_${account}`) {
      return send(200, { name: 'Escola', currency: 'BRL', timezone_name: timeZone, id: account });
    }
    if (pathname !== `/act_${account}/insights`) return refuse(META_ADS_ERRORS.noObject);
    const fields = query.get('fields')?.split(',') ?? [];
    const { since, until } = JSON.parse(query.get('time_range') ?? '{}');
    const isValid =
      query.get('level') === 'ad' &&
      query.get('time_increment') === '1' &&
      fields.every((field) => INSIGHTS_FIELDS.includes(field)) &&
      Date.parse(until) - Date.parse(since) < 37 * 30 * DAY_MS;
    if (!isValid) return refuse(META_ADS_ERRORS.removedField);
    const matching = rows.filter((row) => row.date_start >= since && row.date_start <= until);
    const start = Number(query.get('after') ?? 0);
    const end = start + ROWS_PER_PAGE;
    const data = matching.slice(start, end).map((row) => ({ ...row, date_stop: row.date_start }));
    const nextPageUrl = `http://meta${pathname}?access_token=${token}&after=${end}`;
    return send(200, {
      data,
      paging: {
        cursors: { before: String(start), after: String(end) },
        ...(end < matching.length && { next: nextPageUrl }),
      },
    });
  }

  const receiver = await startReceiver((response, { path, headers }) =>
    answer(response, path, headers.authorization),
  );
  return {
    address: receiver.address,
    received: receiver.received,
    setRows(next: readonly InsightsRow[]) {
      rows = next;
    },
    fail(next: Failure | null) {
      failure = next;
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}
