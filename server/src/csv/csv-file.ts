import { toSearchText } from '@funil/contract/characters';
import { CsvReader, type CsvRow, decodeFile } from './read-csv.ts';

/** Number of characters in which the title row is searched for. */
const HEAD_LENGTH = 65_536;
/** The last line on which the title row is searched for: some tools write the report's name and period before it. */
const MAX_TITLE_LINE = 20;
const SEPARATORS = [',', ';', '\t', '|'];

/** The decoded beginning of a file, and the rest of its text, which can be read once. */
export interface CsvHead {
  readonly text: string;
  readonly rest: AsyncIterable<string>;
}

/** Decodes a file and reads its beginning. @throws FileRefusal */
export async function readHead(bytes: AsyncIterable<Uint8Array>): Promise<CsvHead> {
  const rest = decodeFile(bytes);
  let text = '';
  while (text.length < HEAD_LENGTH) {
    const { done, value } = await rest.next();
    if (done) break;
    text += value;
  }
  return { text, rest };
}

/** A row that may contain the titles, and the separator that it was split by. */
export interface TitleRow extends CsvRow {
  readonly separator: string;
}

/** Returns the first rows of a file, as each separator splits them. */
export const listTitleRows = ({ text }: Pick<CsvHead, 'text'>): TitleRow[] =>
  SEPARATORS.flatMap((separator) =>
    new CsvReader(separator)
      .read(`${text}\n`)
      .filter(({ line }) => line <= MAX_TITLE_LINE)
      .map((row) => ({ ...row, separator })),
  );

/** Yields the rows after the titles. Leaves out empty rows. @throws FileRefusal */
export async function* readRowsAfter(
  { text, rest }: CsvHead,
  titles: Pick<TitleRow, 'separator' | 'line'>,
): AsyncGenerator<CsvRow[]> {
  const reader = new CsvReader(titles.separator);
  const isData = ({ line, cells }: CsvRow) => line > titles.line && cells.some(Boolean);
  yield reader.read(text).filter(isData);
  for await (const part of rest) yield reader.read(part).filter(isData);
  yield reader.end().filter(isData);
}

/** Whether a value may stand in the wrong column: the row has one after the last title, or ends before the last title. */
export const isRagged = ({ cells }: CsvRow, titles: readonly string[]): boolean =>
  cells.length <= titles.findLastIndex(Boolean) || cells.slice(titles.length).some(Boolean);

/** Returns a title in lower case without accents and the marks of required fields, as columns are compared. */
export const normalizeTitle = (title: string): string =>
  toSearchText(title)
    .replace(/^[\s*]+|[\s*:?]+$/g, '')
    .replace(/\s+/g, ' ');

/** Returns a cell's first 40 characters. */
export const shorten = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 40)}…` : text;
