import { getImage } from 'astro:assets';
import pictures from 'virtual:content-pictures';
import type { Content } from '@funil/content/schema/content';
import type { ImageContent } from '@funil/content/schema/image';
import type { VideoContent } from '@funil/content/schema/video';
import type { PagePictures } from './layout/PageSections.tsx';
import type { ResolvedPicture } from './parts/Picture.tsx';

function find(image: string) {
  const picture = pictures[image];
  if (!picture) throw new Error(`content/images/${image}: não existe`);
  return picture;
}

interface Sizing {
  /** In pixels; widths above the original's are ignored. */
  widths: number[];
  /** The `sizes` attribute. */
  sizes: string;
}

/** Creates a picture's sizes and formats. */
export async function resolvePicture(
  { image, alt }: ImageContent,
  { widths, sizes }: Sizing,
): Promise<ResolvedPicture> {
  const { original, width, height } = find(image);
  const fitting = widths.filter((candidate) => candidate <= width);
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

/** Returns the address of a picture in one width, for metadata. */
export async function resolveFile(image: string, width: number): Promise<string> {
  // Some apps ignore large previews, and a PNG of a photo is large.
  const format = image.endsWith('.png') ? 'png' : 'jpeg';
  return (await getImage({ src: find(image).original, format, width })).src;
}

/** The alternative text is empty, since the video's texts describe it. */
const resolvePoster = async ({ poster }: VideoContent, widths: number[]) =>
  poster === undefined
    ? undefined
    : resolvePicture(
        { image: poster, alt: '' },
        { widths, sizes: '(min-width: 64rem) 34rem, 90vw' },
      );

/** Creates every picture of the page. Lists have the order of content. */
export async function resolvePictures(content: Content): Promise<PagePictures> {
  const { hero, cases, videos, testimonials, founder, team } = content;
  const large = { widths: [360, 540, 760, 1080], sizes: '(min-width: 64rem) 34rem, 90vw' };
  const portrait = {
    widths: [360, 540, 760, 1080],
    sizes: '(min-width: 80rem) 31rem, (min-width: 64rem) 42vw, 90vw',
  };
  const conversation = {
    widths: [320, 560, 780],
    sizes: '(min-width: 72rem) 17rem, (min-width: 56rem) 30vw, (min-width: 40rem) 46vw, 78vw',
  };
  return {
    hero: hero.picture && (await resolvePicture(hero.picture, large)),
    avatars: await Promise.all(
      (hero.proof?.avatars ?? []).map((avatar) =>
        resolvePicture(avatar, { widths: [96], sizes: '40px' }),
      ),
    ),
    cases: await Promise.all(
      (cases?.cases ?? []).map(async ({ picture }) => picture && resolvePicture(picture, large)),
    ),
    conversations: await Promise.all(
      (testimonials?.items ?? []).map((item) => resolvePicture(item, conversation)),
    ),
    portrait: founder && (await resolvePicture(founder.portrait, portrait)),
    videos: await Promise.all(
      (videos?.videos ?? []).map((video, index) =>
        resolvePoster(video, index === 0 ? [640, 1280] : [640]),
      ),
    ),
    team: await Promise.all((team?.videos ?? []).map((video) => resolvePoster(video, [640]))),
  };
}
