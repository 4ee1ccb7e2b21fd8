import { expect, test } from 'vitest';
import { firstThumbnail, nextThumbnail, thumbnailState } from './thumbnail.ts';

test('tries four sizes, best first', () => {
  const tried: string[] = [];
  let address: string | undefined = firstThumbnail('dQw4w9WgXcQ');
  while (address) {
    tried.push(address);
    address = nextThumbnail(address);
  }
  expect(tried).toEqual([
    'https://i.ytimg.com/vi/dQw4w9WgXcQ/maxresdefault.jpg',
    'https://i.ytimg.com/vi/dQw4w9WgXcQ/sddefault.jpg',
    'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
    'https://i.ytimg.com/vi/dQw4w9WgXcQ/mqdefault.jpg',
  ]);
});

test('keeps dashes and underscores in ids', () => {
  expect(nextThumbnail('https://i.ytimg.com/vi/a-b_c-d_e-f/hqdefault.jpg')).toBe(
    'https://i.ytimg.com/vi/a-b_c-d_e-f/mqdefault.jpg',
  );
});

test('returns nothing for another address', () => {
  expect(nextThumbnail('https://i.ytimg.com/vi/dQw4w9WgXcQ/other.jpg')).toBeUndefined();
  expect(nextThumbnail('')).toBeUndefined();
});

test('treats the gray picture of 120 pixels and a failed one as missing', () => {
  expect(thumbnailState({ complete: true, naturalWidth: 120 })).toBe('missing');
  expect(thumbnailState({ complete: true, naturalWidth: 0 })).toBe('missing');
  expect(thumbnailState({ complete: true, naturalWidth: 320 })).toBe('shown');
  expect(thumbnailState({ complete: false, naturalWidth: 0 })).toBe('waiting');
});
