import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageContent } from '@funil/content/schema/image';
import type { SiteContent } from '@funil/content/schema/site';
import sharp from 'sharp';
import type { ResolvedPicture } from '../src/parts/Picture.tsx';

/** A transparent pixel; the frame replaces it by the picture that the address names. */
const DRAFT_PICTURE_URL =
  'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const UNREADABLE_PICTURE_SIZE = { width: 4, height: 3 };

const sizes = new Map<string, { width: number; height: number }>();

/** Returns a picture's size after its orientation is applied; pictures that were read before are not read again. */
async function readSize(path: string) {
  const { mtimeMs, size } = statSync(path);
  const key = `${path} ${mtimeMs} ${size}`;
  const cachedSize = sizes.get(key);
  if (cachedSize) return cachedSize;
  try {
    const { width, height } = (await sharp(path).metadata()).autoOrient;
    sizes.set(key, { width, height });
    return { width, height };
  } catch {
    // A publication refuses an unreadable picture; until then the preview shows its place.
    return UNREADABLE_PICTURE_SIZE;
  }
}

/** Returns a function that resolves a draft's pictures for the frame, which fetches them by name. */
export const makePictureResolver =
  (folder: string) =>
  async ({ image, alt }: ImageContent): Promise<ResolvedPicture> => ({
    ...(await readSize(join(folder, 'images', image))),
    src: `${DRAFT_PICTURE_URL}#${image}`,
    avif: '',
    webp: '',
    sizes: '',
    alt,
  });

/** Returns the addresses of a brand's font files, as the theme expects them. */
export function readFonts({ theme }: SiteContent, folder: string): Record<string, string> {
  const fonts = Object.entries(theme?.fonts ?? {}).filter(([, name]) => name?.endsWith('.woff2'));
  return Object.fromEntries(
    fonts.map(([role, name]) => {
      const bytes = readFileSync(join(folder, 'fonts', String(name)));
      return [`./fonts/brand-${role}.woff2`, `data:font/woff2;base64,${bytes.toString('base64')}`];
    }),
  );
}
