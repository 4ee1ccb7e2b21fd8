import { toSearchText } from '@funil/contract/characters';
import { CsvReader, type CsvRow, decodeFile } from './read-csv.ts';

/** Minimum of characters at a file's beginning in which the title row is searched for. */
const MIN_HEAD_CHARACTERS = 65_536;
/** The last line on which the titles may be, because some tools write the report's name and period before them. */
const MAX_TITLE_LINE = 20;
const CELL_SEPARATORS = [',', ';', '\t', '|'];

/** The decoded beginning of a file, and the rest of its text, which can be read once. */
export interface CsvHead {
  readonly text: string;
  readonly rest: AsyncIterable<string>;
}

/** Decodes a file and reads its beginning. @throws FileRefusal */
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

/** A row that may contain the titles, and the separator that it was split by. */
export interface TitleRowCandidate extends CsvRow {
  readonly separator: string;
}

/** Returns the first rows of a file, split by each separator in turn. */
export const listTitleRowCandidates = ({ text }: Pick<CsvHead, 'text'>): TitleRowCandidate[] =>
  CELL_SEPARATORS.flatMap((separator) =>
    new CsvReader(separator)
      .read(`${text}\n`)
      .filter(({ line }) => line <= MAX_TITLE_LINE)
      .map((row) => ({ ...row, separator })),
  );

/** Yields the rows after the titles. Leaves out empty rows. @throws FileRefusal */
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

/** Whether a value may be in the wrong column, because the row has values beyond the last title, or ends before it. */
export const isRagged = ({ cells }: CsvRow, titles: readonly string[]): boolean =>
  cells.length <= titles.findLastIndex(Boolean) || cells.slice(titles.length).some(Boolean);

/** Returns a title in the form that is compared: lower case, without accents and the marks of required fields. */
export const normalizeTitle = (title: string): string =>
  toSearchText(title)
    .replace(/^[\s*]+|[\s*:?]+$/g, '')
    .replace(/\s+/g, ' ');

/** Returns a cell's first 40 characters. */
export const shortenCell = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 40)}…` : text;
