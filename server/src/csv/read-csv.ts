import { toSearchText } from '@funil/contract/characters';
import { decodeFile, MAX_LINE_BYTES } from './decode-file.ts';
import { damagedFileRefusal, EXPORT_AGAIN_REMEDY, FileRefusal } from './file-refusal.ts';

const NUL_CHARACTER = '\0';

/** Splits text into rows (RFC 4180). Drops spaces around cells, and NUL, which PostgreSQL refuses. */
export class CsvReader {
  readonly #separator: string;
  #text = '';
  #line = 1;

  constructor(separator: string) {
    this.#separator = separator;
  }

  read(text: string): CsvRow[] {
    this.#text += text;
    return this.#takeRows(false);
  }

  /** @throws FileRefusal if a quoted cell is not closed */
  end(): CsvRow[] {
    if (this.#text !== '' && !this.#text.endsWith('\n')) this.#text += '\n';
    const lastRows = this.#takeRows(true);
    if (this.#text !== '') throw this.#refuseUnclosedQuote();
    return lastRows;
  }

  #takeRows(isEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    let position = 0;
    for (;;) {
      const row = this.#readRow(position);
      if (row === null) break;
      rows.push({ line: this.#line, cells: row.cells });
      this.#line += row.lines;
      position = row.end;
    }
    this.#text = this.#text.slice(position);
    if (!isEnd && this.#text.length > MAX_LINE_BYTES) {
      // A row with a line end can be incomplete only because of an open quote.
      throw this.#text.includes('\n') ? this.#refuseUnclosedQuote() : damagedFileRefusal();
    }
    return rows;
  }

  /** A stray quote must not make the cell swallow the text up to the next quote. */
  #isQuoted(start: number, close: number): boolean {
    const text = this.#text;
    const isEnd = [this.#separator, '\n', ' ', undefined].includes(text[close + 1]);
    return isEnd || !text.slice(start, close).includes('\n');
  }

  /** Splits a row that Excel has saved as one quoted cell. */
  #unwrap(cells: string[], quoted: string): readonly string[] {
    const isWrapped = cells.length === 1 && cells[0] === cleanCell(quoted);
    if (!isWrapped || !quoted.includes(this.#separator)) return cells;
    const [row, ...others] = new CsvReader(this.#separator).read(`${quoted}\n`);
    return row && others.length === 0 ? row.cells : cells;
  }

  #refuseUnclosedQuote(): FileRefusal {
    return new FileRefusal(
      `uma célula entre aspas não termina. ${EXPORT_AGAIN_REMEDY}`,
      this.#line,
    );
  }

  #readRow(start: number): { cells: readonly string[]; end: number; lines: number } | null {
    const text = this.#text;
    const cells: string[] = [];
    let lineEnd = text.indexOf('\n', start);
    let lines = 1;
    for (let position = start; ; ) {
      if (lineEnd < 0) return null;
      let quoted = '';
      const close = text[position] === '"' ? findClosingQuote(text, position + 1) : undefined;
      if (close === null) return null;
      if (close !== undefined && this.#isQuoted(position, close)) {
        quoted = text.slice(position + 1, close).replaceAll('""', '"');
        position = close + 1;
        while (lineEnd >= 0 && lineEnd < position) {
          lines += 1;
          lineEnd = text.indexOf('\n', lineEnd + 1);
        }
        if (lineEnd < 0) return null;
      }
      const next = text.indexOf(this.#separator, position);
      const isLast = next < 0 || next > lineEnd;
      const end = isLast ? lineEnd : next;
      cells.push(cleanCell(quoted + text.slice(position, end)));
      if (isLast) {
        return { cells: this.#unwrap(cells, quoted), end: lineEnd + 1, lines };
      }
      position = end + 1;
    }
  }
}

function findClosingQuote(text: string, start: number): number | null {
  for (let position = start; ; position += 2) {
    position = text.indexOf('"', position);
    if (position < 0) return null;
    if (text[position + 1] !== '"') return position;
  }
}

/**
 * Marks of tools that keep spreadsheets from rounding a number or running a formula: `="0123"` and `'0123`. Quotation
 * marks other than CSV's are removed only around a whole cell.
 */
const TEXT_CELL_MARK = /^="(.*)"$|^'(.*)'$|^“(.*)”$|^'(?=[=+\-−@|%(\d]|R\$)/s;

const cleanCell = (cell: string): string =>
  (cell.includes(NUL_CHARACTER) ? cell.replaceAll(NUL_CHARACTER, '') : cell)
    .trim()
    .replace(TEXT_CELL_MARK, '$1$2$3')
    .toWellFormed();

export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The titles are searched for in at least this many characters. */
const MIN_HEAD_CHARACTERS = 65_536;
/** The titles may be in so many first filled rows, because some tools write the report's name and period above. */
const MAX_TITLE_ROWS = 20;
/** A file with more columns is refused, because the search for each field reads every title several times. */
export const MAX_COLUMNS = 1_000;
/** Longer cells are cut, because the first rows may have data instead of titles. */
const MAX_TITLE_LENGTH = 500;
const CELL_SEPARATORS = [',', ';', '\t', '|'];

/** `rest` can be read only once. */
interface CsvHead {
  readonly text: string;
  readonly rest: AsyncIterable<string>;
}

export async function readHead(bytes: AsyncIterable<Uint8Array>): Promise<CsvHead> {
  const chunks = decodeFile(bytes);
  let text = '';
  while (text.length < MIN_HEAD_CHARACTERS) {
    const { done, value } = await chunks.next();
    if (done) break;
    text += value;
  }
  return { text, rest: chunks };
}

export interface TitleRowCandidate extends CsvRow {
  readonly separator: string;
}

export const listTitleRowCandidates = ({ text }: Pick<CsvHead, 'text'>): TitleRowCandidate[] =>
  CELL_SEPARATORS.flatMap((separator) =>
    new CsvReader(separator)
      .read(`${text}\n`)
      .filter(({ cells }) => cells.some(Boolean))
      .slice(0, MAX_TITLE_ROWS)
      .map(({ line, cells }) => ({
        line,
        separator,
        // Some programs write empty columns up to the last one of the sheet.
        cells: cells
          .slice(0, Math.max(MAX_COLUMNS, cells.findLastIndex(Boolean) + 1))
          .map((cell) => cell.slice(0, MAX_TITLE_LENGTH).toWellFormed()),
      })),
  );

/** @throws FileRefusal */
export async function* readRowsAfter(
  { text, rest }: CsvHead,
  titleRow: Pick<TitleRowCandidate, 'separator' | 'line'>,
): AsyncGenerator<CsvRow[]> {
  const reader = new CsvReader(titleRow.separator);
  const isDataRow = ({ line, cells }: CsvRow) => line > titleRow.line && cells.some(Boolean);
  yield reader.read(text).filter(isDataRow);
  for await (const part of rest) yield reader.read(part).filter(isDataRow);
  yield reader.end().filter(isDataRow);
}

/** Whether a row has cells beyond the last title, so that values may be in wrong columns. */
export const hasMoreCells = ({ cells }: CsvRow, titles: readonly string[]): boolean =>
  cells.slice(titles.length).some(Boolean);

export const isRagged = (row: CsvRow, titles: readonly string[]): boolean =>
  row.cells.length <= titles.findLastIndex(Boolean) || hasMoreCells(row, titles);

/** Removes accents and marks of required fields. At most 9 marks at the end match, so that a long text is read once. */
export const normalizeTitle = (title: string): string =>
  toSearchText(title)
    .replace(/\s+/g, ' ')
    .replace(/^[ *]+|[ *:?]{1,9}$/g, '');

export const shortenCell = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 40)}…` : text;
