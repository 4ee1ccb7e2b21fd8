import type { AdTaxRate } from '../../src/config/spend.ts';
import type { FileChoice } from '../../src/imports/file-layout.ts';
import { importInput, judgeImport } from '../../src/imports/import-input.ts';
import {
  beginImport,
  beginUndo,
  type ImportLease,
  type NewImport,
} from '../../src/imports/import-lease.ts';
import { type OpenedFile, openImportFile } from '../../src/imports/open-file.ts';
import { claimImport, undoImport } from '../../src/imports/undo-import.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import type { Database } from '../../src/store/database.ts';

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
    const opened = await openImportFile(source, { kind, columns: null }, async () => null);
    const { file } = opened;
    if (file === null) throw new Error('The file cannot be imported.');
    return { ...opened, file };
  }
  const importOpened = (lease: ImportLease, opened: OpenedFile) =>
    importInput(deps, lease, { path: '', choice: { kind, columns: null }, platform: null }, opened);
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
    importOpened,
    passTime: (ms: number) => {
      clockOffset += ms;
    },
    preview: async (text: string) => {
      const { file } = await openText(text);
      return judgeImport(deps, file, { platform: null, now: now(), tax });
    },
    async import(text: string) {
      const opened = await openText(text);
      const lease = await begin(opened.file.kind);
      const { counts } = await importOpened(lease, opened);
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
