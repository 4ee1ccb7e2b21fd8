import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '@funil/content/schema/content';
import type { ImageContent } from '@funil/content/schema/image';
import type { SiteContent } from '@funil/content/schema/site';
import sharp from 'sharp';
import type { PagePictures } from '../src/layout/PageSections.tsx';
import { readLogo } from '../src/logo.ts';
import type { BrandLook } from '../src/parts/Brand.tsx';
import type { ResolvedPicture } from '../src/parts/Picture.tsx';

/** A transparent pixel; the frame replaces it by the picture that the address names. */
const PLACEHOLDER =
  'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const UNREADABLE = { width: 4, height: 3 };

const sizes = new Map<string, { width: number; height: number }>();

/** Returns a picture's size after its orientation is applied; pictures that were read before are not read again. */
async function readSize(path: string) {
  const { mtimeMs, size } = statSync(path);
  const key = `${path} ${mtimeMs} ${size}`;
  const known = sizes.get(key);
  if (known) return known;
  try {
    const { width, height } = (await sharp(path).metadata()).autoOrient;
    sizes.set(key, { width, height });
    return { width, height };
  } catch {
    // A publication refuses an unreadable picture; until then the preview shows its place.
    return UNREADABLE;
  }
}

/** Finds the pictures of a draft, for the frame to fetch by name. */
export async function findPictures(content: Content, folder: string): Promise<PagePictures> {
  const find = async ({ image, alt }: ImageContent): Promise<ResolvedPicture> => ({
    ...(await readSize(join(folder, 'images', image))),
    src: `${PLACEHOLDER}#${image}`,
    avif: '',
    webp: '',
    sizes: '',
    alt,
  });
  const findOptional = async (picture: ImageContent | undefined) => picture && find(picture);
  const poster = ({ poster: image }: { poster?: string | undefined }) =>
    findOptional(image === undefined ? undefined : { image, alt: '' });
  const { hero, cases, videos, testimonials, founder, team } = content;
  return {
    hero: await findOptional(hero.picture),
    avatars: await Promise.all((hero.proof?.avatars ?? []).map(find)),
    cases: await Promise.all((cases?.cases ?? []).map(({ picture }) => findOptional(picture))),
    conversations: await Promise.all((testimonials?.items ?? []).map(find)),
    portrait: await findOptional(founder?.portrait),
    videos: await Promise.all((videos?.videos ?? []).map(poster)),
    team: await Promise.all((team?.videos ?? []).map(poster)),
  };
}

/** Finds the product's name and logo. */
export async function findBrand(
  { product, brand }: SiteContent,
  folder: string,
): Promise<BrandLook> {
  const { logo, showName } = brand;
  if (!logo) return { product, showName };
  const path = join(folder, 'images', logo);
  if (logo.endsWith('.svg')) return { product, showName, logo: readLogo(path) };
  const picture = { ...(await readSize(path)), src: `${PLACEHOLDER}#${logo}`, alt: '' };
  return { product, showName, logo: { ...picture, avif: '', webp: '', sizes: '' } };
}

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
