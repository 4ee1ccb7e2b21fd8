// Runs one long task, started by long-tasks.ts.
import type { StoreConfig } from '../config/config.ts';
import type { AdTaxRate } from '../config/spend.ts';
import type { PersonQuery } from '../erasure/person-rows.ts';
import type { ImportInput } from '../imports/import-input.ts';
import type { ImportLease } from '../imports/import-lease.ts';
import type { ReportRequest } from '../report/read-report.ts';
import type { SecretsKeyConfig } from '../settings/secrets-key.ts';
import { databaseNow } from '../store/clock/database-clock.ts';
import type { Database } from '../store/database.ts';
import { openDatabase } from '../store/open-database.ts';
import { answerCalls } from '../threads/calls.ts';

interface ErasureRequest {
  readonly personQuery: PersonQuery;
  readonly rows: readonly string[];
}

interface PreviewRequest extends ImportInput {
  readonly attributionDays: number;
  readonly tax: readonly AdTaxRate[];
}
/** `lease` must be held by this console. */
interface ImportRequest extends ImportInput {
  readonly attributionDays: number;
  readonly lease: ImportLease;
}
interface UndoRequest extends Pick<ImportRequest, 'attributionDays' | 'lease'> {
  /** Why the import failed; absent if an operator undoes it. */
  readonly failure?: string | undefined;
}

export type Tasks = typeof LONG_TASKS;

// A task imports its code itself, so that the code of other tasks takes no memory.
const LONG_TASKS = {
  async eraseRows(config: SecretsKeyConfig, { personQuery, rows }: ErasureRequest) {
    const { planErasure, findPersonEverywhere, runErasure } = await import(
      '../erasure/person-erasure.ts'
    );
    const { ADAPTERS } = await import('../sales/platforms/adapters.ts');
    const { truncateWriteAheadLog } = await import('../store/erased-traces.ts');
    await using database = await openDatabase(config.store, 'write');
    const deps = { database, config, adapters: ADAPTERS };
    const matches = await findPersonEverywhere(deps, personQuery);
    const plan = await planErasure(database, matches, new Set(rows));
    const erasedCounts = await runErasure(deps, plan);
    await truncateWriteAheadLog(database);
    return { ...erasedCounts, sales: plan.sales.length, notices: plan.notices.length };
  },
  async readReport(store: StoreConfig, request: ReportRequest) {
    const { readReport } = await import('../report/read-report.ts');
    await using database = await openDatabase(store, 'read');
    // Without `await`, the database would close before the report is read.
    return await readReport(database, request);
  },
  async previewImport(store: StoreConfig, { attributionDays, tax, ...upload }: PreviewRequest) {
    const { previewInput } = await import('../imports/import-input.ts');
    await using database = await openDatabase(store, 'read');
    return await previewInput(await makeImportDeps(database, attributionDays), upload, tax);
  },
  async runImport(store: StoreConfig, { attributionDays, lease, ...upload }: ImportRequest) {
    const { importInput } = await import('../imports/import-input.ts');
    await using database = await openDatabase(store, 'write');
    await importInput(await makeImportDeps(database, attributionDays), lease, upload);
    return null;
  },
  async undoImport(store: StoreConfig, { attributionDays, lease, failure }: UndoRequest) {
    const { undoImport } = await import('../imports/undo-import.ts');
    await using database = await openDatabase(store, 'write');
    await undoImport(await makeImportDeps(database, attributionDays), lease, failure);
    return null;
  },
  async judgePassword(password: string, email: string) {
    const { judgePassword } = await import('../operators/passwords.ts');
    return judgePassword(password, email);
  },
  async examineInstallation() {
    const { examineInstallation } = await import('../doctor/examine.ts');
    return examineInstallation(process.env);
  },
};

async function makeImportDeps(database: Database, attributionDays: number) {
  const { ADAPTERS } = await import('../sales/platforms/adapters.ts');
  return { database, adapters: ADAPTERS, attributionDays, now: databaseNow };
}

answerCalls(LONG_TASKS);
