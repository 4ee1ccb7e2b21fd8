import { getImage } from 'astro:assets';
import pictures from 'virtual:content-pictures';
import type { ImageContent } from '@funil/content/schema/image';
import type { PicturePlace } from './page-pictures.ts';
import type { ResolvedPicture } from './parts/Picture.tsx';

function findPicture(image: string) {
  const picture = pictures[image];
  if (!picture) throw new Error(`content/images/${image}: não existe`);
  return picture;
}

interface Sizing {
  /** In pixels; widths above the original's are ignored. */
  widths: number[];
  sizes: string;
}

const COLUMN_SIZES = '(min-width: 64rem) 34rem, 90vw';

const SIZING_BY_PLACE: Readonly<Record<PicturePlace, Sizing>> = {
  logo: { widths: [160, 320], sizes: '10rem' },
  avatar: { widths: [96], sizes: '40px' },
  large: { widths: [360, 540, 760, 1080], sizes: COLUMN_SIZES },
  portrait: {
    widths: [360, 540, 760, 1080],
    sizes: '(min-width: 80rem) 31rem, (min-width: 64rem) 42vw, 90vw',
  },
  conversation: {
    widths: [320, 560, 780],
    sizes: '(min-width: 72rem) 17rem, (min-width: 56rem) 30vw, (min-width: 40rem) 46vw, 78vw',
  },
  firstPoster: { widths: [640, 1280], sizes: COLUMN_SIZES },
  poster: { widths: [640], sizes: COLUMN_SIZES },
};

export async function resolvePicture(
  { image, alt }: ImageContent,
  place: PicturePlace,
): Promise<ResolvedPicture> {
  const { widths, sizes } = SIZING_BY_PLACE[place];
  const { original, width, height } = findPicture(image);
  const fittingWidths = widths.filter((candidate) => candidate <= width);
  const usableWidths = fittingWidths.length > 0 ? fittingWidths : [width];
  const encode = (format: 'avif' | 'webp') =>
    getImage({ src: original, format, widths: usableWidths, sizes });
  const [avif, webp] = await Promise.all([encode('avif'), encode('webp')]);
  const largestWidth = Math.max(...usableWidths);
  const [avifOnly] = avif.srcSet.values;
  return {
    src: webp.srcSet.values.at(-1)?.url ?? webp.src,
    ...(usableWidths.length === 1 && avifOnly
      ? { avif: avifOnly.url }
      : { avif: avif.srcSet.attribute, webp: webp.srcSet.attribute, sizes }),
    width: largestWidth,
    height: Math.round((height * largestWidth) / width),
    alt,
  };
}

interface Size {
  width: number;
  /** The picture is cropped to this height. */
  height?: number;
}

interface FileOptions extends Size {
  /** Shown behind a transparent picture. */
  background: string;
}

/** Returns a JPEG, because WhatsApp previews no file of 600 kB or more, as a PNG of a photo is. */
export async function resolveFile(image: string, options: FileOptions): Promise<string> {
  const { original: src } = findPicture(image);
  return (await getImage({ src, format: 'jpeg', fit: 'cover', ...options })).src;
}

/** Returns the given size in pixels, or the largest of its shape that a smaller picture fills. */
export function shrinkToPicture(image: string, { width, height }: Required<Size>): Required<Size> {
  const picture = findPicture(image);
  const scale = Math.min(1, picture.width / width, picture.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
