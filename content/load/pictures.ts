import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import type { ContentProblem } from './content-error.ts';
import { findPictures } from './texts.ts';
import { makeFieldProblem, type YamlFile } from './yaml-file.ts';

const MAX_PICTURE_BYTES = 60_000_000;
const MAX_PICTURE_PIXELS = 100_000_000;
/**
 * The file's size cannot be the limit, because a file of 38 bytes can have more pixels than this. Decoding a picture
 * takes three times as much memory as its pixels, and six times for AVIF. 48 million pixels with 8 bits per color
 * have 144 MB.
 */
const MAX_DECODED_BYTES = 150_000_000;
const MAX_DECODED_AVIF_BYTES = 75_000_000;
/** The largest width, in pixels, that is decoded by lines, of which hundreds are in memory at once. */
const MAX_LINE_WIDTH = 20_000;
const BYTES_BY_DEPTH: Readonly<Record<string, number>> = { uchar: 1, ushort: 2 };
// The cache is off, because it would keep a decoded picture in memory while sharp decodes the next one.
sharp.cache(false);
/** The limit is low, because the page contains an SVG logo three times. */
const MAX_SVG_BYTES = 16_000;
const MIN_ICON_PIXELS = 512;

/** Elements that draw, and notes of drawing programs. Others may run programs, load files, or end the drawing. */
const DRAWING_ELEMENT =
  /^(svg|g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|defs|symbol|use|linearGradient|radialGradient|stop|clipPath|mask|pattern|marker|filter|fe[A-Z]\w+|title|desc|metadata|rdf:RDF|cc:Work|dc:(format|type|title))$/;
/** A handler, a script, an address elsewhere, or a character reference or backslash, which could hide one of them. */
const ACTIVE_SVG_TEXT =
  /[\s/"']on\w+\s*=|javascript:|href\s*=\s*(?!["']#)|url\(\s*(?!["']?#)|image-set\(|@import|\\|&(?!(?:amp|lt|gt|quot|apos);)/i;
/** Declarations that drawing programs write first; others may add attributes and texts. */
const SVG_PROLOGUE = /^\uFEFF?\s*(<\?xml\s[^<>?]*\?>)?\s*(<!DOCTYPE\s+svg\b[^<>[]*>)?/;
const FOREIGN_ENCODING = /^\uFEFF?\s*<\?xml\s[^>]*encoding\s*=\s*["'](?!utf-8["'])/i;

const hasActiveText = (svg: string) =>
  ACTIVE_SVG_TEXT.test(svg) ||
  [...svg.matchAll(/<\/?([\w:.-]+)/g)].some(([, name = '']) => !DRAWING_ELEMENT.test(name));

/** True if an SVG may do more than draw, as a file or, without its comments, as a part of the page. */
function isActiveSvg(svg: string) {
  const drawing = svg.replace(/<!--[\s\S]*?-->/g, '');
  const hasDeclaration =
    FOREIGN_ENCODING.test(svg) || /<[!?]/.test(drawing.replace(SVG_PROLOGUE, ''));
  return hasDeclaration || hasActiveText(svg) || hasActiveText(drawing);
}

export const findPictureNames = (value: unknown): Set<string> =>
  new Set(findPictures(value).map(({ text }) => text));

const formatSize = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

function findSvgProblem(path: string, isIcon: boolean): string | undefined {
  // First, because matching the patterns takes time that grows with the square of a hostile text's length.
  if (statSync(path).size > MAX_SVG_BYTES)
    return `passa de ${MAX_SVG_BYTES / 1000} kB; simplifique o desenho, ou use PNG`;
  const svg = readFileSync(path, 'utf8');
  if (!/<svg[^>]*\sviewBox\s*=/.test(svg)) {
    return 'não diz a área do desenho (viewBox); exporte-o de novo, ou use PNG';
  }
  // The page shows a logo's shapes as its own elements.
  if (isIcon && !/<svg[^>]*\sxmlns\s*=/.test(svg)) {
    return 'veio de uma página, e não se abre sozinha; acrescente xmlns="http://www.w3.org/2000/svg" depois de <svg, ou use PNG';
  }
  if (isActiveSvg(svg)) {
    return 'tem estilos, programas ou endereços dentro; exporte-o como “SVG simples”, ou use PNG';
  }
  const isCut = !/<\/svg\s*>\s*(?:<!--[\s\S]*?-->\s*)*$/.test(svg);
  return isCut ? 'não é um SVG completo; exporte-o de novo, ou use PNG' : undefined;
}

const isHeic = (path: string) =>
  /^ftyp(hei|hev|mif1|msf1)/.test(readFileSync(path).toString('latin1', 4, 12));

/** True for PNG, JPEG, WebP or AVIF. Some of the library's other formats take minutes. */
const isPhoto = (path: string) =>
  /^(\x89PNG\r\n.\n|\xFF\xD8\xFF|RIFF.{4}WEBP|.{4}ftypavi[fs])/s.test(
    readFileSync(path).toString('latin1', 0, 12),
  );

/** The library counts the frames of a WebP, but not of a PNG, which declares them before its pixels. */
function isAnimated(path: string, { format, pages = 1 }: Metadata): boolean {
  if (format !== 'png') return pages > 1;
  const bytes = readFileSync(path);
  return bytes.subarray(0, bytes.indexOf('IDAT')).includes('acTL');
}

/** An upright JPEG or PNG that is not progressive is decoded line by line, and needs little memory. */
function isTooLargeToDecode(picture: Metadata): boolean {
  const { format, width, height, pages = 1, orientation = 1 } = picture;
  const isDecodedInLines =
    (format === 'jpeg' || format === 'png') &&
    !picture.isProgressive &&
    orientation === 1 &&
    width <= MAX_LINE_WIDTH;
  const bytesPerPixel = picture.channels * (BYTES_BY_DEPTH[picture.depth] ?? 4);
  const bytes = width * height * pages * bytesPerPixel;
  return (
    !isDecodedInLines && bytes > (format === 'heif' ? MAX_DECODED_AVIF_BYTES : MAX_DECODED_BYTES)
  );
}

const UNREADABLE_PICTURE =
  'não é uma imagem que se possa ler, ou está cortada; exporte-a de novo em PNG ou JPEG';

async function findPixelProblem(path: string, isIcon: boolean): Promise<string | undefined> {
  try {
    const image = sharp(path, { limitInputPixels: false, failOn: 'error' });
    const metadata = await image.metadata();
    const { width, height } = metadata;
    if (isAnimated(path, metadata)) {
      return 'é animada, e a página só mostra imagens paradas; exporte um quadro em PNG ou JPEG, ou use um vídeo';
    }
    if (width * height > MAX_PICTURE_PIXELS) {
      return `tem ${width} × ${height} pixels, mais do que os ${MAX_PICTURE_PIXELS / 1e6} milhões que cabem; diminua-a`;
    }
    if (isTooLargeToDecode(metadata)) {
      return `tem ${width} × ${height} pixels, mais do que cabem neste formato; diminua-a, ou exporte-a em JPEG comum, não progressivo`;
    }
    if (isIcon && (width !== height || width < MIN_ICON_PIXELS)) {
      return `tem ${width} × ${height} pixels; o ícone é quadrado, com pelo menos ${MIN_ICON_PIXELS} × ${MIN_ICON_PIXELS}`;
    }
    // sharp may return statistics of a truncated file when it reads several at once, but never its pixels.
    await image.resize(1, 1, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
    return undefined;
  } catch {
    return UNREADABLE_PICTURE;
  }
}

/** Returns why the page cannot use a picture, in words after “A imagem”; undefined if it can. */
export async function findFileProblem(path: string, isIcon = false): Promise<string | undefined> {
  const { size } = statSync(path);
  if (size === 0) return 'está vazia (0 bytes)';
  if (size > MAX_PICTURE_BYTES)
    return `tem ${formatSize(size)}, mais do que os ${formatSize(MAX_PICTURE_BYTES)} que cabem`;
  if (path.endsWith('.svg')) return findSvgProblem(path, isIcon);
  if (isHeic(path)) return 'é uma foto HEIC, do iPhone, com outro nome; exporte-a em JPEG';
  if (!isPhoto(path)) return UNREADABLE_PICTURE;
  return findPixelProblem(path, isIcon);
}

/** Finds existing pictures that the page cannot use. */
export async function findInvalidPictures(
  file: YamlFile,
  folder: string,
): Promise<ContentProblem[]> {
  const problems: ContentProblem[] = [];
  for (const { path, text } of findPictures(file.value)) {
    const problem = await findFileProblem(join(folder, 'images', text), path.at(-1) === 'icon');
    if (problem) problems.push(makeFieldProblem(file, path, `a imagem "${text}" ${problem}`));
  }
  return problems;
}
