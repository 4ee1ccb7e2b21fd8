import { isAscii, isUtf8 } from 'node:buffer';

/** A file that is rejected. Its message is a Portuguese sentence that says why, and what to do. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';

  /** @param line of the file, counted from 1; null if the error concerns the file as a whole */
  constructor(sentence: string, line: number | null = null) {
    super(line === null ? sentence : `Linha ${line}: ${sentence}`);
  }
}

export const EXPORT_AGAIN =
  'Exporte de novo, como CSV, e importe o arquivo sem abri-lo antes no Excel.';

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
const HEAD_BYTES = 4_096;
/** No export has longer lines, so a longer line means a damaged file. */
const MAX_LINE_BYTES = 1_048_576;
const LINE_END = 0x0a;

/**
 * Decodes a file as UTF-16 (byte order mark or zero bytes), UTF-8 (the first non-ASCII line is valid UTF-8), or Windows-1252.
 * @throws FileRefusal if the file is empty, damaged, or of another format
 */
export async function* decodeFile(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const chunks = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const [, format] = OTHER_FORMATS.find(([prefix]) => startsWith(head, prefix)) ?? [];
  if (format !== undefined) {
    throw new FileRefusal(`O arquivo é ${format}, e não um CSV. ${EXPORT_AGAIN}`);
  }
  if (head.length === 0) throw new FileRefusal(`O arquivo está vazio. ${EXPORT_AGAIN}`);
  const all = prepend(head, chunks);
  const utf16 = findUtf16(head);
  yield* utf16 === null ? decodeLines(all) : decodeUtf16(all, utf16);
}

async function* prepend(head: Uint8Array, rest: AsyncIterator<Uint8Array>) {
  yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

function findUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(head, [0xfe, 0xff])) return 'utf-16be';
  // Without a byte order mark: every second byte of a Latin text is zero.
  if (head[1] === 0 && head[3] === 0) return 'utf-16le';
  return head[0] === 0 && head[2] === 0 ? 'utf-16be' : null;
}

const damaged = () => new FileRefusal(`O arquivo está danificado ou incompleto. ${EXPORT_AGAIN}`);

async function* decodeUtf16(bytes: AsyncIterable<Uint8Array>, encoding: string) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? damaged() : error;
  }
}

/** Decodes complete lines, so that a multi-byte character is never split between chunks. */
async function* decodeLines(bytes: AsyncIterable<Uint8Array>) {
  let encoding: 'utf-8' | 'windows-1252' | null = null;
  function decode(lines: Buffer): string {
    if (encoding === null && !isAscii(lines)) {
      encoding = isUtf8(firstNonAsciiLine(lines)) ? 'utf-8' : 'windows-1252';
    }
    if (encoding === 'windows-1252') return new TextDecoder(encoding).decode(lines);
    if (!isUtf8(lines)) throw damaged();
    return lines.toString('utf8');
  }
  let rest = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk]);
    const end = rest.lastIndexOf(LINE_END) + 1;
    if (end === 0) {
      if (rest.length > MAX_LINE_BYTES) throw damaged();
      continue;
    }
    const text = decode(rest.subarray(0, end));
    yield isFirst ? text.replace(/^\u{feff}/u, '') : text;
    isFirst = false;
    rest = rest.subarray(end);
  }
  yield decode(rest);
}

/** Returns the first line with a byte outside ASCII. */
function firstNonAsciiLine(lines: Buffer): Buffer {
  const found = lines.findIndex((byte) => byte > 0x7f);
  const end = lines.indexOf(LINE_END, found);
  return lines.subarray(lines.lastIndexOf(LINE_END, found) + 1, end < 0 ? undefined : end);
}

const NUL = '\0';

/**
 * Splits decoded text into rows; a quoted cell may contain separators, quotes (doubled) and line ends. Surrounding spaces and
 * NUL, which PostgreSQL rejects in text, are removed from cells.
 * Source: https://www.rfc-editor.org/rfc/rfc4180
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
      // Only an open quote continues a row after a line end.
      throw this.#text.includes('\n') ? this.#refuseUnclosedQuote() : damaged();
    }
    return rows;
  }

  #refuseUnclosedQuote(): FileRefusal {
    return new FileRefusal(`uma célula entre aspas não termina. ${EXPORT_AGAIN}`, this.#line);
  }

  /** Returns the row at a position; null if it is incomplete. */
  #readRow(start: number): { cells: string[]; end: number; lines: number } | null {
    const text = this.#text;
    const cells: string[] = [];
    let lineEnd = text.indexOf('\n', start);
    let lines = 1;
    for (let position = start; ; ) {
      if (lineEnd < 0) return null;
      let quoted = '';
      if (text[position] === '"') {
        const close = findClosingQuote(text, position + 1);
        if (close === null) return null;
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
      cells.push(clean(quoted + text.slice(position, end)));
      if (isLast) return { cells, end: lineEnd + 1, lines };
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

const clean = (cell: string): string =>
  (cell.includes(NUL) ? cell.replaceAll(NUL, '') : cell).trim().toWellFormed();

/** A row, and the line of the file in which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}
