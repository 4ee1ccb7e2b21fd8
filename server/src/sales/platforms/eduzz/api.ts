import { dayOf } from '@funil/contract/brasilia';
import type { ApiConfig } from '../../../config/reconcile.ts';
import {
  createApiClient,
  ROWS_PER_PAGE,
  readApiPages,
  type SalesApi,
  toSalesPage,
} from '../api.ts';
import { firstText, type Json, smallIntegerOf, textAt, valueAt } from '../json.ts';
import { mapKinds, type ParseResult } from '../parsed-notice.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { readReais, sumAmounts, timestampAt } from '../values.ts';
import { readShare } from './adapter.ts';

/**
 * Eduzz's MyEduzz API: `GET /myeduzz/v1/sales`, scope `myeduzz_sales_read`.
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | authentication | `authorization: Bearer` with the application's personal token, which does not expire | developers.eduzz.com, reference/api; third-party integrations |
 * | filter | `startDate`, `endDate`, `page`, `itemsPerPage` | developers.eduzz.com, get-myeduzz-v1-sales; `referenceDate` `createdAt` or `paidAt`: third-party integrations |
 * | pages | `totalItems`, `items` | third-party integrations |
 * | kind | `status` | get-myeduzz-v1-sales-id |
 * | sale | `id`, which notices call the invoice | get-myeduzz-v1-sales-id; that both are the same: third-party integrations |
 * | value | `total.{value,currency}`, reais, without interest (`totalInterest`) | get-myeduzz-v1-sales-id |
 * | split | `netGain`, `fee`, `partnersGain` and `affiliatesGain`, reais | get-myeduzz-v1-sales-id |
 * | subscription | `contractId` | get-myeduzz-v1-sales-id |
 * | installments, method | `installments`, `paymentMethod`; `payment.method`: third-party integrations | get-myeduzz-v1-sales-id |
 * | times | `paidAt`; `createdAt`, `refund.refundedAt`: third-party integrations | get-myeduzz-v1-sales-id |
 * | product, buyer | `product.{id,name}`, `buyer.{name,email,cellphone,phone}` | third-party integrations |
 * | tracking | `tracker`, `tracker2`, `tracker3`; `utm.{source,medium,campaign,content,term}`: third-party integrations | get-myeduzz-v1-sales-id |
 */
export function createEduzzApi({ token, apiUrl }: ApiConfig<'eduzz'>): SalesApi {
  const askEduzz = createApiClient({
    baseUrl: apiUrl,
    authorize: async () => ({ text: token, expiresAt: Number.POSITIVE_INFINITY }),
  });
  return {
    async *readSales({ from, until }, options) {
      for (const referenceDate of ['createdAt', 'paidAt']) {
        const query = [
          ['startDate', dayOf(from)],
          ['endDate', dayOf(until - 1)],
          ['referenceDate', referenceDate],
          ['itemsPerPage', ROWS_PER_PAGE],
        ] as const;
        const pages = readApiPages(async (page) => {
          const body = await askEduzz('/myeduzz/v1/sales', [...query, ['page', page]], options);
          return { rows: valueAt(body, 'items'), total: textAt(body, 'totalItems') };
        });
        for await (const rows of pages) yield toSalesPage(rows, parseSale, options.now());
      }
    },
  };
}

/** A sale with a requested refund is still paid. Eduzz never charges a duplicated sale, so it counts as canceled. */
const KIND_BY_STATUS = mapKinds({
  paid: ['paid', 'waiting_refund'],
  pending: [
    ...['open', 'processing', 'waiting_payment', 'recovering', 'scheduled', 'overdue'],
    ...['analysing', 'waiting_documents'],
  ],
  refunded: ['refunded'],
  partial_refund: ['partial_refund'],
  chargeback: ['chargeback'],
  canceled: ['canceled', 'expired', 'duplicated', 'refused', 'deleted'],
  other: ['negotiated', 'trial', 'internal'],
});

function parseSale(sale: Json): ParseResult {
  const kind = kindOf(sale);
  if (!kind) return 'event';
  const createdAt = timestampAt(sale, 'createdAt');
  const paidAt = timestampAt(sale, 'paidAt');
  const refundedAt = timestampAt(sale, 'refund', 'refundedAt') ?? paidAt;
  const occurredAtByKind: Partial<Record<typeof kind, typeof createdAt>> = {
    paid: paidAt,
    refunded: refundedAt,
    partial_refund: refundedAt,
    chargeback: paidAt,
  };
  return {
    kind,
    transaction: textAt(sale, 'id'),
    amount: readReais(valueAt(sale, 'total', 'value')),
    currency: textAt(sale, 'total', 'currency'),
    split: splitOf(sale),
    subscription: textAt(sale, 'contractId'),
    installments: smallIntegerOf(valueAt(sale, 'installments')),
    method: firstText(valueAt(sale, 'paymentMethod'), valueAt(sale, 'payment', 'method')),
    product: { id: valueAt(sale, 'product', 'id'), name: valueAt(sale, 'product', 'name') },
    buyer: {
      name: valueAt(sale, 'buyer', 'name'),
      email: valueAt(sale, 'buyer', 'email'),
      phones: [valueAt(sale, 'buyer', 'cellphone'), valueAt(sale, 'buyer', 'phone')],
    },
    tracking: trackingOf({
      ...utmsAt(valueAt(sale, 'utm'), ''),
      others: ['tracker', 'tracker2', 'tracker3'].map((name) => valueAt(sale, name)),
    }),
    occurredAt: occurredAtByKind[kind] ?? createdAt,
    paidAt,
  };
}

/** A partial refund has the status of a whole one. No documented field has its amount. */
function kindOf(sale: Json) {
  const kind = KIND_BY_STATUS.get(textAt(sale, 'status'));
  const isPartial = /^partial/i.test(textAt(sale, 'refund', 'type') ?? '');
  return kind === 'refunded' && isPartial ? 'partial_refund' : kind;
}

const splitOf = (sale: Json) => ({
  netCents: readShare(valueAt(sale, 'netGain')),
  feeCents: readShare(valueAt(sale, 'fee')),
  commissionCents: sumAmounts(
    ['partnersGain', 'affiliatesGain'].map((name) => readShare(valueAt(sale, name))),
  ),
});
