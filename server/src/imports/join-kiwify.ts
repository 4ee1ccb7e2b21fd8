import { emailKey } from '@funil/contract/person';
import type { Kysely } from 'kysely';
import type { SaleReport } from '../sales/store-reports.ts';
import type { Tables } from '../store/database.ts';
import { dayOf } from '../visits/brasilia.ts';

/** An order as Kiwify's notices and API name it. */
const ORDER_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isShort = ({ platform, notice }: SaleReport) =>
  platform === 'kiwify' && !ORDER_ID.test(notice.saleKey ?? '');

/**
 * Returns the reports, those of Kiwify's short references with the order's id where one stored sale has the same buyer, product
 * and day. Kiwify's panel shows the short reference (`order_ref`); its notices and API name a sale by `order_id`.
 */
export async function joinShortReferences(
  database: Kysely<Tables>,
  reports: readonly SaleReport[],
): Promise<readonly SaleReport[]> {
  const emails = reports.filter(isShort).flatMap(({ notice }) => emailOf(notice.buyer.email));
  if (emails.length === 0) return reports;
  const rows = await database
    .selectFrom('sale_keys')
    .innerJoin('sales', (join) =>
      join
        .onRef('sales.platform', '=', 'sale_keys.platform')
        .onRef('sales.sale_key', '=', 'sale_keys.sale_key'),
    )
    .select(['key', 'sales.sale_key', 'product_name', 'begun_at', 'paid_at'])
    .where('kind', '=', 'email')
    .where('key', 'in', [...new Set(emails)])
    .where('sales.platform', '=', 'kiwify')
    .execute();
  const stored = Map.groupBy(
    rows.filter(({ sale_key }) => ORDER_ID.test(sale_key)),
    ({ key }) => key,
  );
  return reports.map((report) => {
    if (!isShort(report)) return report;
    const { buyer, product, occurredAt, paidAt } = report.notice;
    const days = new Set([occurredAt, paidAt ?? occurredAt].map(dayOfTime));
    const found = emailOf(buyer.email)
      .flatMap((email) => stored.get(email) ?? [])
      .filter(
        (sale) =>
          sale.product_name === product.name &&
          [sale.begun_at, sale.paid_at ?? sale.begun_at].some((time) => days.has(dayOfTime(time))),
      );
    const [sale] = found;
    if (!sale || found.length > 1) return report;
    const key = { saleKey: sale.sale_key, transaction: sale.sale_key };
    return { ...report, notice: { ...report.notice, ...key } };
  });
}

const emailOf = (email: string | null): string[] => (email === null ? [] : [emailKey(email)]);
const dayOfTime = (time: string): string => dayOf(Date.parse(time));
