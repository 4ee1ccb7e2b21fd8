import { APPLICATION_FIELDS } from '@funil/contract/contacts/application-rules';
import { isEmail } from '@funil/contract/contacts/email';
import { canonicalPhone } from '@funil/contract/contacts/person';
import type { ChosenColumns, ImportKind } from '@funil/contract/imports/import-kinds';
import { IMPORT_FIELDS, isMappableKind, isSpendKind } from '@funil/contract/imports/import-kinds';
import type { ImportPreview } from '@funil/contract/imports/imports';
import type { DecimalSeparator } from '../csv/amounts.ts';
import type { DateOrder } from '../csv/dates.ts';
import { EXPORT_AGAIN_REMEDY, FileRefusal } from '../csv/file-refusal.ts';
import { listTitleRowCandidates, MAX_COLUMNS, readHead } from '../csv/read-csv.ts';
import { chooseDateOrder, detectFormats } from './file-formats.ts';
import {
  type FileChoice,
  type FileLayout,
  fieldTitlesOf,
  findTitleRow,
  readLayout,
} from './file-layout.ts';
import { type FileRow, type FileSource, readRows } from './file-rows.ts';
import { checkSpendColumns } from './spend-columns.ts';
import { StateDetector } from './statuses.ts';

export interface ImportFile {
  readonly kind: ImportKind;
  readonly layout: FileLayout;
  /** Null: some amounts have a point and some a comma, so an amount such as `1.500` is unclear. */
  readonly decimal: DecimalSeparator | null;
  /** Null: no date of the file decides whether 01/03 is in March or January. */
  readonly dateOrder: DateOrder | null;
  /**
   * Yields neither empty rows nor totals.
   * @throws FileRefusal
   */
  rows(): AsyncGenerator<readonly FileRow[]>;
}

/** `file` is null if the operator must choose the kind or columns first. */
export interface OpenedFile extends Pick<ImportPreview, 'kind' | 'titles' | 'columns' | 'missing'> {
  readonly file: ImportFile | null;
}

/**
 * Reads the complete file, and keeps little of it in memory.
 * @param recallColumns returns the columns that were chosen for an earlier file with these titles
 * @throws FileRefusal
 */
export async function openImportFile(
  source: FileSource,
  choice: FileChoice,
  recallColumns: (titles: readonly string[], kind: ImportKind) => Promise<ChosenColumns | null>,
): Promise<OpenedFile> {
  const head = await readHead(source());
  const titleRow = findTitleRow(listTitleRowCandidates(head));
  if (titleRow === null)
    throw new FileRefusal(`O arquivo não tem nenhuma coluna. ${EXPORT_AGAIN_REMEDY}`);
  if (titleRow.cells.length > MAX_COLUMNS)
    throw new FileRefusal(
      `O arquivo tem mais de ${MAX_COLUMNS} colunas. Exporte de novo só as de que precisa.`,
    );
  const titles = titleRow.cells.filter(Boolean);
  if (titles.some(isPersonValue)) {
    throw new FileRefusal(
      'O arquivo não tem a linha dos títulos. Ponha antes da primeira uma como Nome;Telefone;E-mail.',
    );
  }
  if (APPLICATION_FIELDS.every((field) => titles.includes(field))) {
    throw new FileRefusal('O arquivo tem aplicações do Funil, e só leads são importados.');
  }
  let layout = readLayout(titleRow, choice);
  if (layout.kind !== null && isMappableKind(layout.kind) && choice.columns === null) {
    const columns = await recallColumns(titles, layout.kind);
    if (columns !== null) layout = readLayout(titleRow, { kind: layout.kind, columns });
  }
  const { kind, missing } = layout;
  if (kind !== null && isSpendKind(kind)) checkSpendColumns(kind, layout);
  const columns = kind !== null && isMappableKind(kind) ? fieldTitlesOf(kind, layout) : {};
  if (kind === null || missing.length > 0) return { kind, titles, columns, missing, file: null };
  const rows = () => readRows(source, layout);
  const needsStateDetector = kind === 'vendas' && layout.columns.status === undefined;
  const stateDetector = needsStateDetector ? new StateDetector(titleRow.cells) : null;
  const formats = await detectFormats(rows(), kind, stateDetector);
  if (stateDetector?.hasStateColumn) {
    return { kind, titles, columns, missing: [IMPORT_FIELDS.vendas.status.label], file: null };
  }
  const dateOrder = chooseDateOrder(layout, formats);
  const file = { kind, layout, decimal: formats.decimal, dateOrder, rows };
  return { kind, titles, columns, missing, file };
}

/** Whether a title is only an e-mail or a phone, so that the file has no titles, unlike a question with an example. */
const isPersonValue = (title: string): boolean =>
  isEmail(title) || (!/\p{L}/u.test(title) && canonicalPhone(title) !== null);
