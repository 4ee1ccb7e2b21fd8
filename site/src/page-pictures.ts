// The build makes these pictures, and the editor previews them in a draft.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '@funil/content/schema/content';
import type { ImageContent } from '@funil/content/schema/image';
import type { SiteContent } from '@funil/content/schema/site';
import type { BrandLook } from './parts/Brand.tsx';
import type { ResolvedPicture } from './parts/Picture.tsx';

/** Lists have the order of content. */
export interface PagePictures {
  readonly hero: ResolvedPicture | undefined;
  readonly avatars: ResolvedPicture[];
  readonly cases: (ResolvedPicture | undefined)[];
  readonly conversations: ResolvedPicture[];
  readonly portrait: ResolvedPicture | undefined;
  readonly videos: (ResolvedPicture | undefined)[];
  readonly team: (ResolvedPicture | undefined)[];
}

/** The place of a picture in the page, which decides its sizes. */
export type PicturePlace =
  | 'logo'
  | 'avatar'
  | 'large'
  | 'portrait'
  | 'conversation'
  | 'firstPoster'
  | 'poster';

type ResolvePicture = (picture: ImageContent, place: PicturePlace) => Promise<ResolvedPicture>;

export async function findPagePictures(
  content: Content,
  resolve: ResolvePicture,
): Promise<PagePictures> {
  const { hero, cases, videos, testimonials, founder, team } = content;
  const resolveOptional = async (picture: ImageContent | undefined, place: PicturePlace) =>
    picture && resolve(picture, place);
  // The alternative text is empty, because the video's texts describe the poster.
  const resolvePoster = (image: string | undefined, place: PicturePlace) =>
    resolveOptional(image === undefined ? undefined : { image, alt: '' }, place);
  return {
    hero: await resolveOptional(hero.picture, 'large'),
    avatars: await Promise.all(
      (hero.proof?.avatars ?? []).map((avatar) => resolve(avatar, 'avatar')),
    ),
    cases: await Promise.all(
      (cases?.cases ?? []).map(({ picture }) => resolveOptional(picture, 'large')),
    ),
    conversations: await Promise.all(
      (testimonials?.items ?? []).map((item) => resolve(item, 'conversation')),
    ),
    portrait: await resolveOptional(founder?.portrait, 'portrait'),
    videos: await Promise.all(
      (videos?.videos ?? []).map((video, index) =>
        resolvePoster(video.poster, index === 0 ? 'firstPoster' : 'poster'),
      ),
    ),
    team: await Promise.all(
      (team?.videos ?? []).map((video) => resolvePoster(video.poster, 'poster')),
    ),
  };
}

/** Attributes of an SVG by which it paints its shapes, as line icons have `fill="none" stroke="currentColor"`. */
const INHERITED_PAINT =
  /\s(?:fill|stroke|color|opacity|font|text)[\w-]*\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** Returns the brand's name and logo; the shapes of an SVG logo become part of the page. */
export async function findBrand(
  { product, brand: { logo, showName } }: SiteContent,
  folder: string,
  resolve: ResolvePicture,
): Promise<BrandLook> {
  if (!logo) return { product, showName };
  if (!logo.endsWith('.svg'))
    return { product, showName, logo: await resolve({ image: logo, alt: '' }, 'logo') };
  const svg = readFileSync(join(folder, 'images', logo), 'utf8');
  const root = /<svg[^>]*>/.exec(svg)?.[0] ?? '';
  const viewBox = /\sviewBox\s*=\s*["']([^"']+)["']/.exec(root)?.[1] ?? '';
  const shapes = svg.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$|<!--[\s\S]*?-->/g, '').trim();
  const paint = (root.match(INHERITED_PAINT) ?? []).join('');
  return {
    product,
    showName,
    logo: { viewBox, shapes: paint ? `<g${paint}>${shapes}</g>` : shapes },
  };
}
