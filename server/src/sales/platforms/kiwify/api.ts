import { DAY_MS } from '@funil/contract/durations';
import type { ApiConfig } from '../../../config/reconcile.ts';
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
  toSalesPage,
} from '../api.ts';
import { type Json, listAt, smallIntegerOf, textAt, valueAt } from '../json.ts';
import type { ParseResult } from '../parsed-notice.ts';
import { readCentavos, smallerAmount, timestampAt } from '../values.ts';
import { KIND_BY_STATUS, readTracking } from './adapter.ts';

/**
 * Kiwify's public API: `GET /v1/sales`.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | authentication | `POST /v1/oauth/token`, form with `client_id` and `client_secret`; header `x-kiwify-account-id` | docs.kiwify.com.br, api-reference/general, auth/oauth |
 * | filter | `start_date`, `end_date` (created, at most 90 days), `updated_at_start_date`, `updated_at_end_date`, `page_size`, `page_number`, `view_full_sale_details` | docs.kiwify.com.br, api-reference/sales/list |
 * | pages | `pagination.count`, of all pages; `data` | api-reference/sales/list |
 * | kind | `status`; none if `sale_type` is `affiliate`: another seller's product | api-reference/sales/list, sales/single |
 * | transaction | `id`, the notices' `order_id`; `reference`, their `order_ref` | api-reference/sales/single: the path's id is the order's |
 * | value | `payment.{charge_amount,charge_currency}`, centavos; `payment.{product_base_price,product_base_currency}` if it is less, as in notices | api-reference/sales/single |
 * | split | `payment.{net_amount,fee}`, centavos, in reais only (`currency`, `settlement_currency`, `fee_currency`). The net is the account's own only without `revenue_partners` and `affiliate_commission` | api-reference/sales/single |
 * | order, installments, method | `parent_order_id`, `installments`, `payment_method` | api-reference/sales/single |
 * | times | `created_at`, `approved_date`, `refunded_at`, `updated_at` | api-reference/sales/single |
 * | product, buyer | `product.{id,name}`, `customer.{name,email,mobile}` | api-reference/sales/single |
 * | tracking | `tracking.{s1,s2,s3,src,sck,utm_*}` | api-reference/sales/single |
 */
export function createKiwifyApi(config: ApiConfig<'kiwify'>): SalesApi {
  const { clientId, clientSecret, accountId, apiUrl } = config;
  const askKiwify = createApiClient({
    baseUrl: apiUrl,
    headers: { 'x-kiwify-account-id': accountId },
    authorize: (options) =>
      requestToken(
        {
          url: `${apiUrl}/v1/oauth/token`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            client_id: clientId,
            client_secret: clientSecret,
          }).toString(),
        },
        options,
      ),
  });
  return {
    async *readSales(period, options) {
      for (let from = period.from; from < period.until; from += MAX_PERIOD_MS) {
        const created = { from, until: Math.min(from + MAX_PERIOD_MS, period.until) };
        yield* readSalesCreatedIn(askKiwify, { created }, options);
      }
      // Older sales that changed in the period, such as refunds.
      const created = { from: period.until - MAX_PERIOD_MS, until: period.from };
      if (created.from < created.until)
        yield* readSalesCreatedIn(askKiwify, { created, updated: period }, options);
    },
  };
}

/** The API's limit is 90 days. */
const MAX_PERIOD_MS = 89 * DAY_MS;

const isoOf = (time: number) => new Date(time).toISOString();

async function* readSalesCreatedIn(
  askKiwify: ApiClient,
  { created, updated }: { readonly created: SalesPeriod; readonly updated?: SalesPeriod },
  options: ApiOptions,
): AsyncGenerator<SalesPage> {
  const query: (readonly [string, string])[] = [
    ['start_date', isoOf(created.from)],
    ['end_date', isoOf(created.until)],
    ['page_size', ROWS_PER_PAGE],
    ['view_full_sale_details', 'true'],
  ];
  if (updated) {
    query.push(['updated_at_start_date', isoOf(updated.from)]);
    query.push(['updated_at_end_date', isoOf(updated.until)]);
  }
  const pages = readApiPages(async (page) => {
    const body = await askKiwify('/v1/sales', [...query, ['page_number', page]], options);
    return { rows: valueAt(body, 'data'), total: textAt(body, 'pagination', 'count') };
  });
  for await (const rows of pages) yield toSalesPage(rows, parseSale, options.now());
}

function parseSale(sale: Json): ParseResult {
  const isAffiliate = textAt(sale, 'sale_type') === 'affiliate';
  const kind = isAffiliate ? 'other' : KIND_BY_STATUS.get(textAt(sale, 'status'));
  if (!kind) return 'event';
  const payment = valueAt(sale, 'payment');
  const createdAt = timestampAt(sale, 'created_at');
  const paidAt = timestampAt(sale, 'approved_date');
  const changedAt = timestampAt(sale, 'updated_at') ?? createdAt;
  const occurredAtByKind: Partial<Record<typeof kind, typeof createdAt>> = {
    paid: paidAt ?? changedAt,
    pending: createdAt,
    refunded: timestampAt(sale, 'refunded_at'),
  };
  return {
    kind,
    transaction: textAt(sale, 'id'),
    amount: amountOf(payment),
    currency: textAt(payment, 'charge_currency'),
    split: splitOf(sale),
    installments: smallIntegerOf(valueAt(sale, 'installments')),
    alias: textAt(sale, 'reference'),
    orderId: textAt(sale, 'parent_order_id'),
    method: valueAt(sale, 'payment_method'),
    product: { id: valueAt(sale, 'product', 'id'), name: valueAt(sale, 'product', 'name') },
    buyer: {
      name: valueAt(sale, 'customer', 'name'),
      email: valueAt(sale, 'customer', 'email'),
      phones: [valueAt(sale, 'customer', 'mobile')],
    },
    tracking: readTracking(valueAt(sale, 'tracking')),
    occurredAt: occurredAtByKind[kind] ?? changedAt,
    writtenAt: changedAt,
    paidAt,
  };
}

const centavosAt = (value: Json, name: string) => readCentavos(valueAt(value, name));

function amountOf(payment: Json) {
  const charged = centavosAt(payment, 'charge_amount');
  const currency = textAt(payment, 'charge_currency');
  const isSameCurrency = textAt(payment, 'product_base_currency') === currency;
  return isSameCurrency
    ? smallerAmount(charged, centavosAt(payment, 'product_base_price'))
    : charged;
}

function splitOf(sale: Json) {
  const payment = valueAt(sale, 'payment');
  const currency = textAt(sale, 'currency') ?? 'BRL';
  const isSettledInReais = (textAt(payment, 'settlement_currency') ?? currency) === 'BRL';
  const isShared =
    listAt(sale, 'revenue_partners').length > 0 ||
    textAt(sale, 'affiliate_commission', 'amount') !== null;
  return {
    ...(currency === 'BRL' &&
      isSettledInReais &&
      !isShared && { netCents: centavosAt(payment, 'net_amount') }),
    ...((textAt(payment, 'fee_currency') ?? currency) === 'BRL' && {
      feeCents: centavosAt(payment, 'fee'),
    }),
  };
}
