import { isUtf8 } from 'node:buffer';
import { toSearchText } from '@funil/contract/characters';

/** Thrown for a file that is rejected; the message is a Portuguese sentence with the reason and the remedy. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';

  /** @param line of the file, counted from 1; null if the error concerns the file as a whole */
  constructor(sentence: string, line: number | null = null) {
    super(line === null ? sentence : `Linha ${line}: ${sentence}`);
  }
}

export const EXPORT_AGAIN_REMEDY =
  'Exporte de novo, como CSV, e importe o arquivo sem abri-lo antes no Excel.';

const SAVE_SHEET =
  'Se a ferramenta só tem planilha, abra-a no Google Planilhas e use Arquivo → Fazer download → CSV.';

/** The first bytes of files that are often mistaken for CSV. */
const OTHER_FORMATS: readonly (readonly [prefix: readonly number[], name: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'uma planilha do Excel ou um arquivo compactado'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'uma planilha antiga do Excel'],
  [[0x25, 0x50, 0x44, 0x46], 'um PDF'],
  [[0x1f, 0x8b], 'um arquivo compactado'],
];

const startsWith = (bytes: Uint8Array, prefix: readonly number[]) =>
  prefix.every((byte, index) => bytes[index] === byte);

/** Number of bytes from which the format and UTF-16 are detected. */
const FILE_HEAD_BYTES = 4_096;
/** The beginning of an HTML page, because some tools write a page with a table and name it `.xls` or `.csv`. */
const HTML_START = /^\s*<(?:!doctype|html|head|meta|style|table|\?xml)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const CONTROL_CHARACTERS = /[\x01-\x08\x0e-\x19]/;
/** A longer line means a damaged file, because no export has lines of this length. */
const MAX_LINE_BYTES = 1_048_576;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Decodes a file as UTF-16 (byte order mark or zero bytes), or each line as UTF-8 or Windows-1252. Every line end
 * becomes a line feed.
 * @throws FileRefusal if the file is empty, damaged, or of another format
 */
export async function* decodeFile(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const chunks = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < FILE_HEAD_BYTES) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const [, format = null] = OTHER_FORMATS.find(([prefix]) => startsWith(head, prefix)) ?? [];
  const utf16 = findUtf16(head);
  const headText = new TextDecoder(utf16 ?? 'utf-8').decode(head);
  if (format !== null || HTML_START.test(headText)) {
    const name = format ?? 'uma página com nome de planilha';
    throw new FileRefusal(
      `O arquivo é ${name}, e não um CSV. ${EXPORT_AGAIN_REMEDY} ${SAVE_SHEET}`,
    );
  }
  if (head.length === 0) throw new FileRefusal(`O arquivo está vazio. ${EXPORT_AGAIN_REMEDY}`);
  if (headText.includes('\u{fffd}') && CONTROL_CHARACTERS.test(headText)) throw damaged();
  const allBytes = prepend(head, chunks);
  yield* unifyLineEnds(utf16 === null ? decodeLines(allBytes) : decodeUtf16(allBytes, utf16));
}

async function* unifyLineEnds(texts: AsyncIterable<string>) {
  let endsInReturn = false;
  for await (const text of texts) {
    const rest = endsInReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') endsInReturn = text.endsWith('\r');
    yield rest.replace(/\r{1,2}\n|\r/g, '\n');
  }
}

async function* prepend(head: Uint8Array, rest: AsyncIterator<Uint8Array>) {
  yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

function findUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(head, [0xfe, 0xff])) return 'utf-16be';
  // In Latin text without a byte order mark, every second byte is zero.
  if (head[1] === 0 && head[3] === 0) return 'utf-16le';
  return head[0] === 0 && head[2] === 0 ? 'utf-16be' : null;
}

const damaged = () =>
  new FileRefusal(`O arquivo está danificado ou incompleto. ${EXPORT_AGAIN_REMEDY}`);

async function* decodeUtf16(bytes: AsyncIterable<Uint8Array>, encoding: string) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? damaged() : error;
  }
}

/** Decodes only complete lines, because a chunk may end within a multi-byte character. */
async function* decodeLines(bytes: AsyncIterable<Uint8Array>) {
  let unfinishedLine = Buffer.alloc(0);
  let isStartOfFile = true;
  for await (const chunk of bytes) {
    unfinishedLine = Buffer.concat([unfinishedLine, chunk]);
    const end =
      Math.max(unfinishedLine.lastIndexOf(LINE_FEED), unfinishedLine.lastIndexOf(CARRIAGE_RETURN)) +
      1;
    if (end === 0) {
      if (unfinishedLine.length > MAX_LINE_BYTES) throw damaged();
      continue;
    }
    const text = decodeEachLine(unfinishedLine.subarray(0, end));
    yield isStartOfFile ? text.replace(/^(?:\u{feff}|ï»¿)+/u, '') : text;
    isStartOfFile = false;
    unfinishedLine = unfinishedLine.subarray(end);
  }
  yield decodeEachLine(unfinishedLine);
}

const WINDOWS_1252 = new TextDecoder('windows-1252');

const WINDOWS_1252_BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [WINDOWS_1252.decode(Uint8Array.of(byte)), byte]),
);
/** A byte that UTF-8 never contains. */
const INVALID_BYTE = 0xff;

/** Accented letters and punctuation in UTF-8 begin with bytes that are these letters in Windows-1252. */
const MISREAD_UTF8 = /[ÂÃâ]/;

/** Returns `João` for `JoÃ£o`: a line whose UTF-8 a program read as Windows-1252 and encoded in UTF-8 again. */
function repairLine(line: string): string {
  if (!MISREAD_UTF8.test(line)) return line;
  const bytes = Buffer.from(
    [...line].map((character) => WINDOWS_1252_BYTES.get(character) ?? INVALID_BYTE),
  );
  return isUtf8(bytes) ? bytes.toString('utf8') : line;
}

/** Decodes lines one by one, because a list made of two exports may have lines of either encoding. */
function decodeEachLine(bytes: Buffer): string {
  if (isUtf8(bytes)) {
    const text = bytes.toString('utf8');
    return MISREAD_UTF8.test(text) ? text.replace(/[^\r\n]+/g, repairLine) : text;
  }
  // The lines are split as Latin-1, because a line end is the same byte in both encodings.
  const lines = bytes.toString('latin1').match(/[^\r\n]*[\r\n]*/g) ?? [];
  return lines
    .map((line) => Buffer.from(line, 'latin1'))
    .map((line) => (isUtf8(line) ? line.toString('utf8') : WINDOWS_1252.decode(line)))
    .join('');
}

const NUL_CHARACTER = '\0';

/**
 * Splits decoded text into rows (https://www.rfc-editor.org/rfc/rfc4180). Cells lose surrounding spaces and NUL, which
 * PostgreSQL rejects in text.
 */
export class CsvReader {
  readonly #separator: string;
  #text = '';
  #line = 1;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Adds text. Returns the rows that are now complete. */
  read(text: string): CsvRow[] {
    this.#text += text;
    return this.#takeRows(false);
  }

  /** Returns the last rows. @throws FileRefusal if a quoted cell is not closed */
  end(): CsvRow[] {
    if (this.#text !== '' && !this.#text.endsWith('\n')) this.#text += '\n';
    const rows = this.#takeRows(true);
    if (this.#text !== '') throw this.#refuseUnclosedQuote();
    return rows;
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
      throw this.#text.includes('\n') ? this.#refuseUnclosedQuote() : damaged();
    }
    return rows;
  }

  /** Whether two quotes enclose a cell; a stray quote must not take all text up to the next quote into its cell. */
  #isQuoted(start: number, close: number): boolean {
    const text = this.#text;
    const isEnd = [this.#separator, '\n', ' ', undefined].includes(text[close + 1]);
    return isEnd || !text.slice(start, close).includes('\n');
  }

  /** Returns a row's cells, also of a row that Excel took for one cell and saved in quotes. */
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

  /** Returns the row at a position; null if it is incomplete. */
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
        // Line ends inside the quoted cell do not end the row.
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

const cleanCell = (cell: string): string =>
  (cell.includes(NUL_CHARACTER) ? cell.replaceAll(NUL_CHARACTER, '') : cell).trim().toWellFormed();

/** A row, and the line of the file in which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Minimum of characters at a file's beginning in which the title row is searched for. */
const MIN_HEAD_CHARACTERS = 65_536;
/** The last line on which the titles may be, because some tools write the report's name and period before them. */
const MAX_TITLE_LINE = 20;
const CELL_SEPARATORS = [',', ';', '\t', '|'];

/** The decoded beginning of a file, and the rest of its text, which can be read once. */
interface CsvHead {
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
