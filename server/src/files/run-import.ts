import { sql } from 'kysely';
import { FileRefusal } from '../csv/read-csv.ts';
import type { SaleReport } from '../sales/notice.ts';
import { joinShortReferences } from '../sales/platforms/kiwify/short-references.ts';
import { removeReports, storeReports } from '../sales/store-reports.ts';
import type { Database } from '../store/database.ts';
import { ImportCounter } from './import-counter.ts';
import type { ImportFile } from './open-file.ts';
import { type ImportRow, type ReadOptions, readImportRows } from './read-rows.ts';
import { claimDead, type ImportLease, type ImportParts, RunningImport } from './running-import.ts';
import { judgeLeads, type LeadOutcome, removeLeads, storeLeads } from './store-leads.ts';

/** Number of rows that are collected in memory before they are stored. */
const MAX_WAITING_ROWS = 2_000;
const ROWS_PER_JUDGMENT = 500;
const ERASED_REASON = 'Pessoa que está sendo apagada a pedido dela';

/** The rows of one batch, with a function that stores or judges those of a kind. */
interface BatchWork {
  readonly sales: (reports: readonly SaleReport[]) => Promise<('new' | 'known' | 'changed')[]>;
  readonly leads: (leads: readonly LeadRow['lead'][]) => Promise<LeadOutcome[]>;
}
type SaleRow = Extract<ImportRow, { is: 'sale' }>;
type LeadRow = Extract<ImportRow, { is: 'lead' }>;

/** Works on a batch, and counts its outcomes. */
async function countBatch(counter: ImportCounter, rows: readonly ImportRow[], work: BatchWork) {
  const sales = rows.filter((row): row is SaleRow => row.is === 'sale');
  const leads = rows.filter((row): row is LeadRow => row.is === 'lead');
  const outcomes = [
    ...(sales.length > 0 ? await work.sales(sales.map(({ report }) => report)) : []),
    ...(leads.length > 0 ? await work.leads(leads.map(({ lead }) => lead)) : []),
  ];
  for (const [index, row] of [...sales, ...leads].entries()) {
    const outcome = outcomes[index] ?? 'known';
    if (outcome === 'erased') counter.add(row, 'refused', ERASED_REASON);
    else counter.add(row, outcome);
  }
  for (const row of rows) {
    if (row.is === 'repeat') counter.add(row, 'known');
    if (row.is === 'refused') counter.add(row, 'refused', row.reason);
  }
}

/** Yields the rows of a file, many at a time. */
async function* collectRows(file: ImportFile, options: ReadOptions, size: number) {
  let waiting: ImportRow[] = [];
  for await (const rows of readImportRows(file, options)) {
    waiting.push(...rows);
    if (waiting.length < size) continue;
    yield waiting;
    waiting = [];
  }
  yield waiting;
}

/** Returns what the import of a file would do. Writes nothing. @throws FileRefusal */
export async function judgeImport(
  { database, adapters, attributionDays, now }: ImportParts,
  file: ImportFile,
  options: ReadOptions,
): Promise<ImportCounter> {
  const counter = new ImportCounter();
  const parts = { adapters, attributionDays, source: 'import', importId: null } as const;
  for await (const rows of collectRows(file, options, ROWS_PER_JUDGMENT)) {
    await countBatch(counter, rows, {
      sales: async (reports) =>
        storeReports(database, await joinShortReferences(database, reports), {
          ...parts,
          now: new Date(now()).toISOString(),
          isDryRun: true,
        }),
      leads: (leads) => judgeLeads(database, leads),
    });
  }
  return counter;
}

/**
 * Opens a file, and imports it in short transactions between which captures continue. An import that fails is undone, and one
 * without a row that can be read is not listed.
 * @throws the error of reading or storing
 */
export async function runImport(
  parts: ImportParts,
  lease: ImportLease,
  open: () => Promise<{ readonly file: ImportFile; readonly options: ReadOptions }>,
): Promise<ImportCounter> {
  const running = new RunningImport(parts, lease);
  const counter = new ImportCounter();
  const { adapters, attributionDays } = parts;
  const common = { adapters, attributionDays, importId: running.id };
  try {
    const { file, options } = await open();
    await setDurability(parts.database, 'normal');
    for await (const rows of collectRows(file, options, MAX_WAITING_ROWS)) {
      await running.writeEach(rows, counter, (transaction, some, now) =>
        countBatch(counter, some, {
          sales: async (reports) =>
            storeReports(transaction, await joinShortReferences(transaction, reports), {
              ...common,
              source: 'import',
              now,
              isDryRun: false,
            }),
          leads: (leads) => storeLeads(transaction, leads, { ...common, now }),
        }),
      );
    }
    await setDurability(parts.database, 'full');
    await (counter.isEmpty
      ? running.drop()
      : running.finish({ state: 'done', ...counter.columns }));
  } catch (error) {
    // If this fails, too, the next start undoes the import.
    const undone = counter.isEmpty
      ? running.drop()
      : removeRows(running, parts, explainFailure(error));
    await undone.catch(() => undefined);
    throw error;
  }
  return counter;
}

/** 64 MB, in KiB: most pages of the indexes of 200,000 sales. */
const CACHE_KIB = 65_536;

/** Until its end, an import that a power failure shortens is undone: SQLite needs not sync each of its transactions. */
async function setDurability(database: Database, level: 'normal' | 'full') {
  if (database.dialect === 'postgres') return;
  await sql`pragma synchronous = ${sql.raw(level)}`.execute(database);
  await sql`pragma cache_size = ${sql.raw(String(-CACHE_KIB))}`.execute(database);
}

/** Undoes an import: removes the rows that it stored. Rows that operators added to its leads go with them. */
export async function undoImport(parts: ImportParts, lease: ImportLease): Promise<void> {
  await removeRows(new RunningImport(parts, lease), parts);
}

/** Returns what an operator reads about an import that failed. */
const explainFailure = (error: unknown): string =>
  error instanceof FileRefusal
    ? error.message
    : 'Um erro no servidor a interrompeu. Importe o arquivo de novo; se acontecer outra vez, avise quem cuida do servidor.';

/** @param failure why the import is undone by itself; undefined: an operator undoes it, or the reason is stored */
async function removeRows(
  running: RunningImport,
  { adapters, attributionDays }: ImportParts,
  failure?: string,
) {
  const remove = running.kind === 'leads' ? removeLeads : removeReports;
  const limit = running.rowsPerTransaction;
  for (let isMore = true; isMore; ) {
    const removed = await running.write((transaction, now) =>
      remove(transaction, {
        importId: running.id,
        limit,
        adapters,
        attributionDays,
        now,
      }),
    );
    isMore = removed === limit;
  }
  await running.finish({ state: 'undone', ...(failure !== undefined && { failure }) });
}

/** Undoes an import whose process died. Returns whether there was one. */
export async function undoDeadImport(parts: ImportParts): Promise<boolean> {
  const claim = await claimDead(parts);
  if (claim.is !== 'dead') return false;
  await undoImport(parts, claim.lease);
  return true;
}
