const THUMBNAIL_ADDRESS = 'https://i.ytimg.com/vi';

/** Thumbnail sizes, best first. Not every video has all of them. */
const THUMBNAIL_SIZES = ['maxresdefault', 'sddefault', 'hqdefault', 'mqdefault'];

/** Width in pixels of the gray picture that YouTube sends for a missing size. */
const MISSING_WIDTH = 120;

const addressOf = (id: string, quality: string) => `${THUMBNAIL_ADDRESS}/${id}/${quality}.jpg`;

/** Returns the address of a video's best thumbnail. */
export const firstThumbnail = (id: string): string => addressOf(id, 'maxresdefault');

/** Returns the address of the next smaller size, or `undefined` after the last. */
export function nextThumbnail(address: string): string | undefined {
  const [, id, quality] = /\/vi\/([\w-]+)\/(\w+)\.jpg$/.exec(address) ?? [];
  const index = THUMBNAIL_SIZES.indexOf(quality ?? '');
  const next = THUMBNAIL_SIZES[index + 1];
  return id && index >= 0 && next ? addressOf(id, next) : undefined;
}

interface LoadedPicture {
  /** Whether loading has ended, also by a failure. */
  readonly complete: boolean;
  /** In pixels; 0 after a failure. */
  readonly naturalWidth: number;
}

/** Returns `missing` for a failed thumbnail and for YouTube's gray picture. */
export function judgeThumbnail(picture: LoadedPicture): 'waiting' | 'missing' | 'shown' {
  if (!picture.complete) return 'waiting';
  return picture.naturalWidth <= MISSING_WIDTH ? 'missing' : 'shown';
}
