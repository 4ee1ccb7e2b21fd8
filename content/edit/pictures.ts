import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { toSearchText } from '@funil/contract/characters';
import type { StoredPicture } from '@funil/contract/page/page-editor';
import type { PictureUpload } from '@funil/contract/page/page-engine';
import sharp from 'sharp';
import { findFileProblem } from '../load/pictures.ts';

/** Larger pictures are reduced to twice the width of the largest picture on the page. */
const MAX_SIDE_PIXELS = 2_400;
const JPEG_QUALITY = 90;

/** Returns `foto-do-joao` for `Foto do João.JPG`. */
const makeFileStem = (name: string): string =>
  toSearchText(name.slice(0, name.length - extname(name).length))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'imagem';

/** Returns the picture upright, cropped, without metadata, and not larger than the page needs. */
async function convertPicture({ path, crop }: PictureUpload) {
  const image = sharp(path, { limitInputPixels: 100_000_000 }).autoOrient();
  const cropped = crop ? image.extract(crop) : image;
  const resized = cropped.resize(MAX_SIDE_PIXELS, MAX_SIDE_PIXELS, {
    fit: 'inside',
    withoutEnlargement: true,
  });
  const { hasAlpha } = await sharp(path).metadata();
  const type = hasAlpha ? 'png' : 'jpg';
  const encoded =
    type === 'png'
      ? resized.png()
      : resized.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { type, bytes: data, width: info.width, height: info.height };
}

/** Returns an SVG unchanged, because the check has refused each SVG that may do more than draw. */
async function readSvg(path: string) {
  const { width, height } = await sharp(path).metadata();
  return { type: 'svg', bytes: await readFile(path), width, height };
}

/** The name has a hash of the bytes, so that no other picture is replaced. `reason` is Portuguese. */
export async function storePicture(
  folder: string,
  upload: PictureUpload,
): Promise<StoredPicture | { reason: string }> {
  const problem = await findFileProblem(upload.path);
  if (problem) return { reason: `A imagem ${problem}.` };
  let picture: Awaited<ReturnType<typeof convertPicture>>;
  try {
    picture = upload.path.endsWith('.svg')
      ? await readSvg(upload.path)
      : await convertPicture(upload);
  } catch {
    return { reason: 'A imagem não pôde ser recortada. Tente de novo, ou exporte-a em JPEG.' };
  }
  const { type, bytes, width, height } = picture;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const name = `${makeFileStem(upload.name)}-${hash}.${type}`;
  const path = join(folder, 'images', name);
  if (!existsSync(path)) {
    await mkdir(join(folder, 'images'), { recursive: true });
    await writeFile(`${path}.new`, bytes, { flush: true });
    await rename(`${path}.new`, path);
  }
  return { name, width, height };
}

/** Returns WebP at most `width` pixels wide, or an SVG unchanged; null if it is missing. */
export async function readPicture(folder: string, name: string, width: number) {
  const path = join(folder, 'images', name);
  if (!existsSync(path)) return null;
  if (name.endsWith('.svg')) return { type: 'image/svg+xml', bytes: await readFile(path) };
  const bytes = await sharp(path)
    .autoOrient()
    .resize(width, undefined, { withoutEnlargement: true })
    .webp()
    .toBuffer();
  return { type: 'image/webp', bytes };
}
