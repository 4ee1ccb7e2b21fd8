const THUMBNAIL_BASE_URL = 'https://i.ytimg.com/vi';

/** YouTube's names of the sizes, the best first; not every video has all sizes. */
const THUMBNAIL_SIZES = ['maxresdefault', 'sddefault', 'hqdefault', 'mqdefault'];

/** In pixels: YouTube sends a gray picture of this width for a missing size. */
const MISSING_WIDTH_PX = 120;

const thumbnailUrl = (id: string, size: string) => `${THUMBNAIL_BASE_URL}/${id}/${size}.jpg`;

export const firstThumbnail = (id: string): string => thumbnailUrl(id, 'maxresdefault');

/** Returns the URL of the next smaller size; `undefined` after the smallest. */
export function nextThumbnail(address: string): string | undefined {
  const [, id, size] = /\/vi\/([\w-]+)\/(\w+)\.jpg$/.exec(address) ?? [];
  const index = THUMBNAIL_SIZES.indexOf(size ?? '');
  const nextSize = THUMBNAIL_SIZES[index + 1];
  return id && index >= 0 && nextSize ? thumbnailUrl(id, nextSize) : undefined;
}

interface LoadedPicture {
  /** True after loading or a failure. */
  readonly complete: boolean;
  /** In pixels; 0 after a failure. */
  readonly naturalWidth: number;
}

/** `missing`: the thumbnail failed, or YouTube sent its gray picture. */
export function thumbnailState(picture: LoadedPicture): 'waiting' | 'missing' | 'shown' {
  if (!picture.complete) return 'waiting';
  return picture.naturalWidth <= MISSING_WIDTH_PX ? 'missing' : 'shown';
}
