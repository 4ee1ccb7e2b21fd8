import { isAscii, isUtf8 } from 'node:buffer';

/** Why a file is not accepted, and what to do: a sentence in Portuguese. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';

  /** @param line of the file, counted from 1; null if the refusal is of no single line */
  constructor(sentence: string, line: number | null = null) {
    super(line === null ? sentence : `Linha ${line}: ${sentence}`);
  }
}

export const EXPORT_AGAIN =
  'Exporte de novo no gerenciador de anúncios, como CSV, e importe o arquivo sem abri-lo antes no Excel.';

/** The first bytes of files that are often taken for CSV. */
const OTHER_FORMATS: readonly (readonly [begin: readonly number[], name: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'uma planilha do Excel ou um arquivo compactado'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'uma planilha antiga do Excel'],
  [[0x25, 0x50, 0x44, 0x46], 'um PDF'],
  [[0x1f, 0x8b], 'um arquivo compactado'],
];

const startsWith = (bytes: Uint8Array, begin: readonly number[]) =>
  begin.every((byte, index) => bytes[index] === byte);

/** Bytes in which the encoding is looked for. */
const HEAD_BYTES = 4_096;
/** A longer line is of no table of ads. */
const MAX_LINE_BYTES = 1_048_576;
const LINE_END = 0x0a;

/**
 * Decodes a file: UTF-16 by its mark or its zero bytes, otherwise UTF-8 if the first line with letters outside ASCII is valid, else
 * Windows-1252.
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
  const [, format] = OTHER_FORMATS.find(([begin]) => startsWith(head, begin)) ?? [];
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
  // Without a mark: every second byte of a Latin text is zero.
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

/** Decodes complete lines, so that no letter lies in two pieces. */
async function* decodeLines(bytes: AsyncIterable<Uint8Array>) {
  let encoding: 'utf-8' | 'windows-1252' | null = null;
  function decode(lines: Buffer): string {
    if (encoding === null && !isAscii(lines)) {
      encoding = isUtf8(firstLetters(lines)) ? 'utf-8' : 'windows-1252';
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

/** Returns the first line with letters outside ASCII. */
function firstLetters(lines: Buffer): Buffer {
  const letter = lines.findIndex((byte) => byte > 0x7f);
  const end = lines.indexOf(LINE_END, letter);
  return lines.subarray(lines.lastIndexOf(LINE_END, letter) + 1, end < 0 ? undefined : end);
}

const NUL = '\0';

/**
 * Splits decoded text into rows; a quoted cell may contain separators, quotes (doubled) and line ends. Cells are cleaned of
 * surrounding spaces and of NUL, which no database stores.
 * Source: https://www.rfc-editor.org/rfc/rfc4180
 */
export class CsvReader {
  readonly #separator: string;
  #text = '';
  #line = 1;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Returns the rows that are complete. */
  read(text: string): CsvRow[] {
    this.#text += text;
    return this.#takeRows(false);
  }

  /** Returns the last rows. @throws FileRefusal if a quoted cell has no end */
  end(): CsvRow[] {
    if (this.#text !== '' && !this.#text.endsWith('\n')) this.#text += '\n';
    const rows = this.#takeRows(true);
    if (this.#text !== '') {
      throw new FileRefusal(`uma célula entre aspas não termina. ${EXPORT_AGAIN}`, this.#line);
    }
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
    if (!isEnd && this.#text.length > MAX_LINE_BYTES) throw damaged();
    return rows;
  }

  /** Returns the row at a position; null if it is not complete. */
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

/** One row of a table, and the file's line in which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}
