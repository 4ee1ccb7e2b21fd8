import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { SALES_APIS } from '@funil/contract/sales/sales-apis';
import type { ApiConfig } from '../../../config/reconcile.ts';
import { ApiFailure } from '../../../http/api-errors.ts';
import type { NoticeKind } from '../../notices/notice.ts';
import {
  type ApiClient,
  type ApiOptions,
  createApiClient,
  ROWS_PER_PAGE,
  readApiPages,
  requestToken,
  type SalesApi,
  type SalesPage,
  type SalesPeriod,
  tokenAt,
  toSalesPage,
} from '../api.ts';
import { firstText, type Json, listAt, smallIntegerOf, textAt, valueAt } from '../json.ts';
import { mapKinds, type ParseResult } from '../parsed-notice.ts';
import { trackingOf } from '../tracking.ts';
import { readReais, timestampAt } from '../values.ts';

/** The API's tokens come from another address than its data. */
const TOKEN_URL = 'https://api-sec-vlc.hotmart.com';

/**
 * Hotmart's Sales API: `GET /payments/api/v1/sales/history`, and `…/sales/users` for the buyers' telephones.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | authentication | `POST /security/oauth/token?grant_type=client_credentials`, Basic | developers.hotmart.com, start/app-auth |
 * | filter | `start_date`, `end_date` (ms), `transaction_status` (without it, only paid sales), `max_results`, `page_token` | developers.hotmart.com, v1/sales/sales-history; repeated `transaction_status`: third-party integrations |
 * | pages | `page_info.next_page_token` | developers.hotmart.com, start/pagination |
 * | kind | `purchase.status`; none if `purchase.commission_as` is `AFFILIATE`: another seller's product | v1/sales/sales-history |
 * | transaction | `purchase.transaction`, as in notices | v1/sales/sales-history |
 * | value | `purchase.price.{value,currency_code}`, reais; `currency_value`: third-party integrations | v1/sales/sales-history |
 * | installments, method | `purchase.payment.{installments_number,type}` | v1/sales/sales-history |
 * | times | `purchase.{order_date,approved_date}` (ms); no field has the time of a refund | v1/sales/sales-history |
 * | charge number | `purchase.recurrency_number`, if `purchase.is_subscription` | v1/sales/sales-history |
 * | product, buyer | `product.{id,name}`, `buyer.{name,email}` | v1/sales/sales-history |
 * | phones | `users[]` with the role `BUYER`: `user.{cellphone,phone}` | v1/sales/sales-users |
 * | tracking | `purchase.tracking.{source,source_sck,external_code}` | v1/sales/sales-history |
 *
 * Commissions are not read: they are unreliable. After a time-out (502 after 30 s), shorter periods are requested.
 * Without an answer of `…/sales/users`, sales are read without telephones.
 */
export function createHotmartApi(config: ApiConfig<'hotmart'>): SalesApi {
  const { clientId, clientSecret, apiUrl } = config;
  const tokenUrl = apiUrl === SALES_APIS.hotmart.url ? TOKEN_URL : apiUrl;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const url = `${tokenUrl}/security/oauth/token?grant_type=client_credentials`;
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/json' };
  const askHotmart = createApiClient({
    baseUrl: `${apiUrl}/payments/api/v1/sales`,
    authorize: (options) => requestToken({ url, headers }, options),
  });
  return {
    async *readSales({ from, until }, options) {
      const session = { askHotmart, options, hasPhones: true };
      for (let start = from; start < until; start += MAX_PERIOD_MS) {
        const period = { from: start, until: Math.min(start + MAX_PERIOD_MS, until) };
        yield* readPeriod(period, session);
      }
    },
  };
}

/** The phones of a longer period might not fit into memory. */
const MAX_PERIOD_MS = 7 * DAY_MS;
const MIN_PERIOD_MS = HOUR_MS;

/** A protest is a request, which leaves the sale paid. No field has the amount of a partial refund. */
const KIND_BY_STATUS = mapKinds({
  paid: ['APPROVED', 'COMPLETE', 'PROTESTED'],
  pending: ['WAITING_PAYMENT', 'PRINTED_BILLET', 'OVERDUE'],
  refunded: ['REFUNDED'],
  partial_refund: ['PARTIALLY_REFUNDED'],
  chargeback: ['CHARGEBACK'],
  canceled: ['CANCELLED', 'EXPIRED', 'NO_FUNDS', 'BLOCKED'],
});

interface ApiSession {
  readonly askHotmart: ApiClient;
  readonly options: ApiOptions;
  /** Becomes false when the API does not send phones, so that a comparison waits for them only once. */
  hasPhones: boolean;
}

async function* readPeriod(period: SalesPeriod, session: ApiSession): AsyncGenerator<SalesPage> {
  try {
    const phones = await readPhonesIfAnswered(period, session);
    for await (const items of readItems('/history', period, session)) {
      const page = toSalesPage(items, (item) => parseSale(item, phones), session.options.now());
      yield { ...page, isWithoutPhones: !session.hasPhones };
    }
  } catch (error) {
    if (!isSlow(error, period)) throw error;
    const { from, until } = period;
    const middle = Math.floor((from + until) / 2);
    yield* readPeriod({ from, until: middle }, session);
    yield* readPeriod({ from: middle, until }, session);
  }
}

const isSlow = (error: unknown, { from, until }: SalesPeriod): boolean =>
  error instanceof ApiFailure && error.reason === 'slow' && until - from > MIN_PERIOD_MS;

type PhonesByTransaction = ReadonlyMap<string, readonly Json[]>;

async function readPhonesIfAnswered(
  period: SalesPeriod,
  session: ApiSession,
): Promise<PhonesByTransaction> {
  try {
    if (session.hasPhones) return await readBuyerPhones(period, session);
  } catch (error) {
    if (!(error instanceof ApiFailure) || isSlow(error, period)) throw error;
    session.hasPhones = false;
  }
  return new Map();
}

function readItems(
  path: string,
  { from, until }: SalesPeriod,
  { askHotmart, options }: ApiSession,
) {
  const query = [
    ['start_date', String(from)],
    ['end_date', String(until - 1)],
    ['max_results', ROWS_PER_PAGE],
    ...[...KIND_BY_STATUS.keys()].map((status) => ['transaction_status', String(status)] as const),
  ] as const;
  return readApiPages(async (_page, pageToken) => {
    const pageQuery = pageToken === null ? [] : [['page_token', pageToken] as const];
    const body = await askHotmart(path, [...query, ...pageQuery], options);
    return { rows: valueAt(body, 'items'), next: tokenAt(body, 'page_info', 'next_page_token') };
  });
}

async function readBuyerPhones(
  period: SalesPeriod,
  session: ApiSession,
): Promise<PhonesByTransaction> {
  const phonesByTransaction = new Map<string, readonly Json[]>();
  for await (const items of readItems('/users', period, session)) {
    for (const item of items) {
      const buyer = listAt(item, 'users').find((user) => textAt(user, 'role') === 'BUYER') ?? null;
      const buyerPhones = [valueAt(buyer, 'user', 'cellphone'), valueAt(buyer, 'user', 'phone')];
      phonesByTransaction.set(textAt(item, 'transaction') ?? '', buyerPhones);
    }
  }
  return phonesByTransaction;
}

function parseSale(item: Json, phones: PhonesByTransaction): ParseResult {
  const purchase = valueAt(item, 'purchase');
  const isAffiliate = textAt(purchase, 'commission_as') === 'AFFILIATE';
  const kind = isAffiliate ? 'other' : KIND_BY_STATUS.get(textAt(purchase, 'status'));
  if (!kind) return 'event';
  const transaction = textAt(purchase, 'transaction');
  const isSubscription = valueAt(purchase, 'is_subscription') === true;
  const tracking = valueAt(purchase, 'tracking');
  return {
    kind,
    transaction,
    amount: readReais(valueAt(purchase, 'price', 'value')),
    currency: firstText(
      valueAt(purchase, 'price', 'currency_code'),
      valueAt(purchase, 'price', 'currency_value'),
    ),
    installments: smallIntegerOf(valueAt(purchase, 'payment', 'installments_number')),
    method: valueAt(purchase, 'payment', 'type'),
    product: { id: valueAt(item, 'product', 'id'), name: valueAt(item, 'product', 'name') },
    buyer: {
      name: valueAt(item, 'buyer', 'name'),
      email: valueAt(item, 'buyer', 'email'),
      phones: phones.get(transaction ?? '') ?? [],
    },
    tracking: trackingOf({
      src: valueAt(tracking, 'source'),
      sck: valueAt(tracking, 'source_sck'),
      others: [valueAt(tracking, 'external_code')],
    }),
    ...timesOf(kind, purchase),
    chargeNumber: isSubscription ? smallIntegerOf(valueAt(purchase, 'recurrency_number')) : null,
  };
}

function timesOf(kind: NoticeKind, purchase: Json) {
  const orderedAt = timestampAt(purchase, 'order_date');
  const approvedAt = timestampAt(purchase, 'approved_date');
  const paidAt = kind === 'pending' || kind === 'canceled' ? null : (approvedAt ?? orderedAt);
  return { occurredAt: paidAt ?? orderedAt, paidAt };
}
