import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findContentFolder } from '@funil/content/folder';
import type { SiteContent } from '@funil/content/schema/site';
import sharp from 'sharp';

interface IconShape {
  size: number;
  /** The share of the square's side that the icon takes; a platform's mask may crop the margin. */
  sideShare: number;
}

const PNG_ICONS: Record<string, IconShape> = {
  'icone-180.png': { size: 180, sideShare: 0.82 },
  'icone-192.png': { size: 192, sideShare: 1 },
  'icone-512.png': { size: 512, sideShare: 1 },
  'icone-maskable-512.png': { size: 512, sideShare: 0.7 },
};

const FAVICON_SIZE = 32;

function drawIcon(file: string, { size, sideShare }: IconShape, ground: string): Promise<Buffer> {
  const iconSize = Math.round(size * sideShare);
  const start = Math.floor((size - iconSize) / 2);
  const end = size - iconSize - start;
  const margin = { top: start, left: start, bottom: end, right: end };
  // At sharp's default of 72 dots per inch, an SVG would be blurred.
  const icon = sharp(file, { density: 600 }).resize(iconSize, iconSize, {
    fit: 'contain',
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  });
  const square =
    sideShare === 1
      ? icon
      : icon.flatten({ background: ground }).extend({ ...margin, background: ground });
  return square.png({ compressionLevel: 9 }).toBuffer();
}

/** Returns an `.ico` with one image: a 6-byte header, a 16-byte entry, then the PNG. */
function wrapInIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

export function iconNames({ brand }: SiteContent): string[] {
  const names = ['favicon.ico', ...Object.keys(PNG_ICONS)];
  return brand.icon.endsWith('.svg') ? [...names, 'icone.svg'] : names;
}

export async function makeIcon(name: string, { brand, themeColor }: SiteContent): Promise<Buffer> {
  const file = join(findContentFolder(), 'images', brand.icon);
  const shape = PNG_ICONS[name];
  if (shape) return drawIcon(file, shape, themeColor);
  if (name === 'icone.svg') return readFileSync(file);
  return wrapInIco(
    await drawIcon(file, { size: FAVICON_SIZE, sideShare: 1 }, themeColor),
    FAVICON_SIZE,
  );
}
