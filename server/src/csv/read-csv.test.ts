import { expect, test } from 'vitest';
import { decodeFile } from './decode-file.ts';
import { CsvReader } from './read-csv.ts';

async function decode(...chunks: Uint8Array[]): Promise<string> {
  async function* stream() {
    yield* chunks;
  }
  let text = '';
  for await (const part of decodeFile(stream())) text += part;
  return text;
}
const latin = (text: string) => Buffer.from(text, 'latin1');
const swap = (bytes: Buffer) => Buffer.from(bytes).swap16();

test.each([
  ['UTF-8', Buffer.from('Dia,Anúncio\n')],
  ['UTF-8 with a byte order mark', Buffer.from('\u{feff}Dia,Anúncio\n')],
  ['UTF-16LE with a byte order mark', Buffer.from('\u{feff}Dia,Anúncio\n', 'utf16le')],
  ['UTF-16LE without a byte order mark', Buffer.from('Dia,Anúncio\n', 'utf16le')],
  ['UTF-16BE with a byte order mark', swap(Buffer.from('\u{feff}Dia,Anúncio\n', 'utf16le'))],
  ['Windows-1252', latin('Dia,Anúncio\n')],
])('decodes %s when it arrives in one or many chunks', async (_, bytes) => {
  expect(await decode(bytes)).toBe('Dia,Anúncio\n');
  expect(await decode(...[...bytes].map((byte) => Buffer.of(byte)))).toBe('Dia,Anúncio\n');
});

test('removes the byte order mark of a file without a line end', async () => {
  expect(await decode(Buffer.from('\u{feff}nome;telefone'))).toBe('nome;telefone');
});

test('closes the source of a file that it refuses', async () => {
  let isClosed = false;
  async function* source() {
    try {
      yield Buffer.alloc(4_096, '%PDF');
      yield Buffer.from('more');
    } finally {
      isClosed = true;
    }
  }
  await expect(decodeFile(source()).next()).rejects.toThrow('O arquivo é um PDF');
  expect(isClosed).toBe(true);
});

test('detects Windows-1252 when the first non-ASCII line comes late', async () => {
  const plain = Buffer.from('2026-03-01,Video\n'.repeat(10_000));
  expect(await decode(plain, latin('Coração\n'))).toMatch(/Coração\n$/);
});

test('repairs lines that a program decoded as Windows-1252 and encoded again', async () => {
  const text = 'Código;Ação\nJoão;SÃO JOÃO “IRMÃ”\nÍris;ÂNGELA – à vista\n';
  const decodedOnce = new TextDecoder('windows-1252').decode(Buffer.from(`\u{feff}${text}`));
  expect(await decode(Buffer.from(decodedOnce))).toBe(text);
  expect(await decode(Buffer.from(text))).toBe(text);
});

test.each([
  ['MS-DOS', 'Situa\x87\xc6o;Jo\xc6o;Lu\xa1s;Concei\x87\xc6o P\x82;v\xa0rios\n'],
  ['Mac Roman', 'Situa\x8d\x8bo;Jo\x8bo;Lu\x92s;Concei\x8d\x8bo P\x8e;v\x87rios\n'],
])('decodes a file that Excel saved as CSV of %s', async (_name, bytes) => {
  expect(await decode(latin(bytes))).toBe('Situação;João;Luís;Conceição Pé;vários\n');
});

test.each([
  ['MS-DOS', 'JO\xc7O CONCEI\x80\xc7O;\xb6NGELA;ANDR\x90;ANT\xe2NIO\n'],
  ['Mac Roman', 'JO\xccO CONCEI\x82\xccO;\xe5NGELA;ANDR\x83;ANT\xefNIO\n'],
])('decodes capitals of %s', async (_name, bytes) => {
  expect(await decode(latin(bytes))).toBe('JOÃO CONCEIÇÃO;ÂNGELA;ANDRÉ;ANTÔNIO\n');
});

test.each([
  ['MS-DOS', 'Nome\nJos\x82\n'],
  ['MS-DOS', 'Nome\nJOS\x90\n'],
  ['Mac Roman', 'Nome\nJos\x8e\n'],
  ['Mac Roman', 'Nome\nJOS\x83\n'],
])('decodes a file of %s whose only accent ends a word: %j', async (_name, bytes) => {
  expect((await decode(latin(bytes))).toLowerCase()).toBe('nome\njosé\n');
});

test.each(['SCHRÖDER;NICOLÒ', 'JOSé;CONCEIçãO', '10 µg;§ 2 ¶ 3', 'TOTAL €;R£ 1', 'AÇÃO €ÉPICA'])(
  'keeps %s in Windows-1252',
  async (text) => {
    const bytes = latin(text.replaceAll('€', '\x80'));
    expect(await decode(bytes)).toBe(text);
  },
);

test('keeps punctuation between letters in Windows-1252', async () => {
  const line = 'Sant\x92ana;curso\xa0online;a\x97b;fim\x85ou;c\x9cur;\x93Não\x94;1\xba;\x80 9\n';
  const text = 'Sant’ana;curso\u00a0online;a—b;fim…ou;cœur;“Não”;1º;€ 9\n';
  expect(await decode(latin(line))).toBe(text);
});

test('decodes a line of Windows-1252 between lines of UTF-8', async () => {
  const before = Buffer.from('Ação;João\n'.repeat(2_000));
  const text = await decode(before, latin('Ação;João\r\n'), before);
  expect(new Set(text.split('\n'))).toEqual(new Set(['Ação;João', '']));
  expect(text.split('\n')).toHaveLength(4_002);
});

test.each([
  ['BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nTEL:+5511987654321\r\nEND:VCARD', 'Google Contatos'],
  ['[{"nome":"Ana","telefone":"11987654321"}]', 'JSON'],
  ['{ "leads": [] }', 'JSON'],
  ['{\\rtf1\\ansi Nome', 'RTF'],
  ['OFXHEADER:100\r\nDATA:OFXSGML', 'OFX'],
])('names the format and the remedy when a file is no table: %j', async (text, words) => {
  await expect(decode(latin(text))).rejects.toThrow(words);
  await expect(decode(latin(text))).rejects.toThrow('CSV');
});

test('reads every line end as one when it arrives in one or many chunks', async () => {
  const bytes = Buffer.from('a\r\nb\rc\nd\r\r\n\re\r');
  expect(await decode(bytes)).toBe('a\nb\nc\nd\n\ne\n');
  const old = Buffer.concat([Buffer.from('ação\r'), latin('João\r')]);
  expect(await decode(...[...old].map((byte) => Buffer.of(byte)))).toBe('ação\nJoão\n');
});

test.each([
  ['uma planilha do Excel', Buffer.from('PK\x03\x04[Content_Types].xml')],
  ['uma planilha do Excel', Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`)],
  ['uma planilha antiga', latin('\x09\x08\x10\0\0\x06\x05\0\xbb\x0d\xcc\x07')],
  ['uma planilha antiga', latin('\x09\x08\x08\0\0\x05\x10\0\xbb\x0d\xcc\x07')],
  ['uma planilha antiga', latin('\x09\x04\x06\0\0\0\x10\0')],
  ['uma planilha antiga', latin('\x09\x02\x06\0\0\0\x10\0')],
  ['uma planilha antiga', latin('\x09\0\x04\0\x02\0\x10\0')],
  ['um arquivo compactado', latin('Rar!\x1a\x07\x01\0')],
  ['um arquivo compactado', latin('7z\xbc\xaf\x27\x1c')],
  ['um PDF', Buffer.from('%PDF-1.7')],
  ['vazio', Buffer.alloc(0)],
  ['uma página', Buffer.from('\u{feff}\n<html xmlns:x="urn:schemas-microsoft-com:office:excel">')],
  ['uma página', Buffer.from('\u{feff}<table>', 'utf16le')],
  ['uma página', Buffer.from('<!-- lista --><table><tr><td>Nome')],
  ['uma página', Buffer.from('<div class="lista"><table>')],
  [
    'uma página',
    Buffer.from('<ss:Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">'),
  ],
  ['uma página', Buffer.from('MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\n')],
  ['uma imagem', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x02])],
  ['danificado', Buffer.from([0x8a, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x02])],
  ['danificado', Buffer.concat([Buffer.from('\u{feff}Dia', 'utf16le'), Buffer.of(0x41)])],
  ['danificado', Buffer.alloc(3_000_000, 'x')],
])('names the remedy when a file is %s', async (reason, bytes) => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
    bytes.subarray(index * 65_536, (index + 1) * 65_536),
  );
  const decoded = decode(...chunks);
  await expect(decoded).rejects.toThrow(reason);
  await expect(decoded).rejects.toThrow('Exporte de novo, como CSV');
});

function split(text: string, size: number) {
  const reader = new CsvReader(';');
  const rows = [];
  for (let at = 0; at < text.length; at += size)
    rows.push(...reader.read(text.slice(at, at + size)));
  return [...rows, ...reader.end()].map(({ line, cells }) => [line, ...cells]);
}

const TABLE = 'a;"b;""c"""; d \r\n;"duas\nlinhas";=1+1\r\n"x"y;"";\n"fim"';

test.each([1, 2, 3, 7, 1_000])('splits rows and cells of chunks of %i characters', (size) => {
  expect(split(TABLE, size)).toEqual([
    [1, 'a', 'b;"c"', 'd'],
    [2, '', 'duas\nlinhas', '=1+1'],
    [4, 'xy', '', ''],
    [5, 'fim'],
  ]);
});

test('reads a stray quote as part of its cell, without the lines that follow', () => {
  expect(split('"Zé;1\nAna;2\nBia "Bi" Reis;3\n"x\ny";4', 1_000)).toEqual([
    [1, '"Zé', '1'],
    [2, 'Ana', '2'],
    [3, 'Bia "Bi" Reis', '3'],
    [4, 'x\ny', '4'],
  ]);
});

test('reads the cells of a row that Excel saved as one cell in quotes', () => {
  expect(split('"a;""b;c"";d"\n"e;f";g\n"h"', 1_000)).toEqual([
    [1, 'a', 'b;c', 'd'],
    [2, 'e;f', 'g'],
    [3, 'h'],
  ]);
});

test('names the first line of a row when its quoted cell is not closed', () => {
  expect(() => split('a;b\nc;"d\ne\nf', 4)).toThrow('Linha 2: uma célula entre aspas não termina.');
  expect(() => split(`a;"${'x\n'.repeat(1_000_000)}`, 65_536)).toThrow('Linha 1: uma célula');
  expect(() => split('x'.repeat(2_000_000), 65_536)).toThrow('danificado');
});
