import { dayOf } from '@funil/contract/brasilia';
import { emailKey } from '@funil/contract/contacts/person';
import type { SaleId } from '@funil/contract/sales/sale-subject';
import type { Queryable } from '../store/database.ts';
import type { NoticeAdapters, SaleReport } from './notices/notice.ts';
import type { SaleWithInputs } from './sale-inputs.ts';

/*
 * A platform's panel and files may show a short reference, while its notices and API send the sale's key. Buyer,
 * product and day show that both are one sale.
 */

/** Whether `sale_key` is no short reference; null: the platform has none. */
const isFullSaleKey = (adapters: NoticeAdapters, { platform, sale_key }: SaleId): boolean | null =>
  adapters[platform]?.saleKeyPattern?.test(sale_key) ?? null;

interface StoredSale extends SaleId {
  readonly emailKey: string;
  readonly product_name: string | null;
  readonly begun_at: string;
  readonly paid_at: string | null;
}

const findSalesByEmails = (database: Queryable, emails: readonly string[]): Promise<StoredSale[]> =>
  database
    .selectFrom('sale_keys')
    .innerJoin('sales', (join) =>
      join
        .onRef('sales.platform', '=', 'sale_keys.platform')
        .onRef('sales.sale_key', '=', 'sale_keys.sale_key'),
    )
    .select([
      'key as emailKey',
      'sales.platform',
      'sales.sale_key',
      'product_name',
      'begun_at',
      'paid_at',
    ])
    .where('kind', '=', 'email')
    .where('key', 'in', [...new Set(emails)])
    .execute();

interface SaleTraits {
  readonly platform: string;
  readonly emails: readonly string[];
  readonly productName: string | null;
  readonly times: readonly (string | null)[];
}

const daysOf = (times: readonly (string | null)[]): string[] =>
  times.flatMap((time) => (time === null ? [] : [dayOf(Date.parse(time))]));

/** Returns the key of the one stored sale with these traits; null if there are none or several. */
function findSaleKey(
  storedSales: readonly StoredSale[],
  { platform, emails, productName, times }: SaleTraits,
): string | null {
  const emailKeys = new Set(emails.map(emailKey));
  const days = new Set(daysOf(times));
  const matchingSales = storedSales.filter(
    (sale) =>
      sale.platform === platform &&
      emailKeys.has(sale.emailKey) &&
      sale.product_name === productName &&
      daysOf([sale.begun_at, sale.paid_at]).some((day) => days.has(day)),
  );
  const [saleKey, ...otherKeys] = new Set(matchingSales.map(({ sale_key }) => sale_key));
  return otherKeys.length === 0 ? (saleKey ?? null) : null;
}

export async function replaceShortReferences(
  database: Queryable,
  reports: readonly SaleReport[],
  adapters: NoticeAdapters,
): Promise<readonly SaleReport[]> {
  const hasShortReference = ({ platform, notice }: SaleReport) =>
    isFullSaleKey(adapters, { platform, sale_key: notice.saleKey ?? '' }) === false;
  const emailsOf = ({ notice: { buyer } }: SaleReport) => (buyer.email ? [buyer.email] : []);
  const emails = reports.filter(hasShortReference).flatMap(emailsOf).map(emailKey);
  if (emails.length === 0) return reports;
  const storedSales = await findSalesByEmails(database, emails);
  const salesWithFullKey = storedSales.filter((sale) => isFullSaleKey(adapters, sale));
  return reports.map((report) => {
    const { product, occurredAt, paidAt } = report.notice;
    const saleKey = hasShortReference(report)
      ? findSaleKey(salesWithFullKey, {
          platform: report.platform,
          emails: emailsOf(report),
          productName: product.name,
          times: [occurredAt, paidAt],
        })
      : null;
    if (saleKey === null) return report;
    return { ...report, notice: { ...report.notice, saleKey, transaction: saleKey } };
  });
}

/**
 * Moves reports of files from a short reference to the key of its sale, if that sale is among `sales`. Needs the lock
 * `sales`. Returns the short references whose reports were moved.
 */
export async function moveToFullSaleKeys(
  database: Queryable,
  sales: readonly SaleWithInputs[],
  adapters: NoticeAdapters,
): Promise<SaleId[]> {
  const salesWithFullKey = sales.filter(
    (sale) => isFullSaleKey(adapters, sale) && !sale.sale.row.is_test,
  );
  const emails = salesWithFullKey.flatMap(({ sale }) => sale.contacts.emails).map(emailKey);
  if (emails.length === 0) return [];
  const storedSales = await findSalesByEmails(database, emails);
  const salesUnderShortReferences = storedSales.filter(
    (sale) => isFullSaleKey(adapters, sale) === false,
  );
  if (salesUnderShortReferences.length === 0) return [];
  const emptiedIds: SaleId[] = [];
  for (const { platform, sale_key, sale } of salesWithFullKey) {
    const { product_name: productName, begun_at, paid_at } = sale.row;
    const { emails: buyerEmails } = sale.contacts;
    const shortReference = findSaleKey(salesUnderShortReferences, {
      platform,
      emails: buyerEmails,
      productName,
      times: [begun_at, paid_at],
    });
    if (shortReference === null) continue;
    const { numUpdatedRows } = await database
      .updateTable('notices')
      .set({ sale_key })
      .where('platform', '=', platform)
      .where('sale_key', '=', shortReference)
      .where('source', '=', 'import')
      .executeTakeFirst();
    if (numUpdatedRows > 0n) emptiedIds.push({ platform, sale_key: shortReference });
  }
  return emptiedIds;
}
