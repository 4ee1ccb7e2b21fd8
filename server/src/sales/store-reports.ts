import { createHash } from 'node:crypto';
import type { SaleSource } from '@funil/contract/sales/sale-record';
import { type SaleId, toSaleSubject } from '@funil/contract/sales/sale-subject';
import type { Queryable } from '../store/database.ts';
import { findErasedReports, recordErasedPurchases } from './erased-sales.ts';
import { saleKeyRowsOf } from './match-sale.ts';
import { anonymizeNotice, toAnonymousColumns } from './notices/anonymous-notices.ts';
import type { NoticeReading, SaleReport } from './notices/notice.ts';
import { type RecomputeOptions, recomputeSales } from './recompute-sales.ts';
import { type ReducedSale, reduceSale } from './reduce-sale.ts';
import { readSaleInputs } from './sale-inputs.ts';
import { replaceShortReferences } from './short-references.ts';

/** `known`: the report would change no sale, so it is not stored. */
export type ReportOutcome = 'new' | 'known' | 'changed';

interface ReportOptions extends RecomputeOptions {
  readonly source: Exclude<SaleSource, 'notice'>;
  readonly importId: number | null;
  readonly isDryRun: boolean;
}

/** Stores the reports that change a sale. Needs the lock `sales`. Returns one outcome per report, in order. */
export async function storeReports(
  database: Queryable,
  reportsAsRead: readonly SaleReport[],
  options: ReportOptions,
): Promise<ReportOutcome[]> {
  const { source, at, isDryRun } = options;
  const reports = await replaceShortReferences(database, reportsAsRead, options.adapters);
  const inputsBySale = await readSaleInputs(database, reports.map(saleIdOf), options);
  const reportsOfErasedSales = await findErasedReports(database, reports);
  const reportsToStore: { readonly report: SaleReport; readonly isErased: boolean }[] = [];
  const outcomes = reports.map((report): ReportOutcome => {
    const inputs = inputsBySale.get(toSaleSubject(saleIdOf(report)));
    if (!inputs) throw new Error('readSaleInputs returns no entry for a sale of the reports');
    const isErased = inputs.isErased || reportsOfErasedSales.has(report);
    const notice = isErased ? anonymizeNotice(report.notice) : report.notice;
    const notices = [...inputs.notices, { ...notice, source, receivedAt: at }];
    const saleBefore = reduceSale(inputs.notices, at, inputs);
    const saleAfter = reduceSale(notices, at, inputs);
    if (saleAfter === null || (saleBefore !== null && areStoredAlike(saleBefore, saleAfter)))
      return 'known';
    inputsBySale.set(toSaleSubject(inputs), { ...inputs, notices, isErased });
    reportsToStore.push({ report, isErased });
    return saleBefore === null ? 'new' : 'changed';
  });
  if (isDryRun || reportsToStore.length === 0) return outcomes;
  const rows = reportsToStore.map(({ report, isErased }) => toNoticeRow(report, options, isErased));
  await recordErasedPurchases(database, [...reportsOfErasedSales]);
  await database.insertInto('notices').values(rows).execute();
  const changedSales = reportsToStore.map(({ report }) => saleIdOf(report));
  await recomputeSales(database, changedSales, { ...options, inputsBySale });
  return outcomes;
}

/** Needs the lock `sales`. Returns the number of removed reports; fewer than `limit`: none are left. */
export async function removeReports(
  database: Queryable,
  { importId, limit, ...options }: RecomputeOptions & { importId: number; limit: number },
): Promise<number> {
  const storedNotices = await database
    .selectFrom('notices')
    .select(['id', 'platform', 'sale_key'])
    .where('import_id', '=', importId)
    .orderBy('id')
    .limit(limit)
    .execute();
  if (storedNotices.length === 0) return 0;
  const ids = storedNotices.map(({ id }) => id);
  await database.deleteFrom('notices').where('id', 'in', ids).execute();
  const sales = storedNotices.flatMap(({ platform, sale_key }) =>
    sale_key === null ? [] : [{ platform, sale_key }],
  );
  await recomputeSales(database, sales, options);
  return storedNotices.length;
}

const saleIdOf = ({ platform, notice }: SaleReport): SaleId => ({
  platform,
  sale_key: notice.saleKey ?? '',
});

const areStoredAlike = (a: ReducedSale, b: ReducedSale): boolean =>
  JSON.stringify(toStoredParts(a)) === JSON.stringify(toStoredParts(b));

const toStoredParts = (sale: ReducedSale) => [
  sale.row,
  sale.partialRefunds,
  saleKeyRowsOf(sale)
    .map(({ kind, key }) => `${kind} ${key}`)
    .toSorted(),
];

function toNoticeRow(
  { platform, notice }: SaleReport,
  { source, importId, at }: Pick<ReportOptions, 'source' | 'importId' | 'at'>,
  isErased: boolean,
) {
  const reading: NoticeReading = { ok: true, notice };
  const columns = isErased
    ? toAnonymousColumns(reading)
    : { headers: '{}', body: Buffer.from(JSON.stringify(reading)), notice_id: notice.noticeId };
  // The table forbids equal digests. The digest includes the time, because a sale may return to an earlier state.
  const digest = createHash('sha256').update(`${source} ${importId} ${at}\n`).update(columns.body);
  return {
    ...columns,
    platform,
    digest: digest.digest(),
    proof: source,
    received_at: at,
    // No adapter version reads this body, because it is already a reading.
    read_by: 0,
    read_error: null,
    sale_key: notice.saleKey,
    source,
    import_id: importId,
  };
}
