import { FileRefusal } from '../csv/file-refusal.ts';
import type { SalesDependencies } from '../sales/update-sales.ts';
import { DISK_FULL_MESSAGE, isDiskFull } from '../store/health/write-problem.ts';
import { keepLease } from '../store/lease.ts';
import type { ImportCounter } from './import-counter.ts';
import type { ImportLease } from './import-lease.ts';
import { RunningImport } from './running-import.ts';
import { deleteReplacedSpend } from './store-spend.ts';
import { removeImportedRows } from './undo-import.ts';

/**
 * Undoes the import if it fails.
 * @throws the error of `store`
 */
export async function runImport(
  deps: SalesDependencies,
  lease: ImportLease,
  store: (runningImport: RunningImport) => Promise<void>,
): Promise<ImportCounter> {
  const runningImport = new RunningImport(deps, lease);
  const { counter } = runningImport;
  using _ = keepLease(deps.database, lease, deps.now);
  try {
    await store(runningImport);
    await (counter.isEmpty && runningImport.kind !== 'pull'
      ? runningImport.drop()
      : runningImport.finish({ state: 'done', ...counter.columns }));
  } catch (error) {
    // If the removal fails, the next start of a server undoes the import.
    await removeImportedRows(runningImport, deps)
      .then(() =>
        counter.isEmpty && error instanceof FileRefusal
          ? runningImport.drop()
          : runningImport.finish({ state: 'undone', failure: explainImportFailure(error) }),
      )
      .catch(() => undefined);
    throw error;
  }
  // If this fails, the next import of spend removes the replaced rows; reports ignore them already.
  if (runningImport.isSpend) await deleteReplacedSpend(runningImport).catch(() => undefined);
  return counter;
}

function explainImportFailure(error: unknown): string {
  if (error instanceof FileRefusal) return error.message;
  return isDiskFull(error)
    ? DISK_FULL_MESSAGE
    : 'Um erro no servidor a interrompeu. Importe o arquivo de novo; se acontecer outra vez, avise quem cuida do servidor.';
}
