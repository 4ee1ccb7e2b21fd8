import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ChosenColumns, ImportKind } from '@funil/contract/imports/import-kinds';
import type { ImportPreview } from '@funil/contract/imports/imports';
import type { AdTaxRate } from '../config/spend.ts';
import { FileRefusal } from '../csv/file-refusal.ts';
import { normalizeTitle } from '../csv/read-csv.ts';
import type { SaleReport } from '../sales/notices/notice.ts';
import { storeReports } from '../sales/store-reports.ts';
import type { SalesDependencies } from '../sales/update-sales.ts';
import type { Queryable } from '../store/database.ts';
import { writeUnsynced } from '../store/open-database.ts';
import type { FileChoice } from './file-layout.ts';
import { EMPTY_SUMMARY, ImportCounter, type ImportSummary } from './import-counter.ts';
import type { ImportLease } from './import-lease.ts';
import { type ImportFile, type OpenedFile, openImportFile } from './open-file.ts';
import { previewSpend } from './preview-spend.ts';
import { type ImportRow, type ReadOptions, readImportRows } from './read-rows.ts';
import { isSpendFile, readSpendRows } from './read-spend.ts';
import { runImport } from './run-import.ts';
import type { RunningImport } from './running-import.ts';
import { judgeLeads, type LeadOutcome, storeLeads } from './store-leads.ts';
import { storeSpend } from './store-spend.ts';

export interface ImportInput {
  readonly path: string;
  readonly choice: FileChoice;
  /** The platform of the sales in a file of the kind `vendas`; null: none of the known ones. */
  readonly platform: string | null;
}

type PreviewResult =
  | { readonly ok: true; readonly preview: ImportPreview }
  | { readonly ok: false; readonly message: string };

/**
 * Uses the columns that were chosen for an earlier file with the same titles.
 * @throws FileRefusal
 */
export const openInput = ({ database }: SalesDependencies, { path, choice }: ImportInput) =>
  openImportFile(
    () => createReadStream(path),
    choice,
    (titles, kind) => readChosenColumns(database, titles, kind),
  );

const titlesDigest = (titles: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(titles.map(normalizeTitle)))
    .digest('hex');

async function readChosenColumns(
  database: Queryable,
  titles: readonly string[],
  kind: ImportKind,
): Promise<ChosenColumns | null> {
  const row = await database
    .selectFrom('imports')
    .select('columns')
    .where('titles', '=', titlesDigest(titles))
    .where('kind', '=', kind)
    .where('columns', '<>', '{}')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (JSON.parse(row.columns) as ChosenColumns) : null;
}

async function rememberColumns(
  database: Queryable,
  id: number,
  { titles, columns }: { readonly titles: readonly string[]; readonly columns: ChosenColumns },
): Promise<void> {
  await database
    .updateTable('imports')
    .set({ titles: titlesDigest(titles), columns: JSON.stringify(columns) })
    .where('id', '=', id)
    .execute();
}

const MAX_UNJUDGED_ROWS = 2_000;
const ROWS_PER_JUDGEMENT = 500;
const ERASED_REASON = 'Pessoa que está sendo apagada a pedido dela';

interface BatchHandlers {
  readonly sales: (reports: readonly SaleReport[]) => Promise<('new' | 'known' | 'changed')[]>;
  readonly leads: (leads: readonly ImportedLeadRow['lead'][]) => Promise<LeadOutcome[]>;
}
type ImportedSaleRow = Extract<ImportRow, { type: 'sale' }>;
type ImportedLeadRow = Extract<ImportRow, { type: 'lead' }>;

/** Returns a sentence about the cell that the stored row lacks; undefined without a loss. */
const lossOf = (row: ImportedSaleRow | ImportedLeadRow): string | undefined =>
  row.type === 'sale' && row.loss !== null ? `${row.loss}: a venda entra sem ele` : undefined;

async function processBatch(
  counter: ImportCounter,
  rows: readonly ImportRow[],
  handlers: BatchHandlers,
) {
  const sales = rows.filter((row): row is ImportedSaleRow => row.type === 'sale');
  const leads = rows.filter((row): row is ImportedLeadRow => row.type === 'lead');
  const outcomes = [
    ...(sales.length > 0 ? await handlers.sales(sales.map(({ report }) => report)) : []),
    ...(leads.length > 0 ? await handlers.leads(leads.map(({ lead }) => lead)) : []),
  ];
  for (const [index, row] of [...sales, ...leads].entries()) {
    const outcome = outcomes[index];
    if (!outcome) throw new Error('The handlers return fewer outcomes than rows');
    if (outcome === 'erased') counter.add(row, 'refused', ERASED_REASON);
    else counter.add(row, outcome, outcome === 'new' ? lossOf(row) : undefined);
  }
  for (const row of rows) {
    if (row.type === 'repeat') counter.add(row, 'known');
    if (row.type === 'refused') counter.add(row, 'refused', row.reason);
  }
}

async function* collect<Row>(batches: AsyncIterable<readonly Row[]>, size: number) {
  let waiting: Row[] = [];
  for await (const rows of batches) {
    waiting.push(...rows);
    if (waiting.length < size) continue;
    yield waiting;
    waiting = [];
  }
  yield waiting;
}

/** @throws FileRefusal */
export async function judgeImport(
  { database, adapters, attributionDays, now }: SalesDependencies,
  file: ImportFile,
  options: ReadOptions & { readonly tax: readonly AdTaxRate[] },
): Promise<ImportSummary> {
  if (isSpendFile(file)) return previewSpend(database, file, options.tax);
  const counter = new ImportCounter();
  const reportOptions = { adapters, attributionDays, source: 'import', importId: null } as const;
  for await (const rows of collect(readImportRows(file, options), ROWS_PER_JUDGEMENT)) {
    await processBatch(counter, rows, {
      sales: (reports) =>
        storeReports(database, reports, {
          ...reportOptions,
          at: new Date(now()).toISOString(),
          isDryRun: true,
        }),
      leads: (leads) => judgeLeads(database, leads),
    });
  }
  return counter.summary;
}

export async function previewInput(
  deps: SalesDependencies,
  input: ImportInput,
  tax: readonly AdTaxRate[],
): Promise<PreviewResult> {
  try {
    const { file, ...opened } = await openInput(deps, input);
    if (file === null) return { ok: true, preview: { ...opened, ...EMPTY_SUMMARY } };
    const options = { platform: input.platform, now: deps.now(), tax };
    return { ok: true, preview: { ...opened, ...(await judgeImport(deps, file, options)) } };
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return { ok: false, message: error.message };
  }
}

/**
 * Imports a file. If no row could be read, the import is removed from the list; a failed import is undone.
 * @param opened the file, if already open: opening reads the complete file
 * @throws the error of reading or storing
 */
export const importInput = (
  deps: SalesDependencies,
  lease: ImportLease,
  input: ImportInput,
  opened?: OpenedFile,
): Promise<ImportCounter> =>
  runImport(deps, lease, async (runningImport) => {
    const { file, titles, columns } = opened ?? (await openInput(deps, input));
    if (file === null) throw new FileRefusal('O arquivo mudou depois de conferido.');
    await rememberColumns(deps.database, lease.id, { titles, columns });
    if (isSpendFile(file)) {
      const rows = collect(readSpendRows(file), MAX_UNJUDGED_ROWS);
      await storeSpend(runningImport, { network: file.kind, rows, completePeriod: null });
    } else {
      const options = { platform: input.platform, now: deps.now() };
      const rows = collect(readImportRows(file, options), MAX_UNJUDGED_ROWS);
      await writeUnsynced(runningImport.database, () =>
        storeSalesAndLeads(runningImport, rows, deps),
      );
    }
  });

async function storeSalesAndLeads(
  runningImport: RunningImport,
  batches: AsyncIterable<readonly ImportRow[]>,
  { adapters, attributionDays }: SalesDependencies,
) {
  const { id: importId, counter } = runningImport;
  const options = { adapters, attributionDays, importId };
  for await (const rows of batches) {
    await runningImport.writeEach(rows, (transaction, chunk, at) =>
      processBatch(counter, chunk, {
        sales: (reports) =>
          storeReports(transaction, reports, { ...options, source: 'import', at, isDryRun: false }),
        leads: (leads) => storeLeads(transaction, leads, { ...options, at }),
      }),
    );
  }
}
