import { isUtf8 } from 'node:buffer';
import { damagedFileRefusal, EXPORT_AGAIN_REMEDY, FileRefusal } from './file-refusal.ts';

const SAVE_SHEET_REMEDY =
  'Se a ferramenta só tem planilha, abra-a no Google Planilhas e use Arquivo → Fazer download → CSV.';

/** Formats of files that are often mistaken for CSV. */
const OTHER_FORMATS: readonly (readonly [prefix: readonly number[], name: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'uma planilha do Excel ou um arquivo compactado'],
  [[0x50, 0x4b, 0x05, 0x06], 'uma planilha do Excel ou um arquivo compactado, vazio'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'uma planilha antiga do Excel'],
  // Sheets without a container: of Excel 5 and later, 4, 3 and 2.
  [[0x09, 0x08], 'uma planilha antiga do Excel'],
  [[0x09, 0x04, 0x06, 0x00], 'uma planilha antiga do Excel'],
  [[0x09, 0x02, 0x06, 0x00], 'uma planilha antiga do Excel'],
  [[0x09, 0x00, 0x04, 0x00], 'uma planilha antiga do Excel'],
  [[0x25, 0x50, 0x44, 0x46], 'um PDF'],
  [[0x1f, 0x8b], 'um arquivo compactado'],
  [[0x52, 0x61, 0x72, 0x21, 0x1a], 'um arquivo compactado'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'um arquivo compactado'],
  [[0x89, 0x50, 0x4e, 0x47], 'uma imagem'],
  [[0xff, 0xd8, 0xff], 'uma imagem'],
];

const startsWith = (bytes: Uint8Array, prefix: readonly number[]) =>
  prefix.every((byte, index) => bytes[index] === byte);

/** Format and UTF-16 are detected in this many bytes. */
const FILE_HEAD_BYTES = 4_096;
/** “01/11/2026 10:00 - Ana: Oi” or “[01/11/2026, 10:00:05] Ana: Oi”. */
const CHAT_MESSAGE = String.raw`\p{Cf}*(?:\d\d?/\d\d?/\d{2,4},? \d\d?:\d\d -|\[\d\d?/\d\d?/\d{2,4},? \d\d?:\d\d(?::\d\d)?(?: [AP]M)?\]) `;
const TEXT_FORMATS: readonly (readonly [start: RegExp, name: string, remedy?: string])[] = [
  [/^\s*(?:OFXHEADER|<OFX>)/i, 'um extrato do banco (OFX)', EXPORT_AGAIN_REMEDY],
  // Some tools write a page with a table and name it `.xls` or `.csv`.
  [/^\s*(?:<(?:[!?]|[a-z][\w:]*[\s>])|MIME-Version:)/i, 'uma página com nome de planilha'],
  [
    // Phones export only address books in this format.
    /^\s*BEGIN:VCARD/i,
    'uma agenda de contatos (vCard)',
    'Importe-a no Google Contatos e exporte de lá como CSV.',
  ],
  [/^\s*(?:\[\s*)?\{\s*"/, 'um JSON', EXPORT_AGAIN_REMEDY],
  [/^\{\\rtf/, 'um documento de texto (RTF)'],
  [/^\s*BEGIN:VCALENDAR/i, 'uma agenda de compromissos', EXPORT_AGAIN_REMEDY],
  [
    RegExp(`^\\s*${CHAT_MESSAGE}[^]*\\n${CHAT_MESSAGE}`, 'u'),
    'uma conversa do WhatsApp',
    'Importe uma lista com nome e telefone, como CSV.',
  ],
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const CONTROL_CHARACTERS = /[\x01-\x08\x0e-\x19]/;
/** A file with longer lines counts as damaged, because no export has them. */
export const MAX_LINE_BYTES = 1_048_576;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Reads UTF-16 if a byte order mark or zero bytes show it. Otherwise each line is UTF-8, or in the one-byte encoding
 * that fits the lines around it best: Windows-1252, MS-DOS or Mac Roman. Every line end becomes a line feed.
 * @throws FileRefusal if the file is empty, damaged, or of another format
 */
export async function* decodeFile(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const chunks = bytes[Symbol.asyncIterator]();
  // A refused file is closed, too.
  await using _ = { [Symbol.asyncDispose]: async () => void (await chunks.return?.()) };
  let head = Buffer.alloc(0);
  while (head.length < FILE_HEAD_BYTES) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const utf16 = findUtf16(head);
  const headText = new TextDecoder(utf16 ?? 'utf-8').decode(head);
  const [, name, remedy = `${EXPORT_AGAIN_REMEDY} ${SAVE_SHEET_REMEDY}`] =
    OTHER_FORMATS.find(([prefix]) => startsWith(head, prefix)) ??
    TEXT_FORMATS.find(([start]) => start.test(headText.slice(0, FILE_HEAD_BYTES))) ??
    [];
  if (name !== undefined) throw new FileRefusal(`O arquivo é ${name}, e não um CSV. ${remedy}`);
  if (head.length === 0) throw new FileRefusal(`O arquivo está vazio. ${EXPORT_AGAIN_REMEDY}`);
  if (headText.includes('\u{fffd}') && CONTROL_CHARACTERS.test(headText))
    throw damagedFileRefusal();
  const allBytes = prependChunk(head, chunks);
  yield* unifyLineEnds(utf16 === null ? decodeLines(allBytes) : decodeUtf16(allBytes, utf16));
}

/** Marks of writing direction and others without a width, which copied text has in titles, amounts and names. */
const INVISIBLE_MARKS = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

async function* unifyLineEnds(texts: AsyncIterable<string>) {
  let endsInReturn = false;
  for await (const text of texts) {
    const textAfterReturn = endsInReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') endsInReturn = text.endsWith('\r');
    yield textAfterReturn.replace(INVISIBLE_MARKS, '').replace(/\r{1,2}\n|\r/g, '\n');
  }
}

async function* prependChunk(head: Uint8Array, otherChunks: AsyncIterator<Uint8Array>) {
  yield head;
  yield* { [Symbol.asyncIterator]: () => otherChunks };
}

function findUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(head, [0xfe, 0xff])) return 'utf-16be';
  // In Latin text as UTF-16, every second byte is zero.
  if (head[1] === 0 && head[3] === 0) return 'utf-16le';
  return head[0] === 0 && head[2] === 0 ? 'utf-16be' : null;
}

async function* decodeUtf16(bytes: AsyncIterable<Uint8Array>, encoding: string) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? damagedFileRefusal() : error;
  }
}

/** Decodes whole lines, because a chunk may end within a multi-byte character. */
async function* decodeLines(bytes: AsyncIterable<Uint8Array>) {
  let unfinishedLine = Buffer.alloc(0);
  let isStartOfFile = true;
  function decode(wholeLines: Buffer): string {
    const text = decodeWholeLines(wholeLines);
    const textWithoutBom = isStartOfFile ? text.replace(/^(?:\u{feff}|ï»¿)+/u, '') : text;
    isStartOfFile = false;
    return textWithoutBom;
  }
  for await (const chunk of bytes) {
    unfinishedLine = Buffer.concat([unfinishedLine, chunk]);
    const end =
      Math.max(unfinishedLine.lastIndexOf(LINE_FEED), unfinishedLine.lastIndexOf(CARRIAGE_RETURN)) +
      1;
    if (end === 0) {
      if (unfinishedLine.length > MAX_LINE_BYTES) throw damagedFileRefusal();
      continue;
    }
    yield decode(unfinishedLine.subarray(0, end));
    unfinishedLine = unfinishedLine.subarray(end);
  }
  yield decode(unfinishedLine);
}

const WINDOWS_1252 = new TextDecoder('windows-1252');

const WINDOWS_1252_BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [WINDOWS_1252.decode(Uint8Array.of(byte)), byte]),
);
const INVALID_UTF8_BYTE = 0xff;

/** Accented letters and punctuation in UTF-8 begin with these letters when read as Windows-1252. */
const MISREAD_UTF8 = /[ÂÃâ]/;

/** Returns `João` for `JoÃ£o`, where a program has read UTF-8 as Windows-1252. */
function repairLine(line: string): string {
  if (!MISREAD_UTF8.test(line)) return line;
  const bytes = Buffer.from(
    [...line].map((character) => WINDOWS_1252_BYTES.get(character) ?? INVALID_UTF8_BYTE),
  );
  return isUtf8(bytes) ? bytes.toString('utf8') : line;
}

/** Code page 850, Excel's “CSV (MS-DOS)”, from byte 128 on. */
const MS_DOS_CHARACTERS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const MAC_ROMAN_DECODER = new TextDecoder('macintosh');

const decodeWindows = (bytes: Buffer) => WINDOWS_1252.decode(bytes);
const decodeMacRoman = (bytes: Buffer) => MAC_ROMAN_DECODER.decode(bytes);
const decodeMsDos = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => MS_DOS_CHARACTERS.charAt(byte.charCodeAt(0) - 128));

/** Finds what accented letters of MS-DOS or Mac Roman become when they are read as Windows-1252, such as `‡` for ç. */
const MISREAD_ONE_BYTE =
  /[a-z](?:[\x8d¡¢£‚ŽÆ]|[‡‹›]+[\x8dÆa-z])|\x90|[¶µ](?:[A-Z]|[a-z]{3})|[A-Z](?:[‚ƒ]|€[A-ZÇÌ])/;

/** An accented letter whose case fits: no lower case after upper case, and no upper case after lower case. */
const ACCENTED_LETTER = /(?<![A-Z])[áâãàçéêíóôõú]|(?<![a-z])[ÁÂÃÀÇÉÊÍÓÔÕÚ]/g;

function findDecoder(bytes: Buffer) {
  const countAccents = (decode: typeof decodeWindows) =>
    decode(bytes).match(ACCENTED_LETTER)?.length ?? 0;
  if (!MISREAD_ONE_BYTE.test(decodeWindows(bytes))) return decodeWindows;
  return [decodeMsDos, decodeMacRoman].reduce(
    (best, next) => (countAccents(next) > countAccents(best) ? next : best),
    decodeWindows,
  );
}

/** A list joined of two exports may have lines in UTF-8 and lines in another encoding. */
function decodeWholeLines(bytes: Buffer): string {
  if (isUtf8(bytes)) {
    const text = bytes.toString('utf8');
    return MISREAD_UTF8.test(text) ? text.replace(/[^\r\n]+/g, repairLine) : text;
  }
  // A line end is the same byte in all encodings.
  const texts = bytes.toString('latin1').match(/[^\r\n]*[\r\n]*/g) ?? [];
  const lines = texts.map((line) => Buffer.from(line, 'latin1'));
  const decodeLine = findDecoder(Buffer.concat(lines.filter((line) => !isUtf8(line))));
  return lines.map((line) => (isUtf8(line) ? line.toString('utf8') : decodeLine(line))).join('');
}
