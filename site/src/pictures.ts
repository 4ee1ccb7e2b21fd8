import { getImage } from 'astro:assets';
import pictures from 'virtual:content-pictures';
import type { ImageContent } from '@funil/content/schema/image';
import type { ResolvedPicture } from './parts/Picture.tsx';

function find(image: string) {
  const picture = pictures[image];
  if (!picture) throw new Error(`content/images/${image}: não existe`);
  return picture;
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
  const { original, width, height } = find(image);
  const fitting = widths.filter((wanted) => wanted <= width);
  const usable = fitting.length > 0 ? fitting : [width];
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
    height: Math.round((height * largest) / width),
    alt,
  };
}

/** Address of a picture as one file of a fixed width, for metadata. */
export async function resolveFile(image: string, width: number): Promise<string> {
  // Some apps show no preview of a shared photo that weighs what a PNG of it would.
  const format = image.endsWith('.png') ? 'png' : 'jpeg';
  return (await getImage({ src: find(image).original, format, width })).src;
}
