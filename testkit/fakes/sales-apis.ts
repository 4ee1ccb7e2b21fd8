import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { fillSample, type SampleChanges } from '../simulate/platforms/simulator.ts';
import { type ReceivedRequest, startReceiver } from './receiver.ts';

/** A sale at a checkout platform; `status` is the platform's own word. Times are in ms since 1970. */
export interface PlatformSale {
  readonly id: string;
  readonly status: string;
  readonly cents: number;
  readonly createdAt: number;
  readonly paidAt?: number;
  readonly refundedAt?: number;
  /** When the sale last changed. If left out, the time of its payment or, for an unpaid sale, of its creation. */
  readonly updatedAt?: number;
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly reference?: string;
  /** Kiwify: whether a co-producer gets half of the value. */
  readonly isShared?: boolean;
  /** Kiwify: the currency of the fee and of the seller's net; the price is in reais. */
  readonly settledIn?: string;
  /** Hotmart and Kiwify: whether the account sold another seller's product. */
  readonly isAffiliate?: boolean;
  /** Eduzz: the contract whose charge this sale is. */
  readonly contract?: string;
}

/**
 * `slow`: a gateway answers 502 to requests for more than a day. `quota`: one request gets 429 with `Retry-After`.
 * `endless`: every page of the list names the same next page. `shape`: the list has another member name. `sale`: the
 * first sale of every page has no known field. `phones`: a gateway answers 502 to requests for telephone numbers.
 */
type Failure =
  | 'slow'
  | 'quota'
  | 'always-quota'
  | 'endless'
  | 'shape'
  | 'sale'
  | 'phones'
  | 'hang'
  | 'html'
  | 'error'
  | 'denied'
  | 'redirect';

const isoOrNull = (time: number | undefined) =>
  time === undefined ? null : new Date(time).toISOString();
const changedAt = ({ updatedAt, paidAt, createdAt }: PlatformSale) =>
  updatedAt ?? paidAt ?? createdAt;

const fillApiSample = (name: string, changes: SampleChanges): object =>
  fillSample(
    readFileSync(new URL(`sales-api-samples/${name}.json`, import.meta.url), 'utf8'),
    changes,
  );

type Answer = { readonly status: number; readonly body: unknown };
const answerOk = (body: unknown): Answer => ({ status: 200, body });

interface Query {
  readonly pathname: string;
  readonly params: URLSearchParams;
  readonly sales: readonly PlatformSale[];
  readonly failure: Failure | null;
}

interface FakePlatformOptions {
  /** Answers a request for a token; null if the request is for another path. */
  readonly answerToken: (request: ReceivedRequest, token: string) => Answer | null;
  readonly isAllowed?: (request: ReceivedRequest) => boolean;
  /** The token that requests must have, if the platform issues none. */
  readonly fixedToken?: string;
  readonly answer: (query: Query) => Answer;
  readonly unauthorized: unknown;
}

const SIGNATURE = 'e30'.repeat(400);

async function startPlatform({
  answerToken,
  isAllowed = () => true,
  fixedToken,
  answer,
  unauthorized,
}: FakePlatformOptions) {
  let sales: readonly PlatformSale[] = [];
  let failure: Failure | null = null;
  let tokens = 0;
  let token = fixedToken ?? '';

  function respond(response: ServerResponse, request: ReceivedRequest): unknown {
    const send = ({ status, body }: Answer, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    if (failure === 'hang') return undefined;
    if (failure === 'html') return response.writeHead(503).end('<html>Maintenance</html>');
    if (failure === 'error') return send({ status: 500, body: { error: 'internal_server_error' } });
    if (failure === 'redirect') {
      return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    }
    const nextToken = `token-${tokens + 1}.${SIGNATURE}`;
    const issued = answerToken(request, nextToken);
    if (issued !== null) {
      if (issued.status === 200) {
        tokens += 1;
        token = nextToken;
      }
      return send(issued);
    }
    if (failure === 'denied') return send({ status: 403, body: { error: 'unauthorized_client' } });
    if (failure === 'quota' || failure === 'always-quota') {
      if (failure === 'quota') failure = null;
      return send({ status: 429, body: { error: 'too_many_requests' } }, { 'retry-after': '0' });
    }
    if (request.headers.authorization !== `Bearer ${token}` || !isAllowed(request)) {
      return send({ status: 401, body: unauthorized });
    }
    const { pathname, searchParams: params } = new URL(request.path, 'http://platform');
    return send(answer({ pathname, params, sales, failure }));
  }

  const receiver = await startReceiver(respond);
  return {
    address: receiver.address,
    received: receiver.received,
    setSales(next: readonly PlatformSale[]) {
      sales = next;
    },
    fail(next: Failure | null) {
      failure = next;
    },
    expireToken() {
      token = 'revoked';
    },
    countTokens: () => tokens,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

const NOT_FOUND: Answer = { status: 404, body: { error: 'not_found' } };
const invalidRequest = (error_description: string): Answer => ({
  status: 400,
  body: { error: 'invalid_parameter', error_description },
});

export const HOTMART_CREDENTIALS = {
  HOTMART_CLIENT_ID: '0a1b2c3d-hotmart',
  HOTMART_CLIENT_SECRET: 'segredo-da-hotmart',
};
const HOTMART_BASIC = `Basic ${Buffer.from(Object.values(HOTMART_CREDENTIALS).join(':')).toString('base64')}`;

/**
 * Source: developers.hotmart.com, docs/en/start/app-auth, start/pagination, v1/sales/sales-history and
 * v1/sales/sales-users, as github.com/im-voracity/hotmart-python copied them on 2026-03-24
 */
export const startFakeHotmart = () =>
  startPlatform({
    unauthorized: { error: 'invalid_token', error_description: 'token_expired' },
    answerToken({ method, path, headers }, access_token) {
      if (path !== '/security/oauth/token?grant_type=client_credentials') return null;
      if (method !== 'POST' || headers.authorization !== HOTMART_BASIC) {
        return { status: 401, body: { error: 'unauthorized' } };
      }
      return answerOk({ access_token, token_type: 'bearer', expires_in: 86_400 });
    },
    answer({ pathname, params, sales, failure }) {
      const [from, until] = [Number(params.get('start_date')), Number(params.get('end_date'))];
      if (failure === 'slow' && until - from > DAY_MS) {
        return { status: 502, body: { error: 'internal_server_error' } };
      }
      if (failure === 'phones' && pathname.endsWith('/users')) {
        return { status: 502, body: { error: 'internal_server_error' } };
      }
      // Without a requested status, the documented API lists paid sales only.
      const requested = params.getAll('transaction_status');
      const statuses = requested.length > 0 ? requested : ['APPROVED', 'COMPLETE'];
      const matching = sales.filter(
        ({ createdAt, status }) =>
          createdAt >= from && createdAt <= until && statuses.includes(status),
      );
      const token = params.get('page_token');
      if (token !== null && !token.startsWith('cursor-')) return invalidRequest('page_token');
      const size = Number(params.get('max_results'));
      const start = Number(token?.slice('cursor-'.length) ?? 0);
      const end = start + size;
      const isMore = end < matching.length;
      const toItem = pathname.endsWith('/users') ? toHotmartUsers : toHotmartSale;
      if (!/^\/payments\/api\/v1\/sales\/(?:history|users)$/.test(pathname)) return NOT_FOUND;
      const items: unknown[] = matching.slice(start, end).map((sale) => toItem(sale));
      if (failure === 'sale') items[0] = {};
      return answerOk({
        [failure === 'shape' ? 'results' : 'items']: items,
        page_info: {
          total_results: matching.length,
          results_per_page: size,
          ...(isMore && { next_page_token: `cursor-${end}` }),
          ...(failure === 'endless' && { next_page_token: 'cursor-0' }),
        },
      });
    },
  });

const toHotmartSale = (sale: PlatformSale) =>
  fillApiSample('hotmart-sale', {
    'buyer.name': sale.name,
    'buyer.email': sale.email,
    'purchase.transaction': sale.id,
    'purchase.order_date': sale.createdAt,
    'purchase.approved_date': sale.paidAt,
    'purchase.status': sale.status,
    'purchase.commission_as': sale.isAffiliate ? 'AFFILIATE' : 'PRODUCER',
    'purchase.price.value': sale.cents / 100,
    'purchase.tracking.source_sck': sale.reference,
    'purchase.warranty_expire_date': sale.createdAt + 7 * DAY_MS,
  });

const toHotmartUsers = (sale: PlatformSale) =>
  fillApiSample('hotmart-users', {
    transaction: sale.id,
    'users.1.user.name': sale.name,
    'users.1.user.cellphone': sale.phone,
    'users.1.user.email': sale.email,
  });

export const KIWIFY_CREDENTIALS = {
  KIWIFY_CLIENT_ID: '9f8e7d6c-kiwify',
  KIWIFY_CLIENT_SECRET: 'segredo-da-kiwify',
  KIWIFY_ACCOUNT_ID: 'RpL2PsVt7gEN50Q',
};

/** Source: docs.kiwify.com.br, api-reference/general, auth/oauth, sales/list and sales/single, read on 2026-11-23 */
export const startFakeKiwify = () =>
  startPlatform({
    unauthorized: { error: 'invalid_token' },
    isAllowed: ({ headers }) =>
      headers['x-kiwify-account-id'] === KIWIFY_CREDENTIALS.KIWIFY_ACCOUNT_ID,
    answerToken({ method, path, body }, access_token) {
      if (path !== '/v1/oauth/token') return null;
      const form = new URLSearchParams(body);
      const isRight =
        method === 'POST' &&
        form.get('client_id') === KIWIFY_CREDENTIALS.KIWIFY_CLIENT_ID &&
        form.get('client_secret') === KIWIFY_CREDENTIALS.KIWIFY_CLIENT_SECRET;
      if (!isRight) return { status: 400, body: { error: 'auth_error' } };
      return answerOk({ access_token, token_type: 'Bearer', expires_in: '345600', scope: 'sales' });
    },
    answer({ pathname, params, sales, failure }) {
      if (pathname !== '/v1/sales') return NOT_FOUND;
      const time = (name: string, fallback: number) =>
        params.has(name) ? Date.parse(params.get(name) ?? '') : fallback;
      const [from, until] = [time('start_date', Number.NaN), time('end_date', Number.NaN)];
      if (!(until - from <= 90 * DAY_MS)) return invalidRequest('period');
      if (failure === 'slow') return { status: 504, body: {} };
      const updatedFrom = time('updated_at_start_date', 0);
      const updatedUntil = time('updated_at_end_date', Number.POSITIVE_INFINITY);
      const matching = sales.filter(
        (sale) =>
          sale.createdAt >= from &&
          sale.createdAt < until &&
          changedAt(sale) >= updatedFrom &&
          changedAt(sale) < updatedUntil,
      );
      const size = Number(params.get('page_size'));
      const page = failure === 'endless' ? 1 : Number(params.get('page_number'));
      const isFull = params.get('view_full_sale_details') === 'true';
      const data: unknown[] = matching
        .slice((page - 1) * size, page * size)
        .map((sale) => ({ ...toKiwifySale(sale), ...(isFull && toKiwifyDetails(sale)) }));
      if (failure === 'sale') data[0] = {};
      return answerOk({
        pagination: { count: matching.length, page_number: page, page_size: size },
        [failure === 'shape' ? 'sales' : 'data']: data,
      });
    },
  });

const toKiwifySale = (sale: PlatformSale) =>
  fillApiSample('kiwify-sale', {
    id: sale.id,
    created_at: isoOrNull(sale.createdAt),
    updated_at: isoOrNull(changedAt(sale)),
    status: sale.status,
    net_amount: sale.cents - 984,
    'customer.name': sale.name,
    'customer.email': sale.email,
    'customer.mobile': sale.phone && `+55${sale.phone}`,
  });

const toKiwifyDetails = ({ isShared = false, settledIn = 'BRL', ...sale }: PlatformSale) =>
  fillApiSample('kiwify-details', {
    approved_date: isoOrNull(sale.paidAt),
    'payment.charge_amount': sale.cents,
    'payment.net_amount': sale.cents - 984,
    'payment.product_base_price': sale.cents,
    'payment.settlement_amount': sale.cents - 984,
    'payment.settlement_currency': settledIn,
    'payment.fee_currency': settledIn,
    refunded_at: isoOrNull(sale.refundedAt),
    sale_type: sale.isAffiliate ? 'affiliate' : 'producer',
    'tracking.s1': sale.reference ?? null,
    'revenue_partners.0.net_amount_split': Math.floor((sale.cents - 984) / 2),
    'revenue_partners.0.charge_amount_split': Math.floor(sale.cents / 2),
    ...(!isShared && { revenue_partners: undefined }),
  });

export const EDUZZ_CREDENTIALS = { EDUZZ_API_TOKEN: 'edzpap_token-pessoal-da-eduzz' };
/** Eduzz filters by days of Brasília. */
const brasiliaDay = (time: number) => new Date(time - 3 * HOUR_MS).toISOString().slice(0, 10);

/**
 * Source: developers.eduzz.com, reference/api/get-myeduzz-v1-sales and get-myeduzz-v1-sales-id; `referenceDate`,
 * `items`, `totalItems`, `createdAt` and `buyer` as public integrations read them
 */
export const startFakeEduzz = () =>
  startPlatform({
    unauthorized: { code: 'invalid_token', message: 'Invalid token' },
    fixedToken: EDUZZ_CREDENTIALS.EDUZZ_API_TOKEN,
    answerToken: () => null,
    answer({ pathname, params, sales, failure }) {
      if (pathname !== '/myeduzz/v1/sales') return NOT_FOUND;
      if (failure === 'slow') return { status: 504, body: {} };
      const [from, until] = [params.get('startDate') ?? '', params.get('endDate') ?? ''];
      if (from === '' || until === '') return invalidRequest('startDate');
      const isByPayment = params.get('referenceDate') === 'paidAt';
      const matching = sales.filter(({ createdAt, paidAt }) => {
        const time = isByPayment ? paidAt : createdAt;
        return time !== undefined && brasiliaDay(time) >= from && brasiliaDay(time) <= until;
      });
      const size = Number(params.get('itemsPerPage'));
      const page = failure === 'endless' ? 1 : Number(params.get('page'));
      const items: unknown[] = matching.slice((page - 1) * size, page * size).map(toEduzzSale);
      if (failure === 'sale') items[0] = {};
      return answerOk({
        pages: Math.ceil(matching.length / size),
        page,
        itemsPerPage: size,
        totalItems: matching.length,
        [failure === 'shape' ? 'data' : 'items']: items,
      });
    },
  });

const toEduzzSale = (sale: PlatformSale) =>
  fillApiSample('eduzz-sale', {
    id: sale.id,
    contractId: sale.contract ?? null,
    status: sale.status,
    'grossGain.value': (sale.cents - 1_000) / 100,
    'netGain.value': (sale.cents - 1_000) / 100,
    'total.value': sale.cents / 100,
    'totalInterest.value': sale.cents / 100,
    createdAt: isoOrNull(sale.createdAt),
    dueDate: isoOrNull(sale.createdAt + 3 * DAY_MS),
    paidAt: isoOrNull(sale.paidAt),
    tracker: sale.reference ?? null,
    'buyer.name': sale.name,
    'buyer.email': sale.email,
    'buyer.cellphone': sale.phone,
    refund: sale.refundedAt ? { type: 'total', refundedAt: isoOrNull(sale.refundedAt) } : null,
  });
