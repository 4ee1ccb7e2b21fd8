import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeEditableCopy, problemsAfterEdit } from '../../testkit/editable-content.ts';
import { checkContentAndPictures } from './check.ts';
import { ContentError } from './content-error.ts';
import { findInvalidPictures } from './pictures.ts';
import { readYamlFile } from './yaml-file.ts';

/** Returns the problems of the pictures that one file names: to decode all pictures takes long. */
async function problemsOf(folder: string, name: string): Promise<string> {
  const { file } = readYamlFile(join(folder, name), `content/${name}`);
  if (!file) throw new Error(`${name} cannot be read.`);
  return new ContentError(await findInvalidPictures(file, folder)).sentences.join('\n');
}

const shipped = join(import.meta.dirname, '..');
const shippedPortrait = readFileSync(join(shipped, 'images', 'fundador.png'));
const shippedJpeg = await sharp(shippedPortrait).jpeg().toBuffer();

/** Returns a JPEG whose header (`SOF0` or `SOF2`) declares 9,999 × 10,000 pixels. */
function declareLarge(jpeg: Buffer): Buffer {
  const copy = Buffer.from(jpeg);
  const start = copy.findIndex(
    (byte, index) => byte === 0xff && [0xc0, 0xc2].includes(copy[index + 1] ?? 0),
  );
  copy.writeUInt16BE(10_000, start + 5);
  copy.writeUInt16BE(9_999, start + 7);
  return copy;
}

/** Returns a PNG whose header declares another size: bytes 16 to 23, with a checksum. */
function setDeclaredSize(png: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  return copy;
}

/** A WebP of 9,999 × 10,000 pixels of one color. */
const largeWebp = Buffer.from('UklGRh4AAABXRUJQVlA4TBIAAAAvDufDCYiICAAAAAAAAAAAAAA=', 'base64');

const isUnreadable =
  'não é uma imagem que se possa ler, ou está cortada; exporte-a de novo em PNG ou JPEG';
const isTooLarge =
  'tem 9999 × 10000 pixels, mais do que cabem neste formato; diminua-a, ou exporte-a em JPEG comum, não progressivo';

/** Returns a picture of one color. */
const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

const isAnimated =
  'é animada, e a página só mostra imagens paradas; exporte um quadro em PNG ou JPEG, ou use um vídeo';

/** Three frames of 8 × 8 pixels, one below the other, each of another color. */
const frames = Buffer.concat([10, 90, 170].map((color) => Buffer.alloc(8 * 8 * 3, color)));
const animated = sharp(frames, { raw: { width: 8, height: 24, channels: 3, pageHeight: 8 } });

/** Returns a PNG that declares frames (`acTL`) before its pixels. */
function withAnimationChunk(png: Buffer): Buffer {
  const chunk = Buffer.from([0, 0, 0, 8, ...Buffer.from('acTL'), 0, 0, 0, 3, 0, 0, 0, 0]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(chunk.subarray(4)));
  return Buffer.concat([png.subarray(0, 33), chunk, checksum, png.subarray(33)]);
}

const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic0000mif1heic')]);

test('accepts the shipped pictures', async () => {
  await expect(checkContentAndPictures(shipped)).resolves.toBeUndefined();
});

test.each([
  ['an empty file', Buffer.alloc(0), 'está vazia (0 bytes)'],
  ['a text file', Buffer.from('<html>não achei a foto</html>'), isUnreadable],
  ['a truncated PNG', shippedPortrait.subarray(0, shippedPortrait.length / 2), isUnreadable],
  ['a photo in HEIC', heic, 'é uma foto HEIC, do iPhone, com outro nome; exporte-a em JPEG'],
  ['a truncated JPEG', shippedJpeg.subarray(0, shippedJpeg.length / 2), isUnreadable],
  [
    'a picture with too many pixels',
    setDeclaredSize(shippedPortrait, 12_000, 9_000),
    'tem 12000 × 9000 pixels, mais do que os 100 milhões que cabem; diminua-a',
  ],
  ['an animated WebP', await animated.webp().toBuffer(), isAnimated],
  ['an animated PNG', withAnimationChunk(shippedPortrait), isAnimated],
  ['a small WebP that needs 800 MB to be decoded', largeWebp, isTooLarge],
  [
    'a progressive JPEG that needs as much',
    declareLarge(await paint(9, 9).jpeg({ progressive: true }).toBuffer()),
    isTooLarge,
  ],
  [
    'a PNG with lines of 100,000 pixels that needs as much',
    setDeclaredSize(shippedPortrait, 100_000, 900),
    'tem 100000 × 900 pixels, mais do que cabem neste formato; diminua-a, ou exporte-a em JPEG comum, não progressivo',
  ],
  [
    'a drawing by the name of a photo',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'),
    isUnreadable,
  ],
  [
    'a photo lying on its side that needs as much',
    declareLarge(await paint(9, 9).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
    isTooLarge,
  ],
])('reports %s in one sentence', async (_, bytes, sentence) => {
  using copy = makeEditableCopy({ withPictures: true });
  copy.write('images/fundador.png', bytes);
  expect(await problemsOf(copy.folder, 'founder.yaml')).toBe(
    `content/founder.yaml, linha ${copy.lineOf('founder.yaml', 'fundador.png')}, campo "portrait.image": a imagem "fundador.png" ${sentence}`,
  );
});

test('accepts a progressive photo of 48 million pixels that lies on its side', async () => {
  using copy = makeEditableCopy({ withPictures: true });
  const lying = paint(8_000, 6_000).withMetadata({ orientation: 6 });
  copy.write('images/fundador.png', await lying.jpeg({ progressive: true }).toBuffer());
  expect(await problemsOf(copy.folder, 'founder.yaml')).toBe('');
});

test('reports truncated pictures when several checks run concurrently', async () => {
  using copy = makeEditableCopy({ withPictures: true });
  copy.write('images/fundador.png', shippedPortrait.subarray(0, shippedPortrait.length / 2));
  const messages = await Promise.all(
    Array.from({ length: 12 }, () => problemsOf(copy.folder, 'founder.yaml')),
  );
  expect(messages.every((message) => message !== '')).toBe(true);
});

const drawing = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;

/** Returns the problems of the demonstration's brand with another drawing. */
async function problemsOfDrawing(name: 'icone.svg' | 'marca.svg', svg: string): Promise<string> {
  using copy = makeEditableCopy({ withPictures: true });
  copy.write(`images/${name}`, svg);
  return await problemsOf(copy.folder, 'site.yaml');
}
const problemsOfLogo = (svg: string) => problemsOfDrawing('marca.svg', svg);

const IS_ACTIVE = /"marca.svg" tem estilos, programas ou endereços dentro/;

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script by another name', '<s:script xmlns:s="http://www.w3.org/2000/svg">1</s:script>'],
  ['a handler without a space', '<g fill="red"onload="a()"/>'],
  ['an animation that sets an address', '<a><animate attributeName="href" to="x"/></a>'],
  ['a picture from elsewhere', '<path fill="url(https://a.test/x#y)"/>'],
  ['a picture of the page', '<img src="https://a.test/x.png"/>'],
  ['a handler around a comment', '<path o<!-- -->nload="a()"/>'],
  ['an element of a page', '<foreignObject><p>a</p></foreignObject>'],
  ['an address without quotes', '<use href=https://a.test/x.svg#y />'],
  ['an address by its older name', '<use xlink:href="data:image/svg+xml,x"/>'],
  ['an address of a program', '<desc>JavaScript:alert(1)</desc>'],
  ['an animation of an address', '<set attributeName="href" to="x"/>'],
  ['a style', '<style>path{fill:red}</style>'],
  ['a style that imports', `<path style="@import 'https://a.test/x.css'"/>`],
  ['a style with an escape', '<path style="fill:u\\72l(https://a.test/x)"/>'],
  ['a style with a reference', '<path style="fill:url&#40;https://a.test/x)"/>'],
  ['a picture of a style', `<path style="mask:image-set('https://a.test/x' 1x)"/>`],
  ['a processing instruction', '<?xml-stylesheet type="text/css"?>'],
  ['a section of plain text', '<text><![CDATA[a]]></text>'],
])('reports an SVG with %s', async (_, inside) => {
  expect(await problemsOfLogo(drawing(inside))).toMatch(IS_ACTIVE);
});

test.each([
  ['a text is declared', '<!DOCTYPE svg [<!ENTITY x "&#60;script>alert(1)&#60;/script>">]>'],
  ['a handler is declared', '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>'],
  ['declarations are elsewhere', '<!DOCTYPE svg [<!ENTITY % a SYSTEM "x"> %a;]>'],
  ['a style sheet is named', '<?xml version="1.0"?><?xml-stylesheet href="x.css"?>'],
  ['another encoding is named', '<?xml version="1.0" encoding="UTF-7"?>'],
])('reports an SVG before which %s', async (_, prologue) => {
  expect(await problemsOfLogo(prologue + drawing('<path d="M0 0h9"/>'))).toMatch(IS_ACTIVE);
});

test.each([
  [
    'cut off, which would end in the middle of the page',
    drawing('<path d="M0 0h9"/>').slice(0, -8),
    /"marca.svg" não é um SVG completo;/,
  ],
  [
    'too long, before it is read',
    '<svg '.repeat(4_000_000),
    /"marca.svg" passa de 16 kB; simplifique o desenho/,
  ],
  [
    'without a viewBox, as some programs write it',
    '<svg width="9" height="9" xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>',
    /"marca.svg" não diz a área do desenho \(viewBox\); exporte-o de novo, ou use PNG/,
  ],
])('reports an SVG that is %s', async (_, svg, problem) => {
  expect(await problemsOfLogo(svg)).toMatch(problem);
});

test('reports an SVG that was copied out of a page, which no browser shows as a file', async () => {
  const icon = '<svg viewBox="0 0 9 9"><path d="M0 0h9"/></svg>';
  expect(await problemsOfDrawing('icone.svg', icon)).toMatch(
    /"icone.svg" veio de uma página, e não se abre sozinha; acrescente xmlns=/,
  );
});

test('accepts a drawing with gradients, and the notes of a drawing program', async () => {
  const inside =
    '<!-- Made by hand --><metadata><rdf:RDF xmlns:rdf="a"/></metadata><defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><path fill="url(#a)" d="M0 0h9"/><use href="#a"/>';
  const plainPrologue = '<?xml version="1.0"?>\n<!DOCTYPE svg>\n';
  expect(await problemsOfLogo(plainPrologue + drawing(inside))).toBe('');
  const prologue =
    '<?xml version="1.0" encoding="utf-8"?>\n<!-- Made by a program -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n';
  expect(await problemsOfLogo(prologue + drawing('<title>A &amp; B</title>'))).toBe('');
});

test('reports a missing or invalid poster of a video', async () => {
  using copy = makeEditableCopy({ withPictures: true });
  copy.write('images/video-membro-2.png', '<html>não achei</html>');
  expect(await problemsOf(copy.folder, 'videos.yaml')).toMatch(
    /content\/videos.yaml, linha \d+, campo "videos\[2\].poster": a imagem "video-membro-2.png" não é uma imagem que se possa ler/,
  );
  copy.replace('team.yaml', 'poster: video-equipe-1.png', 'poster: video-equipe-9.png');
  expect(copy.problems().join()).toMatch(
    /content\/team.yaml, linha \d+, campo "videos\[1\].poster": a imagem "video-equipe-9.png" não está na pasta das imagens; você quis dizer "video-equipe-\d.png"\?/,
  );
  copy.replace('team.yaml', 'poster: video-equipe-9.png', 'poster: Equipe.gif');
  expect(copy.problems().join()).toMatch(
    /campo "videos\[1\].poster": esperava uma imagem em PNG, JPEG, WebP ou AVIF, de nome em minúsculas, sem pasta, espaços, acentos nem _, como/,
  );
});

test('accepts a video without a poster', () => {
  expect(problemsAfterEdit('videos.yaml', / {4}poster: .*\n/g, '')).toEqual([]);
});
