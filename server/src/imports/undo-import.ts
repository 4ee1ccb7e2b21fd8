import { removeReports } from '../sales/store-reports.ts';
import type { SalesDependencies } from '../sales/update-sales.ts';
import {
  claimDeadImport,
  type ImportClaim,
  type ImportLease,
  storeFailure,
} from './import-lease.ts';
import { RunningImport } from './running-import.ts';
import { removeLeads } from './store-leads.ts';
import { removeSpend } from './store-spend.ts';

/**
 * Removes the rows, too, that operators added to the import's leads, such as notes.
 * @param failure why the import failed
 */
export async function undoImport(
  deps: SalesDependencies,
  lease: ImportLease,
  failure?: string,
): Promise<void> {
  if (failure !== undefined) await storeFailure(deps.database, lease.id, failure);
  const runningImport = new RunningImport(deps, lease);
  await removeImportedRows(runningImport, deps);
  await runningImport.finish({ state: 'undone' });
}

/** First undoes the import of a dead process, if there is one. */
export async function claimImport(
  deps: SalesDependencies,
  claim: () => Promise<ImportClaim>,
): Promise<Exclude<ImportClaim, { outcome: 'dead' }>> {
  const claimed = await claim();
  if (claimed.outcome !== 'dead') return claimed;
  await undoImport(deps, claimed.lease);
  return claimImport(deps, claim);
}

export async function removeImportedRows(
  runningImport: RunningImport,
  { adapters, attributionDays }: SalesDependencies,
) {
  const removeSalesOrLeads = runningImport.kind === 'leads' ? removeLeads : removeReports;
  const remove = runningImport.isSpend ? removeSpend : removeSalesOrLeads;
  const limit = runningImport.rowsPerTransaction;
  for (let isMore = true; isMore; ) {
    const removedCount = await runningImport.write((transaction, at) =>
      remove(transaction, { importId: runningImport.id, limit, adapters, attributionDays, at }),
    );
    isMore = removedCount === limit;
  }
}

export async function undoDeadImport(deps: SalesDependencies): Promise<boolean> {
  const claim = await claimDeadImport(deps);
  if (claim.outcome !== 'dead') return false;
  await undoImport(deps, claim.lease);
  return true;
}
