const HOST = 'https://i.ytimg.com/vi';

/** Sizes of a thumbnail from the best down. Not every video has each. */
const QUALITIES = ['maxresdefault', 'sddefault', 'hqdefault', 'mqdefault'];

/** Width in pixels of the grey picture the host answers with where a size is missing. */
const MISSING_WIDTH = 120;

const addressOf = (id: string, quality: string) => `${HOST}/${id}/${quality}.jpg`;

/** Address of a video's best thumbnail: the first to try. */
export const firstThumbnail = (id: string): string => addressOf(id, 'maxresdefault');

/** Address to try after this one; `undefined` after the last. */
export function nextThumbnail(address: string): string | undefined {
  const [, id, quality] = /\/vi\/([\w-]+)\/(\w+)\.jpg$/.exec(address) ?? [];
  const place = QUALITIES.indexOf(quality ?? '');
  const next = QUALITIES[place + 1];
  return id && place >= 0 && next ? addressOf(id, next) : undefined;
}

interface LoadedPicture {
  /** Whether loading has ended, well or not. */
  readonly complete: boolean;
  /** In pixels; 0 where loading failed. */
  readonly naturalWidth: number;
}

/** `waiting` while it loads, `missing` when it failed or is the host's grey picture. */
export function judgeThumbnail(picture: LoadedPicture): 'waiting' | 'missing' | 'shown' {
  if (!picture.complete) return 'waiting';
  return picture.naturalWidth <= MISSING_WIDTH ? 'missing' : 'shown';
}
