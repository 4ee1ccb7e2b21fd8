import type { AdTaxRate } from '../../src/config/spend.ts';
import type { FileChoice } from '../../src/files/columns.ts';
import { openImportFile } from '../../src/files/open-file.ts';
import { claimImport, importFile, judgeImport, undoImport } from '../../src/files/run-import.ts';
import { beginImport, beginUndo, type NewImport } from '../../src/files/running-import.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import type { Database } from '../../src/store/database.ts';

/** Returns functions that import texts as files. */
export function importFiles(
  database: Database,
  { kind = null, tax = [] }: { kind?: FileChoice['kind']; tax?: AdTaxRate[] } = {},
) {
  let clockOffset = 0;
  const now = () => Date.now() + clockOffset;
  const deps = { database, adapters: ADAPTERS, attributionDays: 30, now };
  async function openText(text: string) {
    async function* source() {
      yield Buffer.from(text);
    }
    const { file } = await openImportFile(source, { kind, columns: null }, async () => null);
    if (file === null) throw new Error('The file cannot be imported.');
    return { file, options: { platform: null, now: now() } };
  }
  async function begin(kind: NewImport['kind']) {
    const by = 'ana@example.com';
    const claim = await claimImport(deps, () =>
      beginImport(deps, { kind, fileName: 'arquivo.csv', by }),
    );
    if (claim.outcome !== 'claimed') throw new Error(claim.outcome);
    return claim.lease;
  }
  return {
    deps,
    openText,
    begin,
    passTime: (ms: number) => {
      clockOffset += ms;
    },
    judge: async (text: string) => {
      const { file, options } = await openText(text);
      return judgeImport(deps, file, { ...options, tax });
    },
    /** Imports a file. Returns its id and counts. */
    async import(text: string) {
      const opened = await openText(text);
      const lease = await begin(opened.file.kind);
      const { counts } = await importFile(deps, lease, async () => opened);
      return { id: lease.id, counts };
    },
    /** Undoes an import. Returns why it cannot be undone, otherwise `claimed`. */
    async undo(id: number) {
      const claim = await claimImport(deps, () => beginUndo(deps, id));
      if (claim.outcome === 'claimed') await undoImport(deps, claim.lease);
      return claim.outcome;
    },
  };
}
