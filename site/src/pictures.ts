import { getImage } from 'astro:assets';
import type { ImageContent } from '@funil/content/schema/image';
import type { ImageMetadata } from 'astro';
import type { ResolvedPicture } from './parts/Picture.tsx';

const originals = import.meta.glob<{ default: ImageMetadata }>(
  '../../content/images/*.{png,jpg,jpeg,webp,avif}',
  { eager: true },
);

function findOriginal(image: string): ImageMetadata {
  const original = originals[`../../content/images/${image}`];
  if (!original) throw new Error(`content/images/${image}: não existe`);
  return original.default;
}

interface Sizing {
  /** Widths to make, in pixels; those above the original's are left out. */
  widths: number[];
  /** The `sizes` attribute: how wide the picture is shown at which screen. */
  sizes: string;
}

/** Makes a picture's sizes and formats. */
export async function resolvePicture(
  { image, alt }: ImageContent,
  { widths, sizes }: Sizing,
): Promise<ResolvedPicture> {
  const original = findOriginal(image);
  const usable = widths.filter((width) => width <= original.width);
  const make = (format: 'avif' | 'webp') =>
    getImage({ src: original, format, widths: usable, sizes });
  const [avif, webp] = await Promise.all([make('avif'), make('webp')]);
  const largest = Math.max(...usable);
  return {
    src: webp.srcSet.values.at(-1)?.url ?? webp.src,
    avif: avif.srcSet.attribute,
    webp: webp.srcSet.attribute,
    sizes,
    width: largest,
    height: Math.round((original.height * largest) / original.width),
    alt,
  };
}

/** Address of a picture as one file of a fixed width, for metadata. */
export async function resolveFile(image: string, width: number): Promise<string> {
  return (await getImage({ src: findOriginal(image), format: 'png', width })).src;
}
